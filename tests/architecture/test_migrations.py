"""Applied migrations are never edited: some database was made by them. A change is a migration of its own.

Whoever adds a migration adds its digest here; the failing test names it.
"""

import hashlib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "games/ladders", "notifications")
SHOWN = 40
"""Digits of a digest that are kept here."""
RELEASED = {
    "accounts/migrations/0001_initial.py": "41dd59d89ba9fd2a40ec4b5eed46dbb725bd8794",
    "games/migrations/0001_initial.py": "9a970b891f96740da867aad6b1855b995afbc1c2",
    "games/ladders/migrations/0001_initial.py": "4f76f75d96055ffaac86a89579c5951b47b54526",
    "notifications/migrations/0001_initial.py": "09d1a133e83e87a525e8f91ae43ee8ef4746b856",
}
"""By the file: the beginning of the SHA-256 of what it says."""


def migrations() -> dict[str, str]:
    """The digest of every migration, by its file."""
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:SHOWN]
        for app in APPS
        for path in sorted((PROJECT / app / "migrations").glob("0*.py"))
    }


def test_no_migration_was_edited_renamed_or_deleted() -> None:
    present = migrations()
    edited = [file for file, digest in RELEASED.items() if present.get(file) != digest]
    assert not edited, f"leave it as it was, and add a migration after it: {edited}"


def test_every_migration_is_listed() -> None:
    added = {file: digest for file, digest in migrations().items() if file not in RELEASED}
    assert not added, f"add to RELEASED: {added}"
