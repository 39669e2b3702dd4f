"""``manage.py rebuild_statistics``: compute all statistics again from the logs of public games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ladders.statistics import intake


class Command(BaseCommand):
    """Recomputes all statistics. It is needed after a release has changed what is counted."""

    help = _("Compute all statistics again from the logs of finished public games.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help=_("only compare; exit 1 if the stored statistics differ")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["check"]:
            count = intake.rebuild()
            message = ngettext("%(count)d game was summed up.", "%(count)d games were summed up.", count)
            self.stdout.write(message % {"count": count})
            return
        difference = intake.first_difference()
        if difference is not None:
            raise CommandError(difference, returncode=1)
        self.stdout.write(_("The stored statistics are those that follow from the games."))
