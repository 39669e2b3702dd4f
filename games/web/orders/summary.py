"""What the page of a game says of its player's orders."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.models.seat import Seat
from games.services import orders as service
from games.services.orders import InForce
from games.story import Names
from games.story import orders as words
from games.web.orders.mine import has_finished

PLANNING = ("movement", "declare", "deploy", "window")
"""The decisions beside which battles can be planned."""


class Coming(NamedTuple):
    """A fight that has not begun.

    Attributes:
        place: its id.
        name: of the place.
        is_planned: whether the player has a plan for it.
    """

    place: str
    name: str
    is_planned: bool


class Summary(NamedTuple):
    """The orders of a player in a running game.

    Attributes:
        line: what is in force.
        stopped: why the plan for this battle stopped, if the player is asked therefore; otherwise empty.
        here: where the combat is that can be planned now; empty if it is planned, or there is none.
        others: the other fights that can be planned.
    """

    line: str
    stopped: str
    here: str
    others: Sequence[Coming]


def summary(seat: Seat | None, names: Names, view: dict[str, Any]) -> Summary | None:
    """The orders of a seat in brief; None for the public, and if the game is over.

    Args:
        seat: of the player who looks.
        names: of the edition.
        view: of the seat.
    """
    if seat is None or view["result"] is not None:
        return None
    found = service.in_force(seat)
    kept = found.kept
    fought = "" if view["combat"] is None else view["combat"]["location"]
    planned = {place for place in found.places if kept.plan_at(place) is not None}
    is_open = fought in found.places and fought not in planned and not has_finished(view, fought)
    is_asked = not seat.asked or seat.asked in PLANNING
    return Summary(
        words.in_short(names, kept),
        _stopped(seat, names, found, fought),
        fought if is_asked and is_open else "",
        [
            Coming(place, names.place(place), place in planned)
            for place in found.places
            if is_asked and place != fought
        ],
    )


def _stopped(seat: Seat, names: Names, found: InForce, fought: str) -> str:
    """Why a plan stopped. One that was carried out to its end did what was asked of it."""
    progress = found.kept.progress.get(fought)
    if seat.asked != "deploy" or progress is None or progress.ended in (None, "complete"):
        return ""
    return words.stopped(names, fought, progress.week, progress.ended)
