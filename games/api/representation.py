"""A game as a viewer sees it, and what an action answers where its request prefers that (RFC 7240).

A player who acts needs the next options, and what has changed in the view. Both are made by the functions
that answer the requests for options and view, so an answer shows nothing that these would not.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from rest_framework.request import Request

from games import engine
from games.api import rows
from games.api.answers import playing as answers
from games.api.json_pointer import below
from games.api.versions import expected_version
from games.ladders.bidding.queries import handicaps_by_game
from games.log import heads, position
from games.models import both_seats
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services.play import Done
from games.services.take_back import can_be_asked_for

REPRESENTATION = "return=representation"


def view_of(viewer: Viewer) -> answers.GameView:
    """The position as a viewer sees it.

    Raises:
        Frozen: the game is stopped.
    """
    seen = engine.view(*position.load(viewer.game), viewer.side)
    seat = viewer.seat
    return answers.GameView(
        version=viewer.version,
        asked=None if seat is None else seat.asked or None,
        can_undo=seat is not None and seat.can_undo,
        may_ask_to_take_back=seat is not None and can_be_asked_for(seat, viewer.both[seat.plays.enemy]),
        given=rows.handicap(handicaps_by_game([viewer.game]).get(viewer.game.pk)),
        view=seen,
        head=heads.shown(viewer.game),
    )


def options_of(viewer: Viewer) -> answers.GameOptions:
    """The legal actions of a viewer.

    Raises:
        Frozen: the game is stopped.
    """
    if viewer.seat is None:
        return answers.GameOptions(viewer.version, None, None)
    options = engine.options(*position.load(viewer.game), viewer.seat.plays)
    legal = None if options is None else options.describe()
    return answers.GameOptions(viewer.version, viewer.seat.asked or None, legal)


class ViewBefore(NamedTuple):
    """What the sender of an action knows of the game before it.

    Attributes:
        seat: that acts.
        view: of the version in If-Match; None if that is not the latest, and so cannot be compared with.
    """

    seat: Seat
    view: answers.GameView | None


def view_before(request: Request, viewer: Viewer) -> ViewBefore | None:
    """What the sender of an action knows; None if the request does not prefer the representation.

    Raises:
        VersionRequired: the request has no If-Match.
        Frozen: the game is stopped.
    """
    if viewer.seat is None or not _is_preferred(request):
        return None
    is_latest = expected_version(request, viewer) == viewer.version
    return ViewBefore(viewer.seat, view_of(viewer) if is_latest else None)


def after(known: ViewBefore, done: Done) -> answers.Done | None:
    """The answer to an action with the representation; None if the game has gone on since, as it may have for
    a repeated request: then nothing that is current fits the version of the answer.
    """
    both = both_seats.of_game(known.seat.game_id)
    seat = both[known.seat.plays]
    if seat.version != done.version or seat.player_id != known.seat.player_id:
        return None
    viewer = Viewer(seat.game, seat, (), both)
    now = msgspec.to_builtins(view_of(viewer))
    changes = [answers.ViewChange("replace", "", now)]
    if known.view is not None:
        changes = list(_changes(msgspec.to_builtins(known.view), now, ""))
    return answers.Done(**msgspec.structs.asdict(done), options=options_of(viewer), view_changes=changes)


def _is_preferred(request: Request) -> bool:
    """Whether a request prefers the representation; of several such preferences the first counts."""
    for preference in request.headers.get("Prefer", "").split(","):
        name, _, value = (part.strip().lower() for part in preference.partition(";")[0].partition("="))
        if name == "return":
            return value.strip('"') == "representation"
    return False


def _changes(before: Any, now: Any, path: str) -> Iterator[answers.ViewChange]:
    """The operations of a JSON Patch that makes one value of another. Lists are replaced as a whole."""
    if not (isinstance(before, Mapping) and isinstance(now, Mapping)):
        if before != now:
            yield answers.ViewChange("replace", path, now)
        return
    for name, value in before.items():
        if name in now:
            yield from _changes(value, now[name], below(path, name))
        else:
            yield answers.ViewChange("remove", below(path, name))
    for name in now:
        if name not in before:
            yield answers.ViewChange("add", below(path, name), now[name])
