"""``manage.py simulate``: play games between computer players, and show a story or counts."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.commands._arguments import add_course, add_edition, check_positive, edition_in
from games.management.commands._progress import Progress
from games.management.commands._report import campaign, summary
from games.services import computers
from games.simulation.arena import ArenaError
from games.simulation.series import Pairing, SeriesSummary, play_many

DEFAULT_PLAYER = "ashigaru"
ENOUGH_FOR_ALL = 1000
"""From this number of games on, the command fails if some branch of the rules never occurred."""


class Command(BaseCommand):
    """Shows one game as a story, or the counts of many. Invariants are checked after every entry."""

    help = _("Let computer players play one game and tell its story, or many games and count what happened.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_edition(parser)
        for side in ("--east", "--west"):
            parser.add_argument(
                side,
                choices=sorted(computers.COMPUTER_NAMES),
                default=DEFAULT_PLAYER,
                help=_("a computer player"),
            )
        parser.add_argument("--games", type=int, default=1, help=_("how many games (1)"))
        add_course(parser)
        parser.add_argument("--quiet", action="store_true", help=_("no story and no progress bar"))
        parser.add_argument("--json", action="store_true", help=_("the summary as one JSON document"))

    def handle(self, *_args: Any, **options: Any) -> None:
        pairing = _checked(options)
        try:
            if options["games"] == 1 and not (options["quiet"] or options["json"]):
                return self._tell(pairing)
            total, seconds = self._play(pairing, options)
        except ArenaError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(msgspec.json.encode(document(total, seconds)).decode())
        else:
            for line in summary(total, seconds):
                self.stdout.write(line)
        zeros = total.zeros()
        if total.games >= ENOUGH_FOR_ALL and zeros:
            never = _("%(games)d games without: %(names)s")
            raise CommandError(never % {"games": total.games, "names": ", ".join(zeros)})
        return None

    def _tell(self, pairing: Pairing) -> None:
        try:
            for line in campaign(pairing):
                self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:
            # the reader (a pager, head) has exited; this keeps Python from reporting it again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _play(self, pairing: Pairing, options: dict[str, Any]) -> tuple[SeriesSummary, float]:
        total = SeriesSummary.empty(pairing.edition)
        began = time.perf_counter()
        with Progress(options["games"], is_wanted=not options["quiet"]) as progress:
            for outcome in play_many(pairing, options["games"], options["jobs"]):
                total.add(outcome)
                progress.step()
        return total, time.perf_counter() - began


def document(total: SeriesSummary, seconds: float) -> dict[str, Any]:
    """The summary as the one JSON document of ``--json``."""
    return {
        "games": total.games,
        "wins": {side: total.wins_of(side) for side in ("east", "west")},
        "victories": total.victories(),
        "actions_per_game": round(total.actions / total.games, 1),
        "games_per_second": round(total.games / seconds, 2),
        "coverage": total.coverage,
    }


def _checked(options: dict[str, Any]) -> Pairing:
    """The requested series.

    Raises:
        CommandError: an argument is invalid; the exit status is 2.
    """
    edition_in(options)
    check_positive(options, "games", "jobs")
    return Pairing(options["edition"], (options["east"], options["west"]), options["seed"])
