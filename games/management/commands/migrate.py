"""``manage.py migrate``: Django's command, as the owner of the tables, and without long waits."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from django.core.checks.registry import registry
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, OperationalError, connections
from django.utils.translation import gettext as _

from games.models import guard
from sekigahara.db import roles, schema

LOCK_TIMEOUT = 0.5
"""Seconds that a migration waits for a table in use. Others that ask for the table meanwhile wait behind it.
Less than PostgreSQL's ``deadlock_timeout``: where a migration and a player wait for each other, the
migration gives up."""
LOCK_TRIES = 30
SECONDS_BETWEEN_TRIES = 1
IN_USE = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes for a statement that waited so long, and for one in a circle of those who wait."""
LAST_BEFORE_JOINED = "566b0cf2"
"""The last commit that had each migration between 0.2.0 and 0.3.0 by itself."""


class Command(migrate.Command):
    """Applies migrations, creates the triggers that protect the log of games, and grants rights."""

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[Any, Any]:
        """Skip the checks for the triggers and for unapplied migrations."""
        which = super().get_check_kwargs(options)
        which["tags"] = sorted(registry.tags_available() - {guard.TAG, schema.TAG})
        return which

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate as the owner, and give up where a table stays in use.

        Raises:
            CommandError: a table was in use, or the database is of a commit between two releases.
        """
        using = options["database"]
        connection = connections[using]
        if connection.vendor != "postgresql":
            _refuse_part(using)
            super().handle(*args, **options)
            return
        role = connection.settings_dict["USER"]
        with roles.as_owner(using):
            _refuse_part(using)
            self._migrate(*args, **options)
            if role != connection.settings_dict["USER"] and (guarded := guard.tables(using)):
                roles.grant(using, role, guarded, f"{guard.FORGET}(bigint)")

    def _migrate(self, *args: Any, **options: Any) -> None:
        """Try again while a table is in use: a migration that gave up has changed nothing."""
        for number in range(1, LOCK_TRIES + 1):
            try:
                with _short_waits(options["database"]):
                    super().handle(*args, **options)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) not in IN_USE:
                    raise
                if number == LOCK_TRIES:
                    raise CommandError(_("A table was in use. Run the command again.")) from error
                if options["verbosity"]:
                    message = _("A table is in use: trying again (%(next)s of %(all)s).")
                    self.stdout.write(message % {"next": number + 1, "all": LOCK_TRIES})
                time.sleep(SECONDS_BETWEEN_TRIES)
            else:
                return


@contextlib.contextmanager
def _short_waits(using: str) -> Iterator[None]:
    """A context in which statements wait ``LOCK_TIMEOUT`` for a table."""
    _wait_at_most(using, f"{LOCK_TIMEOUT}s")
    try:
        yield
    except DatabaseError:
        # Django leaves the transaction open when what fails is a statement that it deferred to the
        # migration's end, such as that of a foreign key.
        connections[using].close()
        connections[using].connect()
        raise
    finally:
        _wait_at_most(using, "0")


def _refuse_part(using: str) -> None:
    if schema.stopped_among_joined(using):
        message = _("This database stopped before 0.3.0. Migrate it by commit %(commit)s first.")
        raise CommandError(message % {"commit": LAST_BEFORE_JOINED})


def _wait_at_most(using: str, span: str) -> None:
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [span])
