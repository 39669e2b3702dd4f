"""Applied migrations are never edited: a database somewhere was made by them. A change is a migration of its own.

Whoever adds a migration adds its digest here: `sha256sum games/migrations/*.py`.
"""

import hashlib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "games/ladders", "notifications")
RELEASED = {
@@
}
"""By the file: SHA-256 of what it says."""


def migrations() -> dict[str, str]:
    """The digest of every migration, by its file."""
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for app in APPS
        for path in sorted((PROJECT / app / "migrations").glob("0*.py"))
    }


def test_no_migration_was_edited_renamed_or_deleted() -> None:
    present = migrations()
    edited = [file for file, digest in RELEASED.items() if present.get(file) != digest]
    assert not edited, f"leave it as it was, and add a migration after it: {edited}"


def test_every_migration_is_listed() -> None:
    assert migrations().keys() <= RELEASED.keys(), "add its digest to RELEASED"
