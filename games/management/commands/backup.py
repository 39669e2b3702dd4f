"""``manage.py backup``: write the database into a file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sekigahara.db import backups

NAMED = "sekigahara-%Y-%m-%dT%H%M%SZ.backup"
"""A backup in a folder, by the time at which it was begun."""
OF_THESE = "sekigahara-????-??-??T??????Z.backup"
"""The names of all of them."""


class Command(BaseCommand):
    """Backs up the database of either size, while the service runs."""

    help = "Write the database into a file, and its checksum beside it. Keep SECRET_KEY elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="or a folder, for a name with the time")
        parser.add_argument("--recipient", default="", help="encrypt it for this public key of age")
        parser.add_argument(
            "--keep", type=int, metavar="N", help="in a folder: then delete all backups but the last N"
        )

    def handle(self, *_args: Any, file: Path, recipient: str, keep: int | None, **_options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep takes a number from 1")
        if keep is not None and not file.is_dir():
            raise CommandError(f"--keep is for a folder of backups. Make it first: install -d -m 700 {file}")
        folder = file if file.is_dir() else None
        if folder is not None:
            file = folder / f"{datetime.now(UTC):{NAMED}}"
        try:
            backups.write(file, recipient)
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
        for old in sorted(folder.glob(OF_THESE))[:-keep] if folder and keep else ():
            backups.delete(old)
            self.stdout.write(f"{old}: deleted")
