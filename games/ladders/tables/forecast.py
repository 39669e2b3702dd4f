"""When a season will be over: its last game has ended. Pure; it knows only what everybody can see.

Each running game is expected to go on at its own pace to the week in which games of the ladder end, and those
still to be paired to come as often, and to last as long, as the others. The end is the day on which it is as
likely as not that none of them goes on.
"""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import NamedTuple

PRIOR = 2
"""How many weeks at the usual pace count beside those that a running game has seen."""
FEWEST_OVER = 8
"""Games that have ended before anything is said; and a third of those begun."""
HALF_CHANCE = 0.7
"""So many games are expected to go on when it is as likely as not that none does: the logarithm of 2."""
HOLDS_UP = timedelta(days=7)
"""A game holds up its season if it is expected to end so shortly before the season or later."""
A_DAY = timedelta(days=1)


class PacedGame(NamedTuple):
    """A game of a season as everybody sees it.

    Attributes:
        ended_at: null while it goes on.
        week: of its campaign, now or when it ended.
    """

    began_at: datetime
    ended_at: datetime | None
    week: int


class Forecast(NamedTuple):
    """The expected end of a season, and how many running games hold it up."""

    ends_at: datetime
    holding_up: int


def forecast(games: Sequence[PacedGame], *, pairs_until: datetime, now: datetime) -> Forecast | None:
    """When a season will be over at its pace; None while too little is known, and once it is over.

    Args:
        games: of the season.
        pairs_until: when the last of its games is paired.
    """
    lasted = [game.ended_at - game.began_at for game in games if game.ended_at is not None]
    running = [game for game in games if game.ended_at is None]
    to_come = max(pairs_until - now, timedelta(0))
    if len(lasted) < max(FEWEST_OVER, len(games) / 3) or not (running or to_come):
        return None
    weeks = [game.week for game in games if game.ended_at is not None]
    a_week = sum(lasted, timedelta(0)) / sum(weeks)
    lengths = lasted + [_length(game, fmean(weeks), a_week, now) for game in running]
    ends = [game.began_at + _length(game, max(weeks), a_week, now) for game in running]
    often = len(games) / max((now - min(game.began_at for game in games)) / A_DAY, 1)
    end = max([now, *ends])
    if to_come:
        end = max(end, pairs_until)
        days = range(max(lengths) // A_DAY + 1)
        # The first of these days on which so few games are expected to go on.
        end += A_DAY * bisect_left(
            days,
            -HALF_CHANCE,
            key=lambda day: -often * _going_on(lengths, end + day * A_DAY - pairs_until, to_come),
        )
    return Forecast(end, sum(each >= end - HOLDS_UP for each in ends))


def _length(game: PacedGame, last_week: float, a_week: timedelta, now: datetime) -> timedelta:
    """How long a running game lasts if it goes on to some week: at its own pace, tempered by the usual."""
    age, done = now - game.began_at, game.week - 0.5
    pace = (age + PRIOR * a_week) / (done + PRIOR)
    return max(age + pace * (last_week - done), age + A_DAY)


def _going_on(lengths: list[timedelta], after: timedelta, to_come: timedelta) -> float:
    """The days of pairing whose games still go on, so long after the last was paired."""
    return fmean(min(max(length - after, timedelta(0)), to_come) / A_DAY for length in lengths)
