"""Looking at one game: its position, what is asked, what happened."""

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import engine
from games.access import Viewer
from games.api import answers, parameters
from games.api.documentation import described
from games.api.endpoint import OfGame, address, of_version
from games.api.parameters import Seen, Since
from games.services import chronicle, play, position

PROBLEMS = (404, 409)


class View(OfGame):
    """The position."""

    @described(
        "getView",
        "Look at the position",
        answer=answers.GameView,
        parameters=Seen,
        is_for_anybody=True,
        problems=PROBLEMS,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """All that your side, or the public, knows. Of the other side's blocks that is how many there are.

        To ask is to have looked, also where nothing has changed: you are mailed again the next time the game
        begins to wait for you.
        """
        viewer = self.begun(request, public_id)
        response = of_version(request, viewer, lambda: _view(viewer))
        if viewer.seat is not None and request.method == "GET":
            play.look(seat=viewer.seat)
        return response


def _view(viewer: Viewer) -> answers.GameView:
    seen = engine.view(*position.load(viewer.game), viewer.side)
    seat = viewer.seat
    return answers.GameView(
        version=viewer.version,
        asked=None if seat is None else seat.asked or None,
        can_undo=seat is not None and seat.can_undo,
        view=seen,
    )


class Options(OfGame):
    """What may be answered."""

    @described(
        "getOptions",
        "See what you may answer",
        answer=answers.GameOptions,
        parameters=Seen,
        is_for_anybody=True,
        problems=PROBLEMS,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Everything that is legal for your side now, as sets of actions. The public is asked nothing."""
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: _options(viewer))


def _options(viewer: Viewer) -> answers.GameOptions:
    if viewer.seat is None:
        return answers.GameOptions(viewer.version, None, None)
    options = engine.options(*position.load(viewer.game), viewer.seat.plays)
    described_ = None if options is None else options.describe()
    return answers.GameOptions(viewer.version, viewer.seat.asked or None, described_)


class History(OfGame):
    """What happened."""

    @described(
        "getHistory",
        "Read what happened",
        answer=answers.History,
        parameters=Since,
        is_for_anybody=True,
        problems=PROBLEMS,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The changes you could see, oldest first. What was undone stays, marked as such."""
        wanted = parameters.read(request, Since)
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: _history(viewer, wanted))


def _history(viewer: Viewer, wanted: Since) -> answers.History:
    last = wanted.since + wanted.limit
    changes = chronicle.changes_seen(viewer.game, viewer.side, since=wanted.since, until=last)
    following = None
    if last < viewer.version:
        query = urlencode({"as": viewer.label, "since": last, "limit": wanted.limit})
        following = address("history", viewer.game.public_id, query=query)
    told = [answers.Change(**msgspec.structs.asdict(change)) for change in changes]
    return answers.History(viewer.version, told, following)


class Record(OfGame):
    """The whole."""

    @described(
        "getRecord",
        "Take the whole game along",
        answer="Record",
        parameters=Seen,
        is_for_anybody=True,
        problems=PROBLEMS,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The game as one document: what you know of it while it is played, all there is once it is over."""
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: _record(viewer))


def _record(viewer: Viewer) -> dict[str, Any]:
    return chronicle.record_of(viewer.game, viewer.side)
