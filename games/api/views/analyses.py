"""What a finished game was about."""

import msgspec
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.rate_limits import sender_of
from games.api import bodies, parameters
from games.api.answers import finished as answers
from games.api.bodies import Nothing
from games.api.endpoint import OfGame, by_content
from games.api.openapi.operations import for_seats, for_watchers
from games.api.parameters import Seen
from games.reads.access import Viewer, Visitor, viewer_of
from games.services import analyses
from games.services.analyses import AnalysisStanding


class Analysis(OfGame):
    """The analysis of a game."""

    @for_watchers("getAnalysis", answer=answers.GameAnalysis)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get what a game was about.

        Get the luck of both sides and the turning points of a finished game, or how much of the work is
        done.

        There is nothing for a game that is not over: the response is `404`.
        """
        viewer = self._of_finished(request, public_id)
        return by_content(request, _shown(analyses.of_game(viewer.game)))

    @for_seats("askForAnalysis", answer=answers.GameAnalysis, status=202, body=Nothing)
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Ask what a game was about.

        Have a finished game analysed in the background; this takes some minutes. To ask again has no
        effect.

        Anybody who may see the game may ask, but only for a few games each day.
        """
        viewer = self._of_finished(request, public_id)
        bodies.decoded(request, Nothing)
        sender = sender_of(request._request)  # noqa: SLF001 - Django's own request
        standing = analyses.ask(viewer.game, asker=_asker(request, viewer), sender=sender)
        response = by_content(request, _shown(standing))
        response.status_code = 202
        return response

    def _of_finished(self, request: Request, public_id: str) -> Viewer:
        """The viewer of a game that may be analysed.

        Raises:
            Http404: there is no such game, the caller may not see it, or it is not over.
            NotAuthenticated: the same, and the request has no token.
        """
        viewpoint = parameters.read(request, Seen).viewpoint

        def find(visitor: Visitor) -> Viewer:
            viewer = viewer_of(visitor, public_id, viewpoint)
            if not analyses.may_be_analysed(viewer.game):
                raise Http404
            return viewer

        return self.found(request, find)


def _asker(request: Request, viewer: Viewer) -> Person | None:
    """Who asks: a person, or the player of the seat whose pass was sent."""
    if isinstance(request.user, Person):
        return request.user
    return None if viewer.seat is None else viewer.seat.player


def _shown(standing: AnalysisStanding) -> answers.GameAnalysis:
    result = standing.result
    if result is None:
        return answers.GameAnalysis(standing.status.value, standing.percent, None, None)
    points = msgspec.convert(result.turning_points, list[answers.TurningPoint], from_attributes=True)
    luck = msgspec.convert(result, answers.BothLuck, from_attributes=True)
    grave = msgspec.convert(result.grave, list[answers.GraveDeed], from_attributes=True)
    return answers.GameAnalysis(standing.status.value, standing.percent, luck, points, grave)
