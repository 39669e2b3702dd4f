"""``manage.py rebuild_ratings``: compute every rating again from the results."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ladders.ratings.check import first_difference
from games.ladders.ratings.intake import rebuild


class Command(BaseCommand):
    """Recomputes all ratings. It is needed after a constant of the ratings has changed."""

    help = _("Compute all ratings again from the results of rated games, and store them.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help=_("only compare; exit 1 if the stored ratings differ")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["check"]:
            count = rebuild()
            message = ngettext("%(count)d result was folded.", "%(count)d results were folded.", count)
            self.stdout.write(message % {"count": count})
            return
        difference = first_difference()
        if difference is not None:
            message = _("%(what)s: expected %(expected)s, is %(kept)s")
            raise CommandError(message % difference._asdict(), returncode=1)
        self.stdout.write(_("The stored ratings are those that follow from the results."))
