"""The clock of a game: claiming the win on time, and giving more time."""

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies, rows
from games.api.answers import games as answers
from games.api.answers.playing import Done
from games.api.bodies import Nothing
from games.api.bodies.games import MoreTime
from games.api.endpoint import OfGame, answer, of_version
from games.api.openapi.operations import for_players
from games.api.parameters import Seen
from games.api.rows import Row
from games.models.game import Game
from games.services import clock


class Claim(OfGame):
    """Claim the win on time."""

    @for_players(
        "claimWin",
        "Claim the win on time",
        answer=Done,
        status=201,
        body=Nothing,
        parameters=Seen,
        problems=(409,),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """End the game because your opponent has run out of time, if the players agreed to that.

        You may claim while `overdue` of their side is true. They can still act until you do.
        """
        viewer, seat = self.player(request, public_id)
        bodies.decoded(request, Nothing)
        done = clock.claim(seat=seat)
        outcome = Done(**msgspec.structs.asdict(done))
        return of_version(request, viewer, lambda: outcome, version=done.version, status=201)


class GiveTime(OfGame):
    """Give the opponent more time."""

    @for_players(
        "giveTime",
        "Give your opponent more time",
        answer=answers.Game,
        body=MoreTime,
        parameters=Seen,
        problems=(409,),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Extend your opponent's deadline by the days per decision, counted from now if it has passed.

        It extends only the deadline that you name, and only a few times per game. It does not change any
        version.
        """
        viewer, seat = self.player(request, public_id)
        clock.give_time(seat=seat, due_at=bodies.decoded(request, MoreTime).due_at)
        now = Game.objects.get(pk=viewer.game.pk)
        return answer(rows.shown([Row(now, viewer.seat)], self.person(request))[0])
