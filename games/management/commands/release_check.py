"""``manage.py release_check``: try a release on a copy of the database, and say whether to switch to it."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.management.commands import migrate

IN_USE = 2
"""The exit status where nothing was tried, because others work with the database."""


class Command(BaseCommand):
    """Migrates a copy of the database, checks it, and replays all its games by the rules of this release."""

    help = _("Try this release on a copy of the database, and say whether to switch to it.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--in-use", action="store_true", help=_("although others are connected to the database")
        )

    def handle(self, *_args: Any, in_use: bool, **_options: Any) -> None:
        if not in_use and (others := _others()):
            message = ngettext(
                "%(count)d other is connected to this database. Restore a backup into another one, and name "
                "that in DATABASE_URL.",
                "%(count)d others are connected to this database. Restore a backup into another one, and "
                "name that in DATABASE_URL.",
                others,
            )
            raise CommandError(message % {"count": others}, returncode=IN_USE)
        try:
            # Also where none is to be applied: a restored database has no rights of roles.
            call_command(_TimedMigrate(), stdout=self.stdout, verbosity=0, interactive=False)
            self._timed(_("System checks"), "check", deploy=True, databases=["default"])
            self._timed(_("Every game, replayed"), "replay_games", all=True)
        except (CommandError, DatabaseError) as error:
            raise CommandError(f"{error}\n{_('Do not switch to this release.')}") from error
        self.stdout.write(_("Go: run deploy/migrate on the real database, then replace the processes."))

    def _timed(self, title: str, command: str, *arguments: str, **options: Any) -> None:
        began = time.perf_counter()
        call_command(command, *arguments, stdout=self.stdout, stderr=self.stderr, **options)
        self.stdout.write(_took(title, began))


class _TimedMigrate(migrate.Command):
    """Migrates, and says of each migration how long it took."""

    _began = 0.0

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:  # noqa: ARG002 - Django's signature
        if action == "apply_start":
            self._began = time.perf_counter()
        elif action == "apply_success":
            self.stdout.write(_took(str(migration), self._began))


def _took(what: str, began: float) -> str:
    took = _("%(what)s: %(seconds).1f seconds")
    return took % {"what": what, "seconds": time.perf_counter() - began}


def _others() -> int:
    """How many are connected to the database besides this process; 0 where it is a file."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])
