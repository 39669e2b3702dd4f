"""``manage.py arena``: a match between two computer players, in pairs of games with the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.bots.levels import Budget
from games.bots.players import PLAYERS
from games.engine.side import LABELS
from games.management.commands._arguments import add_course, add_edition, check_positive, edition_in
from games.management.commands._progress import Progress
from games.management.commands._report import wins_by_side
from games.simulation.arena import ArenaError
from games.simulation.match import Match, play_pairs
from games.simulation.scores import Score, Sprt, elo
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
    with Progress(2 * pairs) as progress, closing(play_pairs(pairing, pairs, jobs)) as played:
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


NAME_WIDTH = 22
"""Of the first column."""


def table(pairing: Pairing, match: Match, test: Sprt | None) -> Iterator[str]:
    """A match as lines of text. The first player is A: the score and the Elo are its own."""
    score = Score.of(match.shares)
    names = [f"{letter} {name}" for letter, name in zip("AB", pairing.players, strict=True)]
    yield _("%(a)s against %(b)s, %(edition)s: %(games)d games in %(pairs)d pairs") % {
        "a": names[0],
        "b": names[1],
        "edition": pairing.edition,
        "games": match.games,
        "pairs": len(match.shares),
    }
    interval = _("%(low).1f to %(high).1f %%") % {"low": 100 * score.low, "high": 100 * score.high}
    yield _row(_("score of A"), f"{100 * score.mean:.1f} %", interval)
    yield _row(_("Elo of A above B"), _signed(elo(score.mean)), _elo_interval(score))
    yield _row(_("pairs won, split, lost"), " ".join(str(count) for count in by_share(match)), "")
    yield from wins_by_side(match)
    yield f"{_('processor seconds'):{NAME_WIDTH}}{_('a turn'):>14}{_('longest turn'):>14}{_('a game'):>14}"
    for name, times in zip(names, match.times(), strict=True):
        yield f"{name:{NAME_WIDTH}}{times.turn:>14.4f}{times.longest_turn:>14.4f}{times.game:>14.3f}"
    if test is not None:
        yield _verdict(test, match)


def _row(name: str, value: str, interval: str) -> str:
    return f"{name:{NAME_WIDTH}}{value:>14}   {interval}".rstrip()


def _signed(number: float | None) -> str:
    return "-" if number is None else f"{round(number):+d}"


def _elo_interval(score: Score) -> str:
    low, high = elo(score.low), elo(score.high)
    values = {"low": _signed(low), "high": _signed(high)}
    if low is None and high is None:
        return _("anything")
    if low is None:
        return _("less than %(high)s") % values
    return (_("more than %(low)s") if high is None else _("%(low)s to %(high)s")) % values


def _verdict(test: Sprt, match: Match) -> str:
    values = {
        **test._asdict(),
        "verdict": test.verdict(match.shares),
        "ratio": test.ratio(match.shares),
        "bound": test.bound,
    }
    said = _(
        "Elo %(elo1)g, not %(elo0)g: %(verdict)s (log-likelihood ratio %(ratio)+.2f; accepted from "
        "%(bound)+.2f on, rejected from -%(bound).2f on)"
    )
    return said % values


def by_share(match: Match) -> tuple[int, int, int]:
    """How many pairs the first player has won, split and lost."""
    won, split, lost = (match.shares.count(share) for share in (1, 0.5, 0))
    return won, split, lost


def document(pairing: Pairing, match: Match, test: Sprt | None) -> dict[str, Any]:
    """A match as the one JSON document of ``--json``. A difference in Elo without a bound is null."""
    score = Score.of(match.shares)
    return {
        "edition": pairing.edition,
        "seed": pairing.seed,
        "games": match.games,
        "score": score.mean,
        "interval": [score.low, score.high],
        "elo": elo(score.mean),
        "elo_interval": [elo(score.low), elo(score.high)],
        "pairs": dict(zip(("won", "split", "lost"), by_share(match), strict=True)),
        "wins": {side: match.wins_of(side) for side in LABELS},
        "victories": match.victories(),
        "players": [
            {"name": name, "processor_seconds": times._asdict()}
            for name, times in zip(pairing.players, match.times(), strict=True)
        ],
        "sprt": None
        if test is None
        else {
            **test._asdict(),
            "ratio": test.ratio(match.shares),
            "bound": test.bound,
            "verdict": test.verdict(match.shares),
        },
    }
