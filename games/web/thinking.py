"""What players read while a computer player tries its turn out, or has used up its budget."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.rate_limits import waiting_time
from games.models.seat import Seat
from games.services import computers
from sekigahara.db import service_time


class Thought(NamedTuple):
    """The thought of a computer player.

    Attributes:
        name: of the player.
        pause: why it does not think now, and when it goes on, as a sentence; empty while it thinks.
    """

    name: str
    pause: str


def thought_of(seat: Seat) -> Thought | None:
    """The thought that a game waits for; None if its player answers at once, or is a person."""
    if not computers.is_to_think(seat):
        return None
    left = 0 if seat.thinks_after is None else (seat.thinks_after - service_time.now()).total_seconds()
    if left <= 0:
        return Thought(seat.computer, "")
    sentence = _("Computer players have thought as much as they may within an hour. It goes on in %(time)s.")
    return Thought(seat.computer, sentence % {"time": waiting_time(int(left))})
