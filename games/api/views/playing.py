"""Acting in a game, claiming the win on time, and giving more time."""

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.authentication import TokenAuthentication
from games.api import bodies, parameters, rows
from games.api.answers import playing as answers
from games.api.answers.games import Game
from games.api.bodies import Nothing
from games.api.bodies.games import MoreTime, WantedPause
from games.api.endpoint import OfGame, answer, of_version
from games.api.openapi.operations import ACTIONS, for_seats
from games.api.parameters import Drawn
from games.api.representation import REPRESENTATION, ViewBefore, after, view_before
from games.api.rows import Row
from games.api.seat_authentication import SeatAuthentication
from games.api.versions import etag, expected_version, idempotency_key
from games.drawing.board import sheet_svg
from games.drawing.layout import SHEETS, Sheet
from games.log.position import rules_of
from games.models.game import Game as GameRow
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import asking_again, clock, pausing, play, take_back
from sekigahara.errors.exceptions import Stale
from sekigahara.requests.never_refused import never_refused

ACTING_PROBLEMS = (409, 412, 422, 428)


class Acting(OfGame):
    """A view in which a player acts."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [TokenAuthentication(is_brief=True), SeatAuthentication()]


class Actions(Acting):
    """Take actions."""

    @for_seats(
        "act", answer=answers.Done, status=201, body=ACTIONS, problems=ACTING_PROBLEMS, is_representable=True
    )
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Act.

        Carry out one action, or a list of actions in order. Either all are carried out or none.

        An action that tells you something new, draws something or lets somebody else act must be the last in
        its list. So a whole movement phase can be one list.
        """
        viewer, seat = self.player(request, public_id)
        version, key = expected_version(request, viewer), idempotency_key(request)
        several = bodies.several(request)
        known = view_before(request, viewer)
        with _tagging(viewer):
            done = play.submit(seat=seat, bodies=several, expected_version=version, key=key, both=viewer.both)
        return _preferred(request, viewer, done, known)


class Undo(Acting):
    """Undo an action."""

    @for_seats(
        "undo", answer=answers.Done, status=201, body=Nothing, problems=ACTING_PROBLEMS, is_representable=True
    )
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Undo your latest action.

        Undo your latest action, if it revealed and drew nothing and nobody else has acted since."""
        viewer, seat = self.player(request, public_id)
        version, key = expected_version(request, viewer), idempotency_key(request)
        bodies.decoded(request, Nothing)
        known = view_before(request, viewer)
        with _tagging(viewer):
            done = play.undo(seat=seat, expected_version=version, key=key, both=viewer.both)
        return _preferred(request, viewer, done, known)


class TakeBack(Acting):
    """Taking back by consent."""

    @for_seats("takeBack", answer=answers.Done, status=201, body=Nothing, problems=ACTING_PROBLEMS)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Ask to take an action back, or agree.

        Ask your opponent to agree that you take back your latest action, while
        `may_ask_to_take_back` is true; or agree, if your opponent asks for that. To refuse, play on.

        To ask changes no version. If you play both sides, the action is taken back at once.
        """
        viewer, seat = self.player(request, public_id)
        version, key = expected_version(request, viewer), idempotency_key(request)
        bodies.decoded(request, Nothing)
        with _tagging(viewer):
            done = take_back.ask_or_agree(seat=seat, expected_version=version, key=key)
        return _done(request, viewer, done)


class Resign(Acting):
    """Resigns."""

    @for_seats("resign", answer=answers.Done, status=201, body=Nothing)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Resign.

        Resign the game. You can resign at any time. This cannot be undone."""
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        return _done(request, viewer, play.resign(seat=seat))


class Preview(Acting):
    """Preview actions."""

    @for_seats("preview", answer=answers.Preview, body=ACTIONS, parameters=Drawn, problems=(409, 422))
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Preview actions.

        Get the expected result of actions, and your options after them, without carrying them out.

        It ends at an action that would tell you something new, draw something or let somebody else act.
        """
        _viewer, seat = self.player(request, public_id)
        sheet = SHEETS.get(parameters.read(request, Drawn).draw or "")
        preview = play.preview(seat=seat, bodies=bodies.several(request))
        return answer(answers.Preview(**preview._asdict(), board=_board(seat, preview.view, sheet)))


class Claim(OfGame):
    """Claim the win on time."""

    @for_seats("claimWin", answer=answers.Done, status=201, body=Nothing)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Claim the win on time.

        End the game because your opponent has run out of time, if the players agreed to that.

        You may claim while `overdue` of their side is true. They can still act until you do.
        """
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        return _done(request, viewer, clock.claim(seat=seat))


class GiveTime(OfGame):
    """Give the opponent more time."""

    @for_seats("giveTime", answer=Game, body=MoreTime)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Give your opponent more time.

        Extend your opponent's deadline by the days per decision, counted from now if it has passed.

        It extends only the deadline that you name, and only a few times per game. It does not change any
        version.
        """
        viewer, seat = self.player(request, public_id)
        clock.give_time(seat=seat, due_at=bodies.decoded(request, MoreTime).due_at)
        now = GameRow.objects.get(pk=viewer.game.pk)
        return answer(rows.shown([Row(now, viewer.seat)], self.person(request))[0])


class Pause(OfGame):
    """A pause by consent."""

    @for_seats("pause", answer=Game, body=WantedPause)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Ask for a pause, or answer.

        Ask your opponent for a pause, agree, decline or withdraw, or end the pause. The clock stops once
        both have agreed; both can still act. It does not change any version."""
        viewer, seat = self.player(request, public_id)
        body = bodies.decoded(request, WantedPause)
        if body.do == "ask":
            pausing.ask(seat=seat, days=body.days)
        else:
            pausing.PAUSE_ANSWERS[body.do](seat=seat)
        return self._game(request, viewer)

    def _game(self, request: Request, viewer: Viewer) -> HttpResponse:
        now = GameRow.objects.get(pk=viewer.game.pk)
        return answer(rows.shown([Row(now, viewer.seat)], self.person(request))[0])


class AskAgain(OfGame):
    """Asking the opponent again."""

    @for_seats("askAgain", answer=Game, body=Nothing)
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Ask your opponent again.

        Send your opponent the mail that the game waits for them once more. It is possible once for each
        deadline, after half of the time, while they are not on holiday and have no quiet hours."""
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        asking_again.ask(seat=seat)
        return answer(rows.shown([Row(viewer.game, viewer.seat)], self.person(request))[0])


def _board(seat: Seat, view: dict[str, Any], sheet: Sheet | None) -> str | None:
    """A drawing of a view; None without a sheet."""
    if sheet is None:
        return None
    drawing = sheet_svg(rules_of(seat.game), view, sheet)
    return "".join([drawing])  # the encoder takes no subclass of str


@contextlib.contextmanager
def _tagging(viewer: Viewer) -> Iterator[None]:
    """Add the current tag to errors of stale requests.

    Raises:
        Stale: the request is stale; ``parameters`` include the current tag.
    """
    try:
        yield
    except Stale as stale:
        stale.parameters["etag"] = etag(viewer, stale.version)
        raise


def _done(request: Request, viewer: Viewer, done: play.Done) -> HttpResponse:
    """Answer with the result of an action."""
    outcome = answers.Done(**msgspec.structs.asdict(done))
    return of_version(request, viewer, lambda: outcome, version=done.version, status=201)


def _preferred(request: Request, viewer: Viewer, done: play.Done, known: ViewBefore | None) -> HttpResponse:
    """Answer with the result of an action, and with the representation if the request prefers that."""
    outcome = None if known is None else after(known, done)
    if outcome is None:
        response = _done(request, viewer, done)
    else:
        response = of_version(request, viewer, lambda: outcome, version=done.version, status=201)
        response["Preference-Applied"] = REPRESENTATION
    patch_vary_headers(response, ["Prefer"])
    return response
