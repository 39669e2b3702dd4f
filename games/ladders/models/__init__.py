"""What is stored of clubs, their ladders and ratings. Classes are imported from their own modules."""

from games.ladders.models import (
    club,
    entrant,
    join_request,
    ladder,
    match,
    membership,
    rating_change,
    rating_fold,
    rating_game,
    rating_player,
    rating_standing,
    removal,
    season,
)

__all__ = [
    "club",
    "entrant",
    "join_request",
    "ladder",
    "match",
    "membership",
    "rating_change",
    "rating_fold",
    "rating_game",
    "rating_player",
    "rating_standing",
    "removal",
    "season",
]
