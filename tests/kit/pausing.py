"""Stopping the clock of a game and letting it go on, as arbiters do, without an arbiter."""

from django.db import transaction
from django.utils import timezone

from games.models import both_seats
from games.models.game import Game
from games.services import pausing


def pause(game: Game) -> None:
    """Stop a game's clock."""
    with transaction.atomic():
        paused = both_seats.to_change(game.pk)[0].game
        paused.paused_at = timezone.now()
        paused.save(update_fields=["paused_at"])


def resume(game: Game) -> None:
    """Let a game's clock go on."""
    with transaction.atomic():
        pausing.go_on(both_seats.to_change(game.pk))
