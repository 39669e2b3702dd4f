"""Many games: lists of them, the next that waits, and a new one."""

from functools import partial
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpResponse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from accounts.models.person import Person, validate_address
from accounts.rate_limits import sender_of
from accounts.scopes import Scope
from games.api import answers, bodies, parameters, rows
from games.api.endpoint import Endpoint, address, answer, by_content, page
from games.api.errors import Unfit, Unknown
from games.api.openapi.operations import described
from games.api.parameters import After, Listing
from games.api.permissions import HasScopeOrWatches
from games.api.rows import Row
from games.api.versions import idempotency_key
from games.ladders.clubs.games import enter
from games.ladders.clubs.queries import club_at
from games.ladders.models.club import Club
from games.models.time_out_policy import OnTimeOut
from games.reads import queries
from games.reads.access import Visitor, viewer_of
from games.rulebook.editions import DEFAULT, edition_ids
from games.services import computers, idempotency, lobby

Value = TypeVar("Value")


class Games(Endpoint):
    """Lists of games, and new ones."""

    permission_classes = (HasScopeOrWatches,)

    @described(
        "listGames",
        "List games",
        answer=answers.GamePage,
        parameters=Listing,
        is_for_anybody=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """A page of a list. A game that you play on both sides has two rows in the lists of yours."""
        wanted = parameters.read(request, Listing)
        reader = request.user if isinstance(request.user, Person) else None
        if wanted.which in ("open", "watch"):
            listed = queries.open_games(reader) if wanted.which == "open" else queries.games_to_watch()
            games, following = page(request, listed, wanted)
            may_join = wanted.which == "open" and reader is not None
            found = [Row(game, may_join=may_join) for game in games]
        else:
            found, following = self._own(request, wanted)
        return by_content(request, answers.GamePage(rows.shown(found, reader), following))

    def _own(self, request: Request, wanted: Listing) -> tuple[list[Row], str | None]:
        person = self.person(request)
        if wanted.which == "invitations":
            invited, following = page(request, queries.invitations_of(person), wanted)
            return [Row(invitation.seat.game, may_join=True) for invitation in invited], following
        seats = queries.seats_of(person)
        if wanted.which == "waiting":
            seats = seats.filter(waiting_since__isnull=False, game__frozen_at=None)
        mine, following = page(request, seats, wanted)
        return [Row(seat.game, seat) for seat in mine], following

    @described(
        "createGame",
        "Create a game",
        answer=answers.Game,
        status=201,
        body=bodies.NewGame,
        scope=Scope.PLAY,
        problems=(409, 422),
        is_repeatable=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a game. Against a computer player or yourself it begins at once; else it waits for somebody.

        One person makes so many games in a day, and so many invitations are sent by one, and to one address.
        Sent again with its `Idempotency-Key` it makes no other game: the answer is the one that was made, as
        it is by then.
        """
        person = self.person(request)
        wanted = bodies.decoded(request, bodies.NewGame)
        repeatable = idempotency.creation(person, idempotency_key(request), bodies.body(request))
        club = _club(wanted)
        edition = _chosen(wanted.edition, DEFAULT if club is None else club.edition)
        if edition not in edition_ids():
            raise Unknown("edition", edition, edition_ids())
        game = lobby.create(
            creator=person,
            edition=edition,
            side=wanted.side,
            opponent=_opponent(wanted.opponent),
            flags=msgspec.to_builtins(wanted.flags),
            terms=_terms(wanted, club),
            nonce=wanted.nonce,
            sender=sender_of(request._request),  # noqa: SLF001 - the only way to Django's own
            enter=None if club is None else partial(enter, club=club, by=person),
            request=repeatable,
        )
        viewer = viewer_of(Visitor(person), game.public_id)
        (made,) = rows.shown([Row(viewer.game, viewer.seat)], person)
        response = answer(made, 201)
        response["Location"] = address("game", game.public_id)
        return response


def _club(wanted: bodies.NewGame) -> Club | None:
    if wanted.club is None:
        return None
    club = club_at(wanted.club)
    if club is None:
        raise Unfit("unknown-club")
    return club


def _terms(wanted: bodies.NewGame, club: Club | None) -> lobby.Terms:
    usual_pace, usual_end = (None, "nothing") if club is None else (club.pace, club.on_time_out)
    return lobby.Terms(
        is_public=wanted.public,
        pace=_chosen(wanted.pace, usual_pace),
        on_time_out=OnTimeOut(_chosen(wanted.on_time_out, usual_end)),
        is_rated=wanted.rated,
    )


def _chosen(wanted: Value | UnsetType, usual: Value) -> Value:
    return usual if wanted is UNSET else wanted


def _opponent(wanted: Any) -> lobby.Opponent:
    match wanted:
        case bodies.Invite(email=email):
            try:
                validate_email(email)
                validate_address(email)
            except ValidationError:
                raise Unfit("not-an-address") from None
            return lobby.Invite(email)
        case bodies.Computer(computer=name):
            if name not in computers.NAMES:
                raise Unknown("computer", name, sorted(computers.NAMES))
            return lobby.Computer(name)
        case bodies.Myself():
            return lobby.Myself()
        case _:
            return lobby.Anybody()


class NextGame(Endpoint):
    """The next game that waits."""

    @described(
        "getNextGame",
        "The game that waits for you first",
        answer=answers.NextGame,
        parameters=After,
    )
    def get(self, request: Request) -> HttpResponse:
        """The game to look at next. Where only the one you name waits, it is that one again."""
        person = self.person(request)
        seat = queries.next_waiting(person, after=parameters.read(request, After).after or "")
        found = rows.shown([Row(seat.game, seat)], person) if seat is not None else [None]
        return by_content(request, answers.NextGame(found[0]))
