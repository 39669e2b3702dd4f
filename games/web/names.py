"""What people and times are called on pages."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.models.seat import Seat


def player_of(seat: Seat) -> str:
    """Who plays a seat, as the other side is told: never an address."""
    if seat.computer:
        return _("%(name)s (computer)") % {"name": seat.computer}
    if seat.player is None:
        return _("nobody")
    return str(seat.player)


def how_long(since: datetime) -> str:
    """How long ago that was, as "3 days", to stand after "for"."""
    if timezone.now() - since < timedelta(minutes=1):
        return _("less than a minute")
    return timesince(since, depth=1)
