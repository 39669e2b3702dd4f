"""Which finished games count for ratings, and why others do not."""

import enum
from datetime import datetime, timedelta
from typing import Final

from games.ladders.ratings.results import TIME_OUT, GameResult

FIRST_WEEK: Final = 1
"""A game given up in this week of the campaign was hardly played: it ends before anything is decided."""
SPARED: Final = timedelta(days=7)
"""For this time after a counted loss on time, further ones of the same person do not count."""


class NotRated(enum.StrEnum):
    """Why a game is not rated, for either player. The words are kept and never change their meaning."""

    NO_PERSON = "no-person"
    """A computer player, or no known player, had a side, so there is no rating to compare with. Also, a
    player who has found out how to beat a computer player could repeat it.
    """
    ONESELF = "oneself"
    """One person played both sides, who would choose the winner."""
    TOO_SHORT = "too-short"
    """Resigned, lost on time or decided by an arbiter before ``FIRST_WEEK`` was over: almost nothing was
    played. Friends could give each other wins in a minute, or someone could wreck a rating.
    """
    ANNULLED = "annulled"
    """An arbiter annulled it."""
    BOTH_LOST = "both-lost"
    """By a ruling both players lost it, whatever it counted for afterwards."""
    SUBSTITUTED = "substituted"
    """Someone took over a seat, so the result does not measure the strength of any one of the three."""
    BOT = "bot"
    """One of the players was a bot, on a ladder that rates bots apart."""
    TIMED_OUT_BEFORE = "timed-out-before"
    """A loss on time of the same person within the time ``SPARED`` before has counted. They fell ill or lost
    interest, which one loss shows; ten would show weak play, and be gifts to ten opponents.
    """


def not_rated(result: GameResult, timed_out_at: datetime | None) -> NotRated | None:
    """Why this game does not count; None if it does.

    Args:
        timed_out_at: when the latest counted loss on time of this game's loser ended, if any. Losses that did
            not count have no effect on later ones.
    """
    if result.void:
        return NotRated(result.void)
    if result.persons is None:
        return NotRated.NO_PERSON
    east, west = result.persons
    if east == west:
        return NotRated.ONESELF
    if result.is_forfeit and result.week <= FIRST_WEEK:
        return NotRated.TOO_SHORT
    spared = timed_out_at is not None and result.finished_at - timed_out_at < SPARED
    if result.victory == TIME_OUT and spared:
        return NotRated.TIMED_OUT_BEFORE
    return None
