"""What people are called on pages."""

from django.utils.translation import gettext as _

from games.models.seat import Seat


def player_of(seat: Seat) -> str:
    """Who plays a seat, as the other side is told: never an address."""
    if seat.computer:
        return _("%(name)s (computer)") % {"name": seat.computer}
    if seat.player is None:
        return _("nobody")
    return str(seat.player)
