"""What all mails of games have in common: the seat they go to, and what tells their game from the others."""

from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.models.seat import Seat


def seat_of(reference: str) -> Seat | None:
    """The seat of that reference, with its game and player; None where there is none any more."""
    public_id, _dot, side = reference.rpartition(".")
    # The game comes with the seat in one query, so that both are of the same version.
    seats = Seat.objects.select_related("game", "game__creator", "player")
    return seats.filter(game__public_id=public_id, side=Side.named(side)).first()


def thread(seat: Seat) -> str:
    """What the mails of a game are shown together by."""
    return f"games.{seat.game.public_id}"


def named_in_title(seat: Seat) -> Person | None:
    """Who else is named in the title of a seat's game, if anybody is."""
    other = _other(seat).player
    return None if other is None or other.pk == seat.player_id else other


def title_of(seat: Seat) -> str:
    """What tells a game from the others in a mailbox: the side, and whom it is played against."""
    other = _other(seat)
    is_self = other.player_id is not None and other.player_id == seat.player_id
    opponent = _("yourself") if is_self else other.played_by
    text = _("East against %(opponent)s") if seat.plays == EAST else _("West against %(opponent)s")
    return text % {"opponent": opponent}


def _other(seat: Seat) -> Seat:
    return Seat.objects.select_related("player").get(game=seat.game, side=seat.plays.enemy)
