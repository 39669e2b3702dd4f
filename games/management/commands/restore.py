"""``manage.py restore``: put a backup in the place of the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sekigahara.db import backups, caching

NEXT = """Restored. The service is as it was when the backup was made. Before you start its processes:
 1. manage.py migrate, which also gives the roles of PostgreSQL their rights.
 2. manage.py replay_games --all, which must find no difference.
 3. Close accounts again that were closed since: manage.py close_account EMAIL --yes.
    Sessions and API tokens that had ended since are good again: manage.py end_sessions EMAIL --tokens.
Mail that waited then is sent again. Clocks are put off by the time since, when they are checked next."""


class Command(BaseCommand):
    """Restores what `manage.py backup` has written."""

    help = "Put a backup in the place of the database. Stop all processes of the service before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--identity", type=Path, metavar="KEY", help="the file with the private key of age"
        )
        parser.add_argument("--over", action="store_true", help="replace everything that is in the database")

    def handle(self, *_args: Any, file: Path, identity: Path | None, over: bool, **_options: Any) -> None:
        try:
            backups.restore(file, identity, over=over)
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        caching.forget_all()
        self.stdout.write(NEXT)
