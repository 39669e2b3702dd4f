"""What is stored of clubs, their ladders and ratings. Classes are imported from their own modules."""

from games.ladders.models import club, join_request, membership, removal

__all__ = ["club", "join_request", "membership", "removal"]
