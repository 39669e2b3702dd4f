"""Checking in to games that have both players: with it each player gives their nonce, and the game begins.

Players whom a ladder pairs check in once they know of the game. Who promised a nonce by its hash checks in by
revealing it. The nonces of a waiting game are null where a player has not checked in, and that player's seat
has a deadline. A game in which somebody misses it is called off.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.engine.chance import hash_of
from games.engine.side import Side
from games.models import both_seats, playing_time
from games.models.game import Game
from games.models.seat import Seat
from games.services import creation
from notifications.services import Announcement, announce
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable

CHECK_IN = "games.check-in"
CHECK_IN_WITHIN = timedelta(days=7)
"""How long players have to check in to a game without a clock; with one they have its pace."""
GAME_CALLED_OFF = "games.called-off"


def begin_or_wait(game: Game, seats: tuple[Seat, Seat]) -> None:
    """Begin a game whose seats are both taken, or ask who has not checked in to do so.

    Runs in the caller's transaction.
    """
    if creation.begin_if_ready(game, seats):
        return
    now = service_time.now()
    for seat in seats:
        if game.nonces[seat.side] is None:
            seat.waiting_since = seat.changed_at = now  # streams tell of it by the time of the change
            time = game.time_to_answer or CHECK_IN_WITHIN
            seat.due_at = playing_time.deadline(now, time, seat.time_away)
            seat.save(update_fields=["waiting_since", "changed_at", "due_at"])
            if seat.player_id is not None:
                announce([Announcement(CHECK_IN, seat.reference, "1", seat.player_id)])


def check_in(*, seat: Seat, nonce: str = "") -> Seat:
    """Check in for a seat. The game begins when both players have; repeating it has no effect.

    Args:
        seat: of the player.
        nonce: what they add to the randomness of the game.

    Returns:
        The seat of the player now: sides may have been drawn.

    Raises:
        Conflict: ``no-check-in``: the game waits for an opponent, or was called off.
        Unacceptable: the nonce is invalid, or ``other-nonce``: it is not the one whose hash was given.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(seat.game_id)
        mine = next((each for each in seats if each.player_id == seat.player_id), None)
        if mine is None or not all(each.is_taken for each in seats):
            raise Conflict("no-check-in")
        game = mine.game
        if game.status == Game.Status.CALLED_OFF:
            raise Conflict("no-check-in")
        if game.nonces[mine.side] is None:
            _refuse_other_nonce(game, mine.plays, nonce)
            game.nonces[mine.side] = nonce
            game.first = mine.plays if game.first is None else game.first
            game.save(update_fields=["nonces", "first"])
            mine.waiting_since = mine.due_at = None
            mine.save(update_fields=["waiting_since", "due_at"])
            creation.begin_if_ready(game, (seats[0], seats[1]))
    return next(each for each in seats if each.player_id == seat.player_id)


def call_off_overdue(now: datetime) -> int:
    """Call off the games in which a player has not checked in in time, and notify both players.

    Returns:
        The number of games.
    """
    games = _overdue(now).values_list("game", flat=True).distinct()
    return sum(_call_off(pk, now) for pk in batch.in_time(games))


def missing(game: Game) -> list[Side]:
    """The sides that have not checked in to a game with both players."""
    return [side for side in Side if game.nonces[side] is None]


def late(seats: Iterable[Seat]) -> list[Side]:
    """The sides whose time was over when their game was called off. Who still had time is none of them."""
    return [seat.plays for seat in seats if seat.due_at is not None]


def excuse(games: Collection[int], now: datetime) -> None:
    """Take their deadlines from those who still have time when their games are called off.

    Runs in the caller's transaction.

    Args:
        games: the ids of games. Those that were not called off are left alone.
        now: the present time.
    """
    seats = Seat.objects.filter(game__in=games, game__status=Game.Status.CALLED_OFF, due_at__gt=now)
    seats.update(due_at=None)


def _overdue(now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(game__status=Game.Status.WAITING, game__paused_at=None, due_at__lte=now)


def _call_off(game_id: int, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game_id)
        if not _overdue(now).filter(game=game_id).exists():
            return False
        creation.close(seats[0].game)
        excuse([game_id], now)
        tell_called_off(seats)
        return True


def tell_called_off(seats: list[Seat], *, but: int | None = None) -> None:
    """Notify the players of a game that it was called off, in the caller's transaction.

    Args:
        seats: of the game.
        but: the id of a person who is not notified.
    """
    announce(
        Announcement(GAME_CALLED_OFF, seat.reference, "1", seat.player_id)
        for seat in seats
        if seat.player_id not in (None, but)
    )


def _refuse_other_nonce(game: Game, side: Side, nonce: str) -> None:
    creation.refuse_nonce(nonce)
    if game.nonce_hash and side == game.first and hash_of(nonce) != game.nonce_hash:
        raise Unacceptable("other-nonce")
