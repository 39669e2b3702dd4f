"""Lists of games, the next game that is waiting, and new games."""

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
from games.api import bodies, parameters, rows
from games.api.answers import games as answers
from games.api.bodies.games import Computer, Invite, KnownPlayer, Myself, NewGame
from games.api.endpoint import Endpoint, Readable, address, answer, by_content, page
from games.api.errors import Unfit, Unknown
from games.api.openapi.operations import described, for_anybody, for_players
from games.api.parameters import After, Listing
from games.api.rows import Row
from games.api.versions import idempotency_key
from games.ladders.clubs.games import enter
from games.ladders.clubs.queries import club_at
from games.ladders.models.club import Club
from games.models.clocks import HOLD, REACTION
from games.models.game import Game
from games.models.time_out_policy import OnTimeOut
from games.reads import queries
from games.reads.access import Visitor, viewer_of
from games.rulebook.editions import DEFAULT, edition_ids
from games.services import computers, idempotency, lobby, offers
from sekigahara.errors.exceptions import Unacceptable

Value = TypeVar("Value")


class Offers(Endpoint):
    """Offers of new games."""

    @for_players("makeOffer", answer=answers.GameOffer, status=201, body=bodies.Nothing)
    def post(self, request: Request) -> HttpResponse:
        """Get an offer for a new game.

        Get the id and the commitment of a game that you may create, before you choose your nonce. An
        offer can be used once. Nothing happens if you do not use it.
        """
        bodies.decoded(request, bodies.Nothing)
        made = offers.make()
        origin = made.origin
        shown = answers.GameOffer(made.text, origin.public_id, origin.commitment, made.expires_at)
        return answer(shown, 201)


class Games(Readable):
    """Lists of games, and new ones."""

    @for_anybody("listGames", answer=answers.GamePage, parameters=Listing)
    def get(self, request: Request) -> HttpResponse:
        """List games.

        Get a list of games. A game in which you play both sides has two rows in your own lists."""
        query = parameters.read(request, Listing)
        reader = request.user if isinstance(request.user, Person) else None
        if query.which in ("open", "watch"):
            listed = queries.open_games(reader) if query.which == "open" else queries.games_to_watch()
            games, following = page(request, listed, query)
            is_open = query.which == "open"
            found = [Row(game, may_join=is_open and reader is not None, is_offer=is_open) for game in games]
        else:
            found, following = self._own(request, query)
        return by_content(request, answers.GamePage(rows.shown(found, reader), following))

    def _own(self, request: Request, query: Listing) -> tuple[list[Row], str | None]:
        person = self.person(request)
        if query.which == "invitations":
            invited, following = page(request, queries.invitations_of(person), query)
            return [Row(invitation.seat.game, may_join=True) for invitation in invited], following
        seats = queries.finished_seats_of(person) if query.which == "over" else queries.seats_of(person)
        if query.which == "waiting":
            seats = seats.filter(waiting_since__isnull=False, game__frozen_at=None)
        mine, following = page(request, seats, query)
        return [Row(seat.game, seat) for seat in mine], following

    @for_players(
        "createGame", answer=answers.Game, status=201, body=NewGame, problems=(409, 422), is_repeatable=True
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a game.

        Create a game. Against a computer player or yourself it starts at once; otherwise it waits for an
        opponent.

        The number of new games per person and day is limited, and so is the number of invitations from a
        person and to an email address. Repeating the request with the same `Idempotency-Key` creates no other
        game; the response is the current state of the first one.
        """
        person = self.person(request)
        body = bodies.decoded(request, NewGame)
        repeatable = idempotency.creation(person, idempotency_key(request), bodies.body(request))
        club = _club(body, person)
        edition = _chosen(body.edition, DEFAULT if club is None else club.edition)
        if edition not in edition_ids():
            raise Unknown("edition", edition, edition_ids())
        game = lobby.create(
            creator=person,
            edition=edition,
            side=body.side,
            opponent=_opponent(body.opponent, person),
            flags=msgspec.to_builtins(body.flags),
            terms=_terms(body, club),
            nonce=body.nonce,
            nonce_hash=body.nonce_hash,
            offer=body.offer,
            sender=sender_of(request._request),  # noqa: SLF001 - the only way to Django's own
            enter=None if club is None else partial(enter, club=club, by=person),
            request=repeatable,
        )
        return created(game, person)


def created(game: Game, person: Person) -> HttpResponse:
    """The response to a request that created a game."""
    viewer = viewer_of(Visitor(person), game.public_id)
    (made,) = rows.shown([Row(viewer.game, viewer.seat)], person)
    response = answer(made, 201)
    response["Location"] = address("game", game.public_id)
    return response


def _club(body: NewGame, person: Person) -> Club | None:
    if body.club is None:
        return None
    club = club_at(body.club, person)
    if club is None:
        raise Unfit("unknown-club")
    return club


def _terms(body: NewGame, club: Club | None) -> lobby.Terms:
    default_pace = None if club is None else club.pace
    default_policy = OnTimeOut.NOTHING if club is None else OnTimeOut(club.on_time_out)
    return lobby.Terms(
        is_public=body.public,
        pace=_chosen(body.pace, default_pace),
        time_bank=body.time_bank,
        on_time_out=_chosen(body.on_time_out, default_policy),
        is_rated=body.rated,
        hold=_chosen(body.hold, HOLD if club is None else club.hold),
        reaction=_chosen(body.reaction, REACTION if club is None else club.reaction),
    )


def _chosen(value: Value | UnsetType, default: Value) -> Value:
    return default if value is UNSET else value


def _opponent(opponent: Any, person: Person) -> lobby.Opponent:
    match opponent:
        case Invite() | KnownPlayer() if not person.name:  # the mail says who invites
            raise Unfit("nameless")
        case KnownPlayer(key=key, note=note):
            return _with_key(key, note)
        case Invite(email=email, note=note):
            try:
                validate_email(email)
                validate_address(email)
            except ValidationError:
                raise Unfit("not-an-address") from None
            return lobby.Invite(email, note)
        case Computer() | Myself():
            return alone(opponent)
        case _:
            return lobby.Anybody()


def _with_key(key: str, note: str) -> lobby.Known | lobby.Computer:
    """The player with a key. Of a person who is not there it is told only that they may not be challenged."""
    if key in computers.COMPUTERS_BY_KEY:
        return lobby.Computer(computers.COMPUTERS_BY_KEY[key])
    person = Person.objects.filter(key=key.replace("\0", "")).first()
    if person is None:
        raise Unacceptable("may-not-be-challenged")
    return lobby.Known(person, note)


def alone(opponent: Computer | Myself) -> lobby.Computer | lobby.Myself:
    """The opponent of a person who plays alone.

    Raises:
        Unknown: there is no such computer player.
    """
    if isinstance(opponent, Myself):
        return lobby.Myself()
    if opponent.computer not in computers.COMPUTER_NAMES:
        raise Unknown("computer", opponent.computer, sorted(computers.COMPUTER_NAMES))
    return lobby.Computer(opponent.computer)


class NextGame(Endpoint):
    """The next game that is waiting for the caller."""

    @described("getNextGame", answer=answers.NextGame, parameters=After)
    def get(self, request: Request) -> HttpResponse:
        """Get the next game that is waiting for you.

        Get the most urgent game that is waiting for you. It is the game in `after` only if no other is
        waiting."""
        person = self.person(request)
        seat = queries.next_waiting(person, after=parameters.read(request, After).after or "")
        found = rows.shown([Row(seat.game, seat)], person) if seat is not None else [None]
        return by_content(request, answers.NextGame(found[0]))
