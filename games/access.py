"""Who may see what of a game. To everybody else the game does not exist."""

from django.http import Http404

from games.models.seat import Seat, token_hash


def seat_of(public_id: str, token: str) -> Seat:
    """The seat that a token opens in a game, with its game.

    Raises:
        Http404: no such game, or the token opens no seat of it; the two cannot be told apart.
    """
    seats = Seat.objects.select_related("game")
    try:
        return seats.get(token_hash=token_hash(token), game__public_id=public_id)
    except Seat.DoesNotExist:
        raise Http404 from None
