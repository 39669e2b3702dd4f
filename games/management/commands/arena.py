"""``manage.py arena``: a match between two computer players, in pairs of games with the sides swapped."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.bots.levels import Budget
from games.bots.players import PLAYERS
from games.management.commands._arguments import add_course, add_edition, check_positive, edition_in
from games.management.commands._matched import document, table
from games.management.commands._progress import Progress
from games.simulation.arena import ArenaError
from games.simulation.match import Match, play_pairs
from games.simulation.scores import Sprt
from games.simulation.series import Pairing

MOST_ELO = 2000
"""Beyond this a player loses one game of 100,000."""


class Command(BaseCommand):
    """Plays a match and prints its score with an interval. Every deal is played from both sides."""

    help = _(
        "Let two computer players, A and B, play a match, each deal from both sides, and print A's score."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        for letter in "AB":
            parser.add_argument(
                letter.lower(), metavar=letter, choices=sorted(PLAYERS), help=_("a computer player")
            )
        parser.add_argument("--games", type=int, required=True, help=_("how many games, an even number"))
        add_edition(parser)
        parser.add_argument(
            "--budget",
            help=_("how much players that rehearse try out: plans, worlds, further worlds, as 8,2,4"),
        )
        add_course(parser)
        parser.add_argument(
            "--sprt",
            nargs=2,
            type=float,
            metavar=("ELO0", "ELO1"),
            help=_("end as soon as it is clear whether A is better by ELO1 (accepted) or ELO0 (rejected)"),
        )
        parser.add_argument("--json", action="store_true", help=_("the table as one JSON document"))

    def handle(self, *_args: Any, **options: Any) -> None:
        pairing, test = _pairing(options), _test(options["sprt"])
        try:
            match = _played(pairing, options["games"] // 2, options["jobs"], test)
        except ArenaError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(msgspec.json.encode(document(pairing, match, test)).decode())
        else:
            self.stdout.write("\n".join(table(pairing, match, test)))


def _played(pairing: Pairing, pairs: int, jobs: int, test: Sprt | None) -> Match:
    match = Match.empty(pairing.edition)
    shown = sys.stderr if sys.stderr.isatty() else None
    with Progress(shown, 2 * pairs) as progress, closing(play_pairs(pairing, pairs, jobs)) as played:
        for pair in played:
            match.add(pair)
            progress.step(len(pair))
            if test is not None and test.verdict(match.shares) != "undecided":
                break
    return match


def _pairing(options: dict[str, Any]) -> Pairing:
    """The requested match.

    Raises:
        CommandError: an argument is invalid; the exit status is 2.
    """
    edition_in(options)
    if options["games"] < 2 or options["games"] % 2:
        wrong = _("--games must be an even number, 2 or more: each deal is played from both sides")
        raise CommandError(wrong, returncode=2)
    check_positive(options, "jobs")
    try:
        budget = None if options["budget"] is None else Budget.parse(options["budget"])
    except ValueError as error:
        wrong = _("--budget needs three numbers of 1 or more: plans, worlds, further worlds, as 8,2,4")
        raise CommandError(wrong, returncode=2) from error
    return Pairing(options["edition"], (options["a"], options["b"]), options["seed"], budget)


def _test(bounds: list[float] | None) -> Sprt | None:
    """The requested test.

    Raises:
        CommandError: its bounds are invalid; the exit status is 2.
    """
    if bounds is None:
        return None
    test = Sprt(*bounds)
    if not -MOST_ELO <= test.elo0 < test.elo1 <= MOST_ELO:
        wrong = _(
            "--sprt needs two numbers from -%(most)d to %(most)d, the smaller one first, as in --sprt 0 50"
        )
        raise CommandError(wrong % {"most": MOST_ELO}, returncode=2)
    return test
