"""``manage.py fairness_demo``: an operator who also plays tries to choose the draws."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.engine.chance import Grade
from games.management.commands._fairness import WANTED, FairnessReport, demonstrate
from games.management.commands._scratch import scratch_database


class Command(BaseCommand):
    """Makes games in which the operator comes last and wants a certain hand, and counts the successes."""

    help = _(
        "Let an operator who also plays, and comes last, try to choose the opening hand, in a database of "
        "its own; exit 1 if it succeeds in games where nobody should be able to choose."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tries", type=int, default=1000, help=_("for each game, at most (1000)"))
        parser.add_argument("--games", type=int, default=40, help=_("of each grade (40)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["tries"] < 1 or options["games"] < 1:
            raise CommandError(_("There must be one try and one game at least."))
        with scratch_database("fairness"):
            report = demonstrate(tries=options["tries"], games=options["games"])
        self.stdout.write("\n".join(said(report)))
        if any(attempt.grade is Grade.NOBODY and report.is_chosen(attempt) for attempt in report.attempts):
            raise CommandError(_("The operator has chosen where nobody should be able to."))


def said(report: FairnessReport) -> list[str]:
    """The results as lines."""
    values = {"cards": WANTED, "count": report.by_chance, "draws": report.draws}
    lines = [
        _("The operator plays West, comes last, and wants %(cards)d loyalty cards at the start.") % values,
        _("By chance alone: %(count)d of %(draws)d opening hands.") % values,
    ]
    for attempt in report.attempts:
        line = _("%(grade)s: in %(reached)d of %(games)d games, with %(tries)d tries in all: %(outcome)s")
        outcome = _("chosen") if report.is_chosen(attempt) else _("no better than chance")
        lines.append(line % (attempt._asdict() | {"outcome": outcome}))
    return [*lines, _("All records verify, and each gives the grade.")]
