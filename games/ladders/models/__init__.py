"""The models of clubs, their ladders and ratings. Import each class from its own module."""

from games.ladders.models import (
    announcement,
    bidding,
    challenge,
    club,
    ladder,
    rating,
    report,
    ruling,
    season,
    statistics,
)
