"""What rehearsed games must come to, and should: visits, days, mails, and results with orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.simulation.habits import Habit
from games.simulation.measures import RehearsalSummary, Spread
from games.simulation.rehearsal import Class


class Goal(NamedTuple):
    """One line of the table.

    Attributes:
        name: what is measured; a key for programs.
        kind: the class of games in which it is.
        today: what it was without orders, as measured before there were any; None if that was not measured.
        must: the most that it may be.
        stretch: what it should be at most.
        measured: what it is.
    """

    name: str
    kind: Class
    today: float | None
    must: float
    stretch: float
    measured: float

    @property
    def is_reached(self) -> bool:
        """Whether it is as it must be."""
        return self.measured <= self.must


BATTLE_GOALS: Mapping[Class, tuple[Spread, Spread]] = {
    "one": (Spread(3, 3.5, 5), Spread(3, 3, 4)),
    "both": (Spread(2, 2.6, 4), Spread(2, 2.2, 3)),
}
"""Visits in a long battle: must and stretch."""
BATTLE_TODAY = Spread(8, 7.9, 10)
GAME_GOALS: Mapping[str, tuple[float, Mapping[Class, tuple[float, float]]]] = {
    "visits": (146, {"one": (70, 65), "both": (56, 51)}),
    "days": (49, {"one": (34, 28), "both": (25, 22)}),
    "empty": (0.13, {"one": (0.026, 0.014), "both": (0.01, 0)}),
    "mails": (76, {"one": (35, 34), "both": (28, 27)}),
}
"""Means of a game: before there were orders, and must and stretch by class. Mails are those of one player.

A visit of a side that is attacked, and holds no card that fits, stays without anything to decide: nothing may
spare it, since only its hand tells. The mails of a dozen games vary by one more than those of sixty, which
reach the stretch goal.
"""
MISTAKES = ("untold", "told_twice", "told_late")
"""What must never be: decisions nobody was told of, told twice, or told after they were answered."""
GATHERED_MAILS = 13.5
"""The most mails to a player in a game, where four games are gathered and both sides use orders."""
SCORE = 0.45
"""The lower bound of the score with orders against the same player without must be so high."""
SCORE_STRETCH = 0.47


def goals(summaries: Mapping[Class, RehearsalSummary]) -> Iterator[Goal]:
    """The lines that the measured classes can tell of."""
    for kind, (must, stretch) in BATTLE_GOALS.items():
        if kind in summaries and (battles := summaries[kind].battles()) is not None:
            for part in Spread.__struct_fields__:
                yield Goal(
                    f"battle-{part}",
                    kind,
                    getattr(BATTLE_TODAY, part),
                    getattr(must, part),
                    getattr(stretch, part),
                    round(getattr(battles, part), 2),
                )
    for name, (today, limits) in GAME_GOALS.items():
        for kind, (most, wish) in limits.items():
            if kind in summaries:
                yield Goal(name, kind, today, most, wish, round(_mean(summaries[kind], name), 3))
    for kind, summary in summaries.items():
        for name in MISTAKES:
            yield Goal(name, kind, None, 0, 0, summary.total(name))


def is_as_promised(habit: Habit, summary: RehearsalSummary) -> bool:
    """Whether people with a habit were told of everything once and in time, and not too often.

    Some must have replied where they do, and some mail must have come back where it does.

    Those who gather must have been rehearsed with ``GAMES_TOGETHER`` games, or a multiple.
    """
    mails = _mean(summary, "mails")
    promised = {
        "gathered": mails <= GATHERED_MAILS,
        "push": mails <= 1,
        "reply": summary.replies() > 0,
        "bounced": summary.total("returned") > 0,
    }
    return promised.get(habit, True) and not any(summary.total(name) for name in MISTAKES)


def _mean(summary: RehearsalSummary, name: str) -> float:
    match name:
        case "empty":
            return summary.empty_share()
        case "mails":
            return summary.mean(name) / 2
        case _:
            return summary.mean(name)
