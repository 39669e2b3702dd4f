"""The clock of a game: what follows when somebody does not answer in time."""

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from accounts.scopes import Scope
from games.api import answers, bodies, rows
from games.api.bodies import Nothing
from games.api.endpoint import OfGame, answer, of_version
from games.api.openapi.operations import described
from games.api.parameters import Seen
from games.api.rows import Row
from games.models.game import Game
from games.services import clock


class Claim(OfGame):
    """Claiming the win."""

    @described(
        "claimWin",
        "Claim the win",
        answer=answers.Done,
        status=201,
        body=Nothing,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=(404, 409),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """End the game, because your opponent has not answered in time and that was agreed.

        `overdue` of their side says whether you may. They can answer until you do.
        """
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        done = clock.claim(seat=seat)
        outcome = answers.Done(**msgspec.structs.asdict(done))
        return of_version(request, viewer, lambda: outcome, version=done.version, status=201)


class MoreTime(OfGame):
    """Giving more time."""

    @described(
        "giveTime",
        "Give your opponent more time",
        answer=answers.Game,
        body=bodies.MoreTime,
        scope=Scope.PLAY,
        parameters=Seen,
        problems=(404, 409),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Move your opponent's deadline on by as many days as they have to answer; from now if it is over.

        It moves the deadline that you name, and no other, and can be done a few times in a game. No version
        moves with it.
        """
        viewer, seat = self.player(request, public_id)
        clock.give_time(seat=seat, due_at=bodies.decoded(request, bodies.MoreTime).due_at)
        now = Game.objects.get(pk=viewer.game.pk)
        return answer(rows.shown([Row(now, viewer.seat)], self.person(request))[0])
