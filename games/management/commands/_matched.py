"""Output of ``arena``: the table of a match, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.engine.side import LABELS
from games.management.commands._report import wins_by_side
from games.simulation.match import Match
from games.simulation.scores import Score, Sprt, elo
from games.simulation.series import Pairing

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
