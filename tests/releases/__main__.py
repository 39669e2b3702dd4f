"""`python -m tests.releases`: write this release's database to fixtures/releases, for later ones to upgrade.

Run it once, at the commit that becomes the release, and commit the file. A file that is there stays as it is:
that release wrote it. Needs PostgreSQL (TEST_DATABASE_URL), Redis, and `pg_dump` on the PATH.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import django

PROJECT = Path(__file__).resolve().parents[2]


def version() -> str:
    """The version in pyproject.toml."""
    project: dict[str, str] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    return project["version"]


def main() -> None:
    """Make the database, fill it, and write it down as SQL."""
    os.environ |= {"SEKIGAHARA_TEST_SIZE": "full", "DJANGO_SETTINGS_MODULE": "tests.kit.settings"}
    django.setup()
    # These read settings, which are known only now.
    from tests.releases import contents, databases

    release = databases.Release(version())
    if release.file.exists():
        sys.exit(f"{release.file} exists; a release's database is written once")
    with databases.empty(f"release_{os.getpid()}") as url:
        token = contents.fill()
        dump = subprocess.run(
            ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=500", url],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    release.write(dump, token=token)
    sys.stdout.write(f"{release.file}: {release.file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
