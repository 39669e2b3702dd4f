"""``manage.py verify_ladder``: verify what a ladder counts, by its register and the logs of its games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.ladders import results_register
from games.ladders.models.ladder import SHOWN_DIGITS_OF_LADDER, Ladder, LadderEntry


class Command(BaseCommand):
    """Reports whatever is not as it was registered; if anything is not, with exit status 1."""

    help = _("Check every result and ruling of a ladder, and the winners by the logs of its games.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", help=_("the id of the ladder"))
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="LNUMBER:HASH",
            help=_("a head that you kept, with at least 32 digits; repeatable"),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        ladder = Ladder.objects.filter(public_id=options["ladder"]).first()
        if ladder is None:
            raise CommandError(_("There is no ladder %(id)s.") % {"id": options["ladder"]}, returncode=2)
        found = [f"{code}: {game} #{row}" for code, game, row in results_register.faults_of(ladder)]
        found += [f"other-head: {kept}" for kept in options["head"] if not _is_kept(ladder, kept)]
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(_("The ladder is not as it was registered."))
        count = LadderEntry.objects.filter(ladder=ladder).count()
        self.stdout.write(
            _("%(count)d rows, all as they were written, and all winners by the logs of their games")
            % {"count": count}
        )
        self.stdout.write(_("head: %(head)s") % {"head": ladder.head or "-"})


def _is_kept(ladder: Ladder, kept: str) -> bool:
    """Whether a head that somebody kept is one of the ladder."""
    number, _colon, chain = kept.strip().removeprefix("L").partition(":")
    if not number.isdecimal() or len(chain) < SHOWN_DIGITS_OF_LADDER:
        return False
    return LadderEntry.objects.filter(
        ladder=ladder, number=int(number), chain__startswith=chain.lower()
    ).exists()
