"""Whether two players see that the other has the page of their game open."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies
from games.api.answers import streams as answers
from games.api.bodies.games import SharingPresence
from games.api.endpoint import OfGame, answer, by_content
from games.api.openapi.operations import described, for_seats
from games.api.parameters import Seen
from games.models import both_seats
from games.services import presence


class Presence(OfGame):
    """What a player may know of the other's presence."""

    @described("getPresence", answer=answers.PresenceNow, parameters=Seen, problems=(409,))
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """See whether your opponent is looking.

        Get whether your opponent has the page of the game open, if both of you have switched that on. The
        stream of the game sends the same as `presence` when it changes."""
        viewer, seat = self.player(request, public_id)
        return by_content(request, answers.PresenceNow(*presence.shown(seat, viewer.both)))

    @for_seats("switchPresence", answer=answers.PresenceNow, body=SharingPresence)
    def put(self, request: Request, public_id: str) -> HttpResponse:
        """Switch presence on or off.

        Switch on or off that you and your opponent see when the other has the page of the game open. It is
        off at first, and nothing is shown unless both have switched it on. Switching off works at once."""
        viewer, seat = self.player(request, public_id)
        presence.switch(seat, on=bodies.decoded(request, SharingPresence).mine)
        both = both_seats.of_game(viewer.game.pk)
        return answer(answers.PresenceNow(*presence.shown(both[seat.plays], both)))
