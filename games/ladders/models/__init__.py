"""The models of clubs, their ladders and ratings. Import each class from its own module."""

from games.ladders.models import (
    announcement,
    bidding,
    challenge,
    club,
    digest,
    ladder,
    ladder_entry,
    rating,
    report,
    ruling,
    season,
    stand_in,
    statistics,
)

__all__ = [
    "announcement",
    "bidding",
    "challenge",
    "club",
    "digest",
    "ladder",
    "ladder_entry",
    "rating",
    "report",
    "ruling",
    "season",
    "stand_in",
    "statistics",
]
