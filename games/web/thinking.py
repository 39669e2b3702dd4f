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
        goes_on: when that is, in seconds since 1970; 0 while it thinks.
    """

    name: str
    pause: str = ""
    goes_on: int = 0


def thought_of(seat: Seat) -> Thought | None:
    """The thought that a game waits for; None if its player answers at once, or is a person."""
    thinking = computers.thinking([seat])
    if thinking is None:
        return None
    if thinking.goes_on_at is None:
        return Thought(seat.computer)
    left = (thinking.goes_on_at - service_time.now()).total_seconds()
    sentence = _("Computer players have thought as much as they may within an hour. It goes on in %(time)s.")
    pause = sentence % {"time": waiting_time(int(left))}
    return Thought(seat.computer, pause, int(thinking.goes_on_at.timestamp()))
