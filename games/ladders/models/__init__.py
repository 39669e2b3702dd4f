"""What is stored of clubs, their ladders and ratings. Classes are imported from their own modules."""

from games.ladders.models import (
    club,
    join_request,
    membership,
    rating_change,
    rating_fold,
    rating_game,
    rating_player,
    rating_standing,
    removal,
)

__all__ = [
    "club",
    "join_request",
    "membership",
    "rating_change",
    "rating_fold",
    "rating_game",
    "rating_player",
    "rating_standing",
    "removal",
]
