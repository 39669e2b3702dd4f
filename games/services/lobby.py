"""Bringing games about: who plays whom, until both seats are taken and the game begins."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models.block import Block
from accounts.models.person import Person, normalized
from accounts.rate_limits import Limit, hit
from games.engine import chance
from games.engine.side import SIDES, Side
from games.errors import Conflict, Limited, Unacceptable
from games.models import both_seats
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads.competition import may_join
from games.services import creation, idempotency
from games.services.idempotency import Creation
from notifications.services import Announcement, announce

INVITATION = "games.invitation"
DECLINED = "games.declined"

GAMES = Limit("games of a person", 100, 24 * 60 * 60)
"""More than anybody plays, also against computer players, and also where a program plays for them."""
INVITATIONS = Limit("invitations of a person", 20, 24 * 60 * 60)
INVITATIONS_FROM = Limit("invitations from a sender", 60, 24 * 60 * 60)
INVITATIONS_TO = Limit("invitations to an address", 10, 24 * 60 * 60)

Terms = creation.Terms
PRIVATE = creation.PRIVATE
SideWanted = Literal["east", "west", "random"]


class Invite(NamedTuple):
    """The other seat is for whoever reads this mail address."""

    email: str


class Computer(NamedTuple):
    """The other seat is played by the computer player of this name."""

    name: str


class Anybody(NamedTuple):
    """The other seat is for whoever takes it first."""


class Myself(NamedTuple):
    """Whoever creates the game plays both sides."""


Opponent = Invite | Computer | Anybody | Myself
Entering = Callable[[Game, Opponent], None]
"""Writes down what else a game is part of, in the transaction that makes it, or refuses."""


def create(  # noqa: PLR0913 - all are named where it is called, and few are needed at once
    *,
    creator: Person,
    edition: str,
    side: SideWanted,
    opponent: Opponent,
    flags: Mapping[str, Any] = {},
    terms: Terms = PRIVATE,
    nonce: str = "",
    sender: str = "",
    enter: Entering | None = None,
    request: Creation | None = None,
) -> Game:
    """Make a game, and begin it at once where nobody else is needed.

    Args:
        side: the creator's.
        flags: those of the edition that are chosen for this game, of ``edition_layers.OPTIONAL``.
        terms: what else is agreed.
        nonce: what the creator adds to the derivation of chance.
        sender: where the request comes from, as ``accounts.rate_limits`` counts it; empty for our programs.
        enter: makes it part of what has arbiters; None for a game between the players alone.
        request: what asks for it, where that may come again: then the game is the one that it made, whatever
            would be in the way of another by now.

    Raises:
        UnknownEditionError: when there is no such edition.
        Unacceptable: one's own address, a nonce that is none, a pace that is none, a flag that cannot be
            chosen, or not so, a rated game that is not between two people, or an arbiter where there is none;
            a request whose key was used for another.
        Limited: enough games were made today by the creator; or enough people were invited by them, or from
            there; or this one by enough people.
    """
    if (known := idempotency.game_of(request)) is not None:
        return known
    text = creation.text_of(edition, flags, terms)
    mine = Side(secrets.randbelow(2)) if side == "random" else Side.named(side)
    _refuse_nonce(nonce)
    if terms.is_rated and not isinstance(opponent, Invite | Anybody):
        raise Unacceptable("not-to-be-rated")
    if POLICIES[terms.on_time_out].arbiter_decides and enter is None:
        raise Unacceptable("no-arbiter")
    invited = normalized(opponent.email) if isinstance(opponent, Invite) else None
    if invited == creator.email:
        raise Unacceptable("own-address")
    _count(creator, sender, invited)
    with transaction.atomic(durable=True):
        if (known := idempotency.game_of_another(request)) is not None:
            return known
        game = creation.made(edition, text, terms, creator)
        game.nonces[mine] = nonce
        game.save()
        if enter is not None:
            enter(game, opponent)
        seats = Seat(game=game, side=SIDES[0]), Seat(game=game, side=SIDES[1])
        seats[mine].player = creator
        _fill(seats[mine.enemy], creator, opponent)
        Seat.objects.bulk_create(seats)
        if isinstance(opponent, Invite):
            _invite(seats[mine.enemy], creator, Person.objects.at(opponent.email))
        if all(seat.is_taken for seat in seats):
            creation.begin(game, seats)
        idempotency.keep_game(request, game)
    return game


def join(*, game: Game, person: Person, nonce: str = "") -> Seat:
    """Take the seat of a game that is open to anybody, or that the person is invited to; the game begins.

    Raises:
        Conflict: the seat is not to be had: somebody else has it, or the game was called off. Who blocked the
            creator, or was blocked by them, is told the same. Or it is for members of a club.
        Unacceptable: the nonce is none.
    """
    with transaction.atomic(durable=True):
        game, seat, other = _lock_free_seat(game)
        if not _is_for(person, seat, other):
            raise Conflict("not-open")
        if other.player_id == person.pk:
            raise Conflict("own-game")
        if not may_join(person, game):
            raise Conflict("members-only")
        _refuse_nonce(nonce)
        game.nonces[seat.plays] = nonce
        seat.player = person
        seat.save(update_fields=["player"])
        seats = (seat, other) if seat.side < other.side else (other, seat)
        creation.begin(game, seats)
    return seat


def decline(*, game: Game, person: Person, block: bool = False) -> None:
    """Say no to an invitation: the game is called off.

    Args:
        block: also hear no more from whoever invited.

    Raises:
        Conflict: the person is not, or no longer, invited.
    """
    with transaction.atomic(durable=True):
        game, seat, other = _lock_free_seat(game)
        invitation = Invitation.objects.filter(seat=seat, person=person, declined_at=None).first()
        if invitation is None:
            raise Conflict("not-invited")
        invitation.declined_at = timezone.now()
        invitation.save(update_fields=["declined_at"])
        close(game)
        if block and other.player_id is not None:
            Block.objects.get_or_create(person=person, blocked_id=other.player_id)
        if other.player_id is not None:
            announce([Announcement(DECLINED, other.reference, "1", other.player_id)])


def call_off(*, game: Game, person: Person) -> None:
    """Take back a game that has not begun.

    Raises:
        Conflict: it has begun, or is somebody else's.
    """
    with transaction.atomic(durable=True):
        game, _seat, other = _lock_free_seat(game)
        if other.player_id != person.pk:
            raise Conflict("not-yours")
        close(game)


def _lock_free_seat(game: Game) -> tuple[Game, Seat, Seat]:
    """The game, its free seat and the taken one, locked."""
    seats = both_seats.to_change(game.pk)
    if not seats:  # it waited too long, and was forgotten
        raise Conflict("not-open")
    east, west = seats
    locked = east.game
    # Whoever made it may be forgotten by now; then nobody is left to play against.
    if locked.status != Game.Status.WAITING or not (east.is_taken or west.is_taken):
        raise Conflict("not-open")
    return (locked, west, east) if east.is_taken else (locked, east, west)


def _is_for(person: Person, seat: Seat, other: Seat) -> bool:
    """Whether a free seat is kept for the person, or open to anybody and they may meet who has the other."""
    invitation = Invitation.objects.filter(seat=seat).first()
    if invitation is not None:
        return invitation.person_id == person.pk
    either_way = Q(person=person, blocked=other.player_id) | Q(person=other.player_id, blocked=person)
    return not Block.objects.filter(either_way).exists()


def close(game: Game) -> None:
    """Call off a game that waits, in the caller's transaction, which holds its lock."""
    game.status, game.ended_at = Game.Status.CALLED_OFF, timezone.now()
    game.save(update_fields=["status", "ended_at"])


def _refuse_nonce(nonce: str) -> None:
    if not chance.NONCE.fullmatch(nonce):
        raise Unacceptable("bad-nonce", most=64)


def _fill(seat: Seat, creator: Person, opponent: Opponent) -> None:
    match opponent:
        case Computer(name):
            seat.computer = name
        case Myself():
            seat.player = creator
        case Invite() | Anybody():
            pass


def _count(creator: Person, sender: str, invited: str | None) -> None:
    """Count a game that nothing else is in the way of, and the invitation, where there is one."""
    limits = [(GAMES, creator.email)]
    if invited is not None:
        # From one's own to the addressee's: who may do no more uses nothing up for others.
        limits += [(INVITATIONS, creator.email), (INVITATIONS_FROM, sender), (INVITATIONS_TO, invited)]
    for limit, key in limits:
        if key and (wait := hit(limit, key)):
            raise Limited(wait)


def _invite(seat: Seat, creator: Person, person: Person) -> None:
    Invitation.objects.create(seat=seat, person=person)
    # Who is blocked is not told: the invitation just never arrives.
    if not Block.objects.filter(person=person, blocked=creator).exists():
        announce([Announcement(INVITATION, seat.reference, "1", person.pk)])
