"""Games that wait for an opponent: joining, declining, calling off."""

from django.db import transaction
from django.db.models import Q

from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted
from accounts.restrictions import refuse_restricted
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads.competition import may_join
from games.services import check_in, creation
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Conflict

DECLINED = "games.declined"


def join(*, game: Game, person: Person, nonce: str = "") -> Seat:
    """Take the free seat of an open game, or one that the person is invited to. The game begins.

    Raises:
        Conflict: ``not-open``: the seat is taken, the game was called off, or one of the two has blocked the
            other; ``own-game``: the person has the other seat; ``members-only``: the game is for members of
            its club; ``set-aside``: the game is open, and the person let games pass unseen.
        Forbidden: ``restricted``: the game is open.
        Unacceptable: the nonce is invalid.
    """
    with transaction.atomic(durable=True):
        game, seat, other = _lock_free_seat(game)
        if not _is_for(person, seat, other):
            raise Conflict("not-open")
        if other.player_id == person.pk:
            raise Conflict("own-game")
        if not may_join(person, game):
            raise Conflict("members-only")
        if not Invitation.objects.filter(seat=seat).exists():
            refuse_restricted(person, Restricted.SIGN_UPS)
            if person.is_set_aside:
                raise Conflict("set-aside")
        creation.refuse_nonce(nonce)
        game.nonces[seat.plays] = nonce
        seat.player = person
        seat.save(update_fields=["player"])
        _erase_note(seat)
        east, west = (seat, other) if seat.side < other.side else (other, seat)
        game.save(update_fields=["nonces"])
        check_in.begin_or_wait(game, (east, west))
    return east if east.player_id == person.pk else west


def decline(*, game: Game, person: Person, block: bool = False) -> None:
    """Decline an invitation. The game is called off.

    Args:
        game: of the invitation.
        person: who is invited.
        block: whether to block the person who sent it.

    Raises:
        Conflict: the person is not invited, or the game no longer waits.
    """
    with transaction.atomic(durable=True):
        game, seat, other = _lock_free_seat(game)
        invitation = Invitation.objects.filter(seat=seat, person=person, declined_at=None).first()
        if invitation is None:
            raise Conflict("not-invited")
        invitation.declined_at = service_time.now()
        invitation.note = ""
        invitation.save(update_fields=["declined_at", "note"])
        creation.close(game)
        if block and other.player_id is not None:
            ensured(Block.objects.all(), person=person, blocked_id=other.player_id)
        if other.player_id is not None:
            announce([Announcement(DECLINED, other.reference, "1", other.player_id)])


def call_off(*, game: Game, person: Person) -> None:
    """Call off a game that has not begun.

    Raises:
        Conflict: it has begun, or the person did not create it.
    """
    with transaction.atomic(durable=True):
        game, seat, other = _lock_free_seat(game)
        if other.player_id != person.pk:
            raise Conflict("not-yours")
        _erase_note(seat)
        creation.close(game)


def _lock_free_seat(game: Game) -> tuple[Game, Seat, Seat]:
    """The game, its free seat and its taken seat, locked."""
    seats = both_seats.to_change(game.pk)
    if not seats:  # it waited too long and was deleted
        raise Conflict("not-open")
    east, west = seats
    locked = east.game
    # Both seats are taken if players have to check in, and neither if the creator's account was deleted.
    if locked.status != Game.Status.WAITING or east.is_taken == west.is_taken:
        raise Conflict("not-open")
    return (locked, west, east) if east.is_taken else (locked, east, west)


def _is_for(person: Person, seat: Seat, other: Seat) -> bool:
    """Whether a person may take a free seat: they are invited, or it is open and neither blocks the other."""
    invitation = Invitation.objects.filter(seat=seat).first()
    if invitation is not None:
        return invitation.person_id == person.pk
    either_way = Q(person=person, blocked=other.player_id) | Q(person=other.player_id, blocked=person)
    return not Block.objects.filter(either_way).exists()


def _erase_note(seat: Seat) -> None:
    Invitation.objects.filter(seat=seat).exclude(note="").update(note="")
