"""Reading a game: its position, legal actions, history and record."""

from urllib.parse import urlencode

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies, parameters
from games.api.answers import playing as answers
from games.api.answers.games import Game
from games.api.bodies.games import Continuation
from games.api.endpoint import OfGame, address, by_content, by_tag, of_version
from games.api.errors import NoMoment
from games.api.openapi.operations import for_players, for_watchers
from games.api.parameters import CountedBy, LookedBack, Since
from games.api.representation import options_of, view_of
from games.api.versions import idempotency_key
from games.api.views import lists
from games.engine.side import Side
from games.log import position
from games.reads import chronicle, moments
from games.reads.access import ReplayAccess, Viewer, replay_access
from games.reads.moments import Moments
from games.services import idempotency, play, practice
from sekigahara.errors.exceptions import Conflict

FOR_GOOD = "private, max-age=31536000, immutable"
"""For moments of finished games: clients may cache them for a year."""


class View(OfGame):
    """The position of a game."""

    @for_watchers("getView", answer=answers.GameView)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the position.

        Get everything that your side, or the public, can see. Hidden blocks of the other side appear
        only as counts.

        This request, even with a `304`, marks the game as seen: you get an email again the next time the game
        starts to wait for you.
        """
        viewer = self.begun(request, public_id)
        response = of_version(request, viewer, lambda: view_of(viewer))
        if viewer.seat is not None and request.method == "GET":
            play.mark_seen(seat=viewer.seat)
        return response


class Options(OfGame):
    """The legal actions of a side."""

    @for_watchers("getOptions", answer=answers.GameOptions)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the legal actions.

        Get all legal actions of your side, as sets of actions. For the public there are none."""
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: options_of(viewer))


class History(OfGame):
    """The history of a game."""

    @for_watchers("getHistory", answer=answers.History, parameters=Since)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the history.

        Get the changes visible to you, oldest first. Undone changes remain and are marked."""
        query = parameters.read(request, Since)
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: _history(viewer, query))


def _history(viewer: Viewer, query: Since) -> answers.History:
    last = query.since + query.limit
    changes: list[chronicle.SeenChange] = []
    position.refuse_stopped(viewer.game)
    # Most clients that poll are up to date. For them the log is not read.
    if query.since < viewer.version:
        changes = chronicle.changes_seen(viewer.game, viewer.side, since=query.since, until=last)
    following = None
    if last < viewer.version:
        following_query = urlencode({"as": viewer.label, "since": last, "limit": query.limit})
        following = address("history", viewer.game.public_id, query=following_query)
    listed = [answers.Change(**msgspec.structs.asdict(change)) for change in changes]
    return answers.History(viewer.version, listed, following)


class Moment(OfGame):
    """A past position of a game."""

    @for_watchers("getMoment", answer=answers.GameMoment, parameters=LookedBack)
    def get(self, request: Request, public_id: str, moment: int) -> HttpResponse:
        """Get a past position.

        Get one change visible to you and the position after it.

        For a finished game you may choose any viewer, and may cache the response, as it never changes. Undone
        changes are included and marked.
        """
        viewpoint = parameters.read(request, LookedBack).viewpoint
        back = self.found(request, lambda visitor: replay_access(visitor, public_id, viewpoint))
        game = back.viewer.game
        if not game.is_over or not game.length or game.frozen_at is not None:
            return by_content(request, _moment(back, moment))
        tag = f'"{moments.tag_of(game, back.viewpoint, moment)}"'
        response = by_tag(request, tag, lambda: _moment(back, moment))
        response["Cache-Control"] = FOR_GOOD
        return response

    @for_players(
        "continueGame",
        answer=Game,
        status=201,
        body=Continuation,
        parameters=CountedBy,
        problems=(409, 422),
        is_repeatable=True,
    )
    def post(self, request: Request, public_id: str, moment: int) -> HttpResponse:
        """Play on from a past position.

        Begin a private game from a moment of a finished game, against a computer player or yourself.

        It is for practice: it is unrated, counts in no statistics, and has no record. Its draws follow from a
        seed of its own. It counts as a new game of yours that day. Repeating the request with the same
        `Idempotency-Key` creates no other game.
        """
        viewpoint = parameters.read(request, CountedBy).viewpoint
        back = self.found(request, lambda visitor: replay_access(visitor, public_id, viewpoint))
        person = self.person(request)
        body = bodies.decoded(request, Continuation)
        asked = f"continue {public_id} {moment} {back.viewpoint} ".encode() + bodies.body(request)
        game = practice.play_on(
            player=person,
            moments=_past(back, moment),
            number=moment,
            side=Side.named(body.side),
            opponent=lists.alone(body.opponent),
            request=idempotency.creation(person, idempotency_key(request), asked),
        )
        return lists.created(game, person)


def _past(back: ReplayAccess, number: int) -> Moments:
    """The moments of a game, which has one of that number.

    Raises:
        Conflict: the game has not begun.
        NoMoment: there is no such moment.
    """
    if not back.viewer.game.length:
        raise Conflict("not-begun")
    found = Moments(back.viewer.game, back.audience)
    if not 1 <= number <= found.last:
        raise NoMoment(found.last)
    return found


def _moment(back: ReplayAccess, number: int) -> answers.GameMoment:
    found = _past(back, number)
    return answers.GameMoment(**msgspec.structs.asdict(found.change(number)), view=found.view(number))


class Record(OfGame):
    """The record of a game."""

    @for_watchers("getRecord", answer="Record")
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the record of a game.

        Get the game as one document. While it is running, the record contains what you can see; once
        it is over, it contains everything."""
        viewer = self.begun(request, public_id)
        return of_version(request, viewer, lambda: chronicle.record_of(viewer.game, viewer.side))
