"""Acting in one game."""

import contextlib
from collections.abc import Iterator

import msgspec
from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.authentication import TokenAuthentication
from accounts.scopes import Scope
from games.api import answers, bodies
from games.api.bodies import Nothing
from games.api.endpoint import OfGame, answer, of_version
from games.api.openapi.operations import ACTIONS, described
from games.api.parameters import Seen
from games.api.versions import etag, expected_version, idempotency_key
from games.errors import Stale
from games.reads.access import Viewer
from games.services import play

PROBLEMS = (404, 409, 412, 422, 428)


class Acting(OfGame):
    """A view of one game by which somebody acts in it."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [TokenAuthentication(is_brief=True)]


class Actions(Acting):
    """Answering what is asked."""

    @described(
        "act",
        "Act",
        answer=answers.Done,
        status=201,
        body=ACTIONS,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=PROBLEMS,
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Carry out an action, or several in order, all or none.

        What shows or draws anything ends a list: such an action may only be the last of it.
        """
        viewer, seat = self.player(request, public_id)
        version, key = expected_version(request, viewer), idempotency_key(request)
        several = bodies.several(request)
        with _tagging(viewer):
            done = play.submit(seat=seat, bodies=several, expected_version=version, key=key, both=viewer.both)
        return _done(request, viewer, done)


class Undo(Acting):
    """Taking back."""

    @described(
        "undo",
        "Take back your latest action",
        answer=answers.Done,
        status=201,
        body=Nothing,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=PROBLEMS,
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Take back what you did last, as long as nothing was shown or drawn and nobody else has acted."""
        viewer, seat = self.player(request, public_id)
        version, key = expected_version(request, viewer), idempotency_key(request)
        bodies.decoded(request, Nothing)
        with _tagging(viewer):
            done = play.undo(seat=seat, expected_version=version, key=key, both=viewer.both)
        return _done(request, viewer, done)


class Resign(Acting):
    """Giving up."""

    @described(
        "resign",
        "Resign",
        answer=answers.Done,
        status=201,
        body=Nothing,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=(404, 409),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Give the game up, whoever is asked what. There is no way back."""
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        return _done(request, viewer, play.resign(seat=seat))


class Preview(Acting):
    """Trying out."""

    @described(
        "preview",
        "Try actions out",
        answer=answers.Preview,
        body=ACTIONS,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=(404, 409, 422),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """What would come of actions, as far as it can be told without doing them. Nothing is changed."""
        _viewer, seat = self.player(request, public_id)
        preview = play.preview(seat=seat, bodies=bodies.several(request))
        return answer(answers.Preview(**preview._asdict()))


@contextlib.contextmanager
def _tagging(viewer: Viewer) -> Iterator[None]:
    """Within the block somebody acts.

    Raises:
        Stale: with the tag of the current version added.
    """
    try:
        yield
    except Stale as stale:
        stale.parameters["etag"] = etag(viewer, stale.version)
        raise


def _done(request: Request, viewer: Viewer, done: play.Done) -> HttpResponse:
    """What came of it."""
    outcome = answers.Done(**msgspec.structs.asdict(done))
    return of_version(request, viewer, lambda: outcome, version=done.version, status=201)
