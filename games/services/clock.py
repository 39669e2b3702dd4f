"""What is done about clocks: reminders, claims of a win, more time, pauses, and what an outage moves on.

A seat has a deadline from the moment the game waits for it until it has nothing more to answer, so that one
turn of several decisions is one waiting period. Nothing happens by itself at a deadline: by the time-out
policy of the game it gives the opponent, or an arbiter, a right. Deadlines are columns that `look` scans; no
time-out sleeps in a queue.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.engine.actions import TimeOut
from games.errors import Conflict
from games.log.position import refuse_stopped
from games.models import both_seats
from games.models.game import PACES, Game
from games.models.pulse import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.reads.competition import competition
from games.services import play
from games.services.table import held
from notifications.services import Announcement, announce

REMINDER = "games.reminder"
OVERDUE = "games.overdue"

REMIND_WITH = 0.25
"""Of the time to answer is left when its player is reminded."""
MOST_EXTENSIONS = 3
"""That one seat is given in a game."""
OUTAGE = timedelta(minutes=10)
"""Clocks that nobody looked at for longer stood still meanwhile."""

_CLAIMABLE = [name for name, policy in POLICIES.items() if policy.may_be_claimed]


def look(now: datetime | None = None) -> int:
    """Remind whose time runs out, and tell their opponents once it has.

    Several workers may call it at the same time: who has been told is written down with the message.

    Args:
        now: the moment it is; by default this one.

    Returns:
        How many were told.
    """
    now = now or timezone.now()
    make_good(now)
    told = 0
    for pace in PACES:
        left = timedelta(days=pace) * REMIND_WITH
        for seat in _running().filter(game__pace=pace, is_reminded=False, due_at__lte=now + left):
            told += _remind(seat, now)
    overdue = _running().filter(is_overdue_told=False, due_at__lte=now)
    for seat in overdue.filter(game__on_time_out__in=_CLAIMABLE):
        told += _tell_opponent(seat)
    return told


def make_good(now: datetime) -> None:
    """Move every deadline on by the time in which the service was down: nobody could answer then.

    What was told of a deadline that is moved is told of the new one too: mails of the old one that were not
    sent yet are not sent any more.
    """
    with transaction.atomic(durable=True):
        Pulse.objects.get_or_create(pk=1, defaults={"at": now})
        pulse = Pulse.objects.select_for_update().get(pk=1)
        down = now - pulse.at
        if down > OUTAGE:
            late = _running().filter(due_at__gte=pulse.at)
            both_seats.count_write(*late.values_list("game", flat=True))
            late.update(due_at=F("due_at") + down, is_reminded=False, is_overdue_told=False)
            competition().move_deadlines(pulse.at, down)
        if down > timedelta(0):
            Pulse.objects.filter(pk=1).update(at=now)


def claim(*, seat: Seat) -> play.Done:
    """Claim the win for a seat whose opponent has not answered in time.

    Raises:
        Conflict: ``no-claim``: that is not what follows; ``not-overdue``: there is time left, or they have
            answered by now; ``paused``: its clock stands still.
        GameIsOver, Frozen: as ``play.resign`` does.
    """
    make_good(timezone.now())
    with held(seat.game_id) as table:
        table.load()
        table.lose(seat.plays.enemy, TimeOut())
        if not deadlines.policy_now(table.game).may_be_claimed:
            raise Conflict("no-claim")
        if table.game.paused_at is not None:
            raise Conflict("paused")
        if not deadlines.is_overdue(table.seats[seat.plays.enemy], timezone.now()):
            raise Conflict("not-overdue")
        table.record()
        return play.answer_for(table, seat.plays)


def give_time(*, seat: Seat, due_at: datetime) -> bool:
    """Give the opponent of a seat as much time again, once for each deadline.

    Args:
        due_at: the deadline that is moved. Where it is another by now nothing happens: the same click came
            twice, or they have answered.

    Returns:
        Whether it was moved.

    Raises:
        Conflict: ``no-clock``: the game has none; ``enough-time-given``: that was done often enough.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(seat.game_id)
        game, other = seats[0].game, seats[seat.plays.enemy]
        if game.time_to_answer is None:
            raise Conflict("no-clock")
        if other.due_at is None or other.due_at != due_at:
            return False
        if other.extensions >= MOST_EXTENSIONS:
            raise Conflict("enough-time-given", most=MOST_EXTENSIONS)
        # A clock that stands shows the moment at which it stopped: by the time since then it moves on later.
        shown = game.paused_at or game.frozen_at or timezone.now()
        other.due_at = max(other.due_at, shown) + game.time_to_answer
        other.extensions += 1
        other.is_reminded = other.is_overdue_told = False
        other.save(update_fields=["due_at", "extensions", "is_reminded", "is_overdue_told"])
        return True


def pause(*, game: Game) -> bool:
    """Stop a game's clock; who is asked something may answer all the same.

    Returns:
        Whether it ran before.
    """
    running = Game.objects.filter(pk=game.pk, status=Game.Status.RUNNING, paused_at=None)
    with transaction.atomic(durable=True):
        both_seats.count_write(game.pk)
        return bool(running.update(paused_at=timezone.now()))


def resume(*, game: Game) -> bool:
    """Let a game's clock go on; deadlines move on by the time it stood.

    Returns:
        Whether it stood before.

    Raises:
        Frozen: the game is stopped.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        if seats[0].game.paused_at is None:
            return False
        refuse_stopped(seats[0].game)
        go_on(seats)
        return True


def go_on(seats: Sequence[Seat]) -> None:
    """Let the clock of a paused game go on, whose seats are locked, in the caller's transaction."""
    game, now = seats[0].game, timezone.now()
    if game.paused_at is not None:
        for seat in seats:
            seat.move_deadline(game.paused_at, now)
            seat.save(update_fields=["due_at"])
        game.paused_at = None
        game.save(update_fields=["paused_at"])


def _running() -> QuerySet[Seat]:
    """The seats whose clock runs."""
    return Seat.objects.filter(
        due_at__isnull=False,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
        game__frozen_at=None,
    ).select_related("game")


def _remind(seat: Seat, now: datetime) -> bool:
    """Tell a seat's player once that their time runs out; after it is over that is too late."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_reminded=False)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_reminded=True) or seat.player_id is None or deadlines.is_overdue(seat, now):
            return False
        announce([Announcement(REMINDER, seat.reference, deadlines.occasion(seat.due_at), seat.player_id)])
        return True


def _tell_opponent(seat: Seat) -> bool:
    """Tell a seat's opponent once that they may claim the win."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
    other = Seat.objects.select_related("game").get(game=seat.game_id, side=seat.plays.enemy)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_overdue_told=True) or other.player_id is None:
            return False
        announce([Announcement(OVERDUE, other.reference, deadlines.occasion(seat.due_at), other.player_id)])
        return True
