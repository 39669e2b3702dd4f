"""A game: reading it, joining, declining and calling it off."""

from django.http import Http404, HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.rate_limits import sender_of
from games.api import bodies, rows
from games.api.answers import games as answers
from games.api.bodies import Nothing
from games.api.bodies.games import CheckingIn, Declining, Joining
from games.api.endpoint import OfGame, answer, by_content
from games.api.openapi.operations import for_anybody, for_players
from games.api.parameters import Seen
from games.api.rows import Row
from games.api.views.lists import created
from games.models.game import Game as GameRow
from games.reads import queries
from games.services import check_in, joining, rematch
from sekigahara.errors.exceptions import Conflict
from sekigahara.requests.never_refused import never_refused


class OfLobby(OfGame):
    """A view of a game that may not have started. People who may join it can see it."""

    def row(self, request: Request, public_id: str) -> Row:
        """Find a game for people who play it, may watch it, are invited to it or may join it.

        Raises:
            Http404, NotAuthenticated: there is none, or they may not see it.
        """
        person = request.user if isinstance(request.user, Person) else None
        try:
            viewer = self.viewer(request, public_id)
        except (Http404, NotAuthenticated):
            row = _to_join(public_id, person)
            if row is None:
                raise
            return row
        return Row(viewer.game, viewer.seat)

    @staticmethod
    def shown(person: Person, row: Row) -> HttpResponse:
        """Answer with the current state of a game."""
        return answer(rows.shown([row], person)[0])


def _to_join(public_id: str, person: Person | None) -> Row | None:
    game = queries.open_game(public_id, person)
    if game is not None:
        return Row(game, may_join=person is not None, is_offer=True)
    invitation = None if person is None else queries.invitation_of(public_id, person)
    if invitation is None:
        return None
    game = invitation.seat.game
    is_free = game.status == GameRow.Status.WAITING and not invitation.seat.is_taken
    is_open = is_free and invitation.declined_at is None
    return Row(game, may_join=is_open)


class Game(OfLobby):
    """A game without its position."""

    @for_anybody("getGame", answer=answers.Game, parameters=Seen)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get a game.

        Get a game: its players, edition, settings and state. For the position, get the view."""
        row = self.row(request, public_id)
        person = request.user if isinstance(request.user, Person) else None
        return by_content(request, rows.shown([row], person)[0])


class Join(OfLobby):
    """Join a game."""

    @for_players("joinGame", answer=answers.Game, body=Joining, problems=(409, 422))
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Join an open game, or accept an invitation.

        Take the free seat. The game starts."""
        person = self.person(request)
        row = self.row(request, public_id)
        seat = joining.join(game=row.game, person=person, nonce=bodies.decoded(request, Joining).nonce)
        return self.shown(person, Row(seat.game, seat))


class CheckIn(OfLobby):
    """Check in to a game."""

    @for_players("checkIn", answer=answers.Game, body=CheckingIn, problems=(409, 422))
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Check in to a game.

        Check in to a game that a ladder has paired, or reveal the nonce whose hash you gave. The game
        starts when both players have checked in. Repeating the request changes nothing.
        """
        person = self.person(request)
        row = self.row(request, public_id)
        body = bodies.decoded(request, CheckingIn)
        if row.seat is None:
            raise Conflict("no-check-in")
        seat = check_in.check_in(seat=row.seat, nonce=body.nonce)
        return self.shown(person, Row(seat.game, seat))


class Decline(OfLobby):
    """Decline an invitation."""

    @for_players("declineInvitation", answer=answers.Game, body=Declining, problems=(409,))
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Decline an invitation.

        Decline an invitation. The game is called off, and the person who invited you is notified."""
        person = self.person(request)
        row = self.row(request, public_id)
        joining.decline(game=row.game, person=person, block=bodies.decoded(request, Declining).block)
        return self.shown(person, self.row(request, public_id))


class CallOff(OfLobby):
    """Call a game off."""

    @for_players("callOffGame", answer=answers.Game, body=Nothing, problems=(409,))
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Call off a game that has not started.

        Call off a game that you created and that nobody has joined."""
        person = self.person(request)
        row = self.row(request, public_id)
        bodies.decoded(request, Nothing)
        joining.call_off(game=row.game, person=person)
        return self.shown(person, self.row(request, public_id))


class Rematch(OfGame):
    """The rematch of a finished game."""

    @for_players("offerRematch", answer=answers.Game, status=201, body=Joining, problems=(409, 422))
    @never_refused("POST")
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Offer or accept a rematch.

        Offer a rematch of a finished game, or accept the one that your opponent offers. The new game has
        the same edition, optional rules and terms, with sides swapped, and belongs to no club and no ladder.
        Your opponent is invited; the offer ends after a week. Against a computer player or yourself the game
        starts at once. Each of you can offer one. Repeating the request changes nothing.
        """
        person, (_viewer, seat) = self.person(request), self.player(request, public_id)
        body = bodies.decoded(request, Joining)
        sender = sender_of(request._request)  # noqa: SLF001 - the only way to Django's own
        return created(rematch.offer(seat=seat, nonce=body.nonce, sender=sender), person)
