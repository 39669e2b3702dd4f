"""Looking at one game: its position, what is asked, what happened."""

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import engine
from games.api import answers, parameters, rows
from games.api.endpoint import OfGame, address, by_content, of_version
from games.api.errors import NoMoment
from games.api.openapi.operations import described
from games.api.parameters import LookedBack, Seen, Since
from games.errors import Conflict
from games.ladders.bidding.handicap import given_by_game
from games.log import position
from games.reads import chronicle
from games.reads.access import LookingBack, Viewer, looking_back
from games.reads.moments import Moments
from games.services import play

PROBLEMS = (404, 409)
FOR_GOOD = "private, max-age=31536000, immutable"
"""Of a moment of a game that is over: for a year its reader need not ask again."""


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
        given=rows.given(given_by_game([viewer.game]).get(viewer.game.pk)),
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
    changes: list[chronicle.Item] = []
    position.refuse_stopped(viewer.game)
    # Who asks now and then is mostly up to date: then the log is not read.
    if wanted.since < viewer.version:
        changes = chronicle.changes_seen(viewer.game, viewer.side, since=wanted.since, until=last)
    following = None
    if last < viewer.version:
        query = urlencode({"as": viewer.label, "since": last, "limit": wanted.limit})
        following = address("history", viewer.game.public_id, query=query)
    listed = [answers.Change(**msgspec.structs.asdict(change)) for change in changes]
    return answers.History(viewer.version, listed, following)


class Moment(OfGame):
    """What stood there once."""

    @described(
        "getMoment",
        "Look back at a moment",
        answer=answers.GameMoment,
        parameters=LookedBack,
        is_for_anybody=True,
        problems=PROBLEMS,
    )
    def get(self, request: Request, public_id: str, moment: int) -> HttpResponse:
        """What you were shown after one of the changes you could see, and what led to it.

        A game that is over can be looked back at through anybody's eyes, and the answer may be kept, since
        nothing changes any more. What was undone has its moments too, marked as such.
        """
        wanted = parameters.read(request, LookedBack).wanted
        back = self.found(request, lambda visitor: looking_back(visitor, public_id, wanted))
        response = by_content(request, _moment(back, moment))
        if back.viewer.game.is_over:
            response["Cache-Control"] = FOR_GOOD
        return response


def _moment(back: LookingBack, number: int) -> answers.GameMoment:
    if not back.viewer.game.length:
        raise Conflict("not-begun")
    moments = Moments(back.viewer.game, back.eyes)
    if not 1 <= number <= moments.last:
        raise NoMoment(moments.last)
    change = msgspec.structs.asdict(moments.changes[number - 1])
    return answers.GameMoment(**change, view=moments.view(number))


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
