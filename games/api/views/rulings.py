"""Rulings of arbiters, and questions to them. Arbiters make rulings on pages, never through the API."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies
from games.api.answers import clubs as answers
from games.api.bodies.games import AskedRuling
from games.api.endpoint import OfGame, answer, by_content
from games.api.openapi.operations import for_seats, for_watchers
from games.engine.side import EAST
from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.arbitration import questions, register
from games.ladders.arbitration.verbs import sentence_of
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling, RulingRequest
from games.log.position import refuse_stopped
from games.reads.access import Viewer


class Rulings(OfGame):
    """The rulings on a game."""

    @for_watchers("getDecisions", answer=answers.Rulings)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the rulings on a game.

        Get the rulings of the club's arbiters on a game. Everyone who may see the game can read them.

        Arbiters see no more here than other viewers do.
        """
        viewer = self.begun(request, public_id)
        refuse_stopped(viewer.game)
        return by_content(request, _shown(viewer))


class Ask(OfGame):
    """Ask the arbiters a question."""

    @for_seats("askForRuling", answer=answers.Question, status=201, body=AskedRuling)
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Ask the arbiters for a ruling.

        Send a question to the arbiters of the game's club. With it they see everything that your side can
        see now.

        The service records which arbiters read it; they can no longer take a seat in the game. Your opponent
        does not see the question until it is answered. A side has at most one open question; repeating the
        same question changes nothing.
        """
        _viewer, seat = self.player(request, public_id)
        text = bodies.decoded(request, AskedRuling).text.strip()
        return answer(_question(questions.ask(seat=seat, text=text)), 201)


def _shown(viewer: Viewer) -> answers.Rulings:
    held = ClubGame.objects.select_related("club").filter(game=viewer.game).first()
    record = register.record_of(viewer.game)
    question = None if viewer.seat is None else arbitration_queries.waiting_of(viewer.seat)
    return answers.Rulings(
        club=None if held is None else held.club.slug,
        whole=not record or register.is_whole(viewer.game, record),
        decisions=[_ruling(row) for row in record],
        question=None if question is None else _question(question),
    )


def _ruling(row: Ruling) -> answers.Ruling:
    return answers.Ruling(
        number=row.number,
        kind=row.kind,
        side=None if row.about is None else "east" if row.about is EAST else "west",
        told=sentence_of(row),
        reason=row.reason,
        by=row.arbiter_name or None,
        at=row.made_at,
        chain=row.chain,
    )


def _question(row: RulingRequest) -> answers.Question:
    return answers.Question(row.text, row.asked_at)
