"""Seasons follow each other by the calendar, whether or not anyone plays."""

from collections import Counter
from datetime import datetime, timedelta

from games.engine.side import EAST, WEST
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.ladders.tables import updating

SEASON_DAYS = (28, 364)
"""Days that a season lasts, at least and at most."""
ROUND_HOURS = (1, 168)
"""Hours from one round to the next, at least and at most."""


def current(ladder: Ladder, now: datetime) -> Season:
    """The current season, in the transaction of the caller, which holds the ladder's lock.

    Creates missing seasons, including those without games, so that none is skipped.
    """
    season = Season.objects.filter(ladder=ladder).latest("number")
    while season.ends_at <= now:
        updating.changed(
            Season.objects.filter(pk=season.pk)
        )  # people who were not paired in it leave its table
        season = Season.objects.create(
            ladder=ladder,
            number=season.number + 1,
            begins_at=season.ends_at,
            ends_at=season.ends_at + timedelta(days=ladder.season_days),
        )
    return season


def differences(season: Season) -> Counter[int]:
    """By person, games of the season as East less those as West."""
    found: Counter[int] = Counter()
    for pair_of in Match.objects.filter(season=season).values_list("east", "west"):
        found[pair_of[EAST]] += 1
        found[pair_of[WEST]] -= 1
    return found
