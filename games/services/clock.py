"""Clocks: reminders, claiming a win, giving more time, and pausing.

A seat has a deadline while the game waits for it, so several decisions in a row share one deadline. A passed
deadline does not end the game: depending on the time-out policy, it gives the opponent or an arbiter a right.
Deadlines are columns that `send_reminders` scans; there is no queue of time-outs.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Func
from django.db.models.functions import Coalesce

from accounts.models.person import MOST_UNSEEN, Person
from games.engine.actions import TimeOut
from games.models import both_seats, playing_time
from games.models.clocks import PACES
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.reads.competition import competition
from games.services import check_in, outages, pausing, play, windows
from games.services.table import held
from notifications import rhythm
from notifications.models import USUAL_SHARE, Notification
from notifications.services import Announcement, announce
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

REMINDER = "games.reminder"
OVERDUE = "games.overdue"

REMIND_WITH = 0.25
"""The part of the time to answer that is left when the player is reminded."""
_OTHER_SHARES = (("half", 2, REMIND_WITH), ("eighth", 8, 0.0))
"""The other shares at which players may choose to be reminded: the divisor of the time, and what is left when
it is too late for it, because the usual reminder comes.
"""
_OF_THE_BANK = "bank"
"""The share of who is reminded again before their time bank is used up."""


class _InSeconds(Func):
    """A number of seconds, as a span of time that the database can take from a time."""

    template = "(%(expressions)s * INTERVAL '1 second')"
    output_field = DurationField()

    def as_sqlite(self, compiler: Any, connection: Any, **_context: Any) -> Any:
        """As Django stores spans of time there: in microseconds."""
        return self.as_sql(compiler, connection, template="(%(expressions)s * 1000000)")


_BANK_RUNS_FROM = ExpressionWrapper(
    F("due_at") - _InSeconds(Coalesce("bank_left", 0)), output_field=DateTimeField()
)
"""Of a seat: when the time for its decision is over. Without a time bank, that is the deadline."""
MOST_EXTENSIONS = 3
"""The most extensions that one seat gets in a game."""

_WITHOUT_ARBITER = [name for name, policy in POLICIES.items() if not policy.arbiter_decides]


def send_reminders(now: datetime | None = None) -> int:
    """Remind players whose time runs out, and act where it is over.

    Opponents of players who are out of time are notified. Games are called off in which somebody has not
    checked in.

    First extends deadlines by the time the service was down; stops there while the time is in doubt. Several
    workers may call it at the same time: each notification is stored once, in the transaction that marks the
    seat as notified.

    Args:
        now: the present time by default.

    Returns:
        The number of notifications, of games called off, of pauses that have ended, and of windows that have
        lapsed.
    """
    now = now or service_time.now()
    if not outages.catch_up(now):
        return 0
    count = pausing.end_those_over(now)
    present = {*outages.running().order_by().values_list("game__pace", flat=True).distinct()}
    for pace in (None, *PACES):  # without a clock there are deadlines only for checking in
        if pace not in present:
            continue
        left = (check_in.CHECK_IN_WITHIN if pace is None else timedelta(days=pace)) * REMIND_WITH
        of_pace = outages.running().filter(game__pace=pace, is_reminded=False)
        for seat in batch.in_time(of_pace.filter(due_at__lte=now + left)):
            count += _remind(seat, now)
        banked = of_pace.filter(bank_left__isnull=False).annotate(runs_from=_BANK_RUNS_FROM)
        for seat in batch.in_time(banked.filter(runs_from__lte=now + left)):
            count += _remind(seat, now)
        used_up = outages.running().filter(
            game__pace=pace, bank_left__gte=left.total_seconds(), due_at__gt=now
        )
        for seat in batch.in_time(used_up.filter(due_at__lte=now + left)):
            count += _remind_at(seat, _OF_THE_BANK)
        if pace is not None:
            count += _remind_otherwise(pace, now)
    count += check_in.call_off_overdue(now) + windows.lapse(now)
    late = outages.running().filter(due_at__lte=now)
    overdue = late.filter(game__status=Game.Status.RUNNING, is_overdue_told=False)
    for seat in batch.in_time(overdue.filter(game__on_time_out__in=_WITHOUT_ARBITER)):
        count += _notify_opponent(seat)
    return count


def claim(*, seat: Seat) -> play.Done:
    """Claim the win for a seat whose opponent is out of time.

    Raises:
        Conflict: ``no-claim``: the time-out policy does not allow it; ``not-overdue``: there is time left, or
            the opponent has answered; ``paused``: the clock is stopped; ``time-in-doubt``: as in
            ``outages.refuse_in_doubt``.
        GameIsOver, Frozen: as in ``play.resign``.
    """
    now = service_time.now()
    with held(seat.game_id) as table:
        table.load()
        table.lose(seat.plays.enemy, TimeOut())
        if not deadlines.policy_now(table.game).may_be_claimed:
            raise Conflict("no-claim")
        if table.game.paused_at is not None:
            raise Conflict("paused")
        if not deadlines.is_overdue(table.seats[seat.plays.enemy], now):
            raise Conflict("not-overdue")
        outages.refuse_in_doubt(now)
        table.record()
        return play.answer_for(table, seat.plays)


def give_time(*, seat: Seat, due_at: datetime) -> bool:
    """Extend the deadline of a seat's opponent by the pace of the game, once for each deadline.

    Args:
        seat: whose player gives the time.
        due_at: the deadline to extend. If it has changed, e.g. by a double click, nothing happens.

    Returns:
        Whether it was extended.

    Raises:
        Conflict: ``no-clock``: the game has no clock; ``not-begun``; ``enough-time-given``: the opponent
            already got ``MOST_EXTENSIONS``.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(seat.game_id)
        game, other = seats[0].game, seats[seat.plays.enemy]
        if game.time_to_answer is None:
            raise Conflict("no-clock")
        if game.status == Game.Status.WAITING:
            raise Conflict("not-begun")
        if other.due_at is None or other.due_at != due_at:
            return False
        if other.extensions >= MOST_EXTENSIONS:
            raise Conflict("enough-time-given", most=MOST_EXTENSIONS)
        # Resuming a stopped clock adds the time since it stopped, so count from then.
        shown = game.paused_at or game.frozen_at or service_time.now()
        begins = max(other.due_at, shown)
        other.due_at = playing_time.deadline(begins, game.time_to_answer, other.time_away)
        other.extensions += 1
        other.is_reminded = other.is_overdue_told = False
        other.save(update_fields=["due_at", "extensions", "is_reminded", "is_overdue_told"])
        return True


def _remind(seat: Seat, now: datetime) -> bool:
    """Remind a player once that their time runs out, unless it already has."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_reminded=False)
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        if not same.update(is_reminded=True) or seat.player_id is None or deadlines.is_overdue(seat, now):
            return False
        # Webhooks, which others may read along, are told at the same time whatever the player has chosen.
        is_mailed = rhythm.is_reminded_at(seat.player_id, USUAL_SHARE)
        occasion = deadlines.occasion(seat.due_at)
        announce([Announcement(REMINDER, seat.reference, occasion, seat.player_id, is_mailed=is_mailed)])
        return True


def _remind_otherwise(pace: int, now: datetime) -> int:
    """Remind the players who chose other shares of the time than the usual one, once for each deadline."""
    count = 0
    for share, parts, least in _OTHER_SHARES:
        whole = timedelta(days=pace)
        seats = (
            outages.running()
            .annotate(runs_from=_BANK_RUNS_FROM)
            .filter(
                game__pace=pace,
                player_id__in=rhythm.people_reminded_at(share),
                runs_from__gt=max(now, now + whole * least),
                runs_from__lte=now + whole / parts,
            )
        )
        for seat in batch.in_time(seats):
            count += _remind_at(seat, share)
    return count


def _remind_at(seat: Seat, share: str) -> bool:
    """Remind a player that a share of the time is left, unless it was done for this deadline."""
    if seat.due_at is None or seat.player_id is None or not seat.asked:
        return False
    occasion = f"{deadlines.occasion(seat.due_at)}.{share}"
    done = Notification.objects.filter(kind=REMINDER, about=seat.reference, occasion=occasion)
    if done.exists():
        return False
    with transaction.atomic(durable=True):
        both_seats.to_change(seat.game_id)  # another worker that does the same waits here
        if done.exists() or not Seat.objects.filter(pk=seat.pk, due_at=seat.due_at).exists():
            return False
        announce([Announcement(REMINDER, seat.reference, occasion, seat.player_id, is_posted=False)])
        return True


def _notify_opponent(seat: Seat) -> bool:
    """Notify a seat's opponent once that they can claim the win; count a game that was never looked at."""
    if seat.due_at is None:
        return False
    same = Seat.objects.filter(pk=seat.pk, due_at=seat.due_at, is_overdue_told=False)
    other = seat.opposite()
    with transaction.atomic(durable=True):
        both_seats.count_write(seat.game_id)
        is_first = bool(same.update(is_overdue_told=True))
        is_told = is_first and other.player_id is not None and seat.game.time_out_policy.may_be_claimed
        if is_told and other.player_id is not None:
            told = deadlines.occasion(seat.due_at)
            announce([Announcement(OVERDUE, other.reference, told, other.player_id)])
    if is_first:
        _count_unseen(seat)
    return is_told


def _count_unseen(seat: Seat) -> None:
    """Count a game whose first deadline passed before its player looked, unless a ladder paired it.

    It has a transaction of its own: whoever goes on holiday holds their own row first, and their games then.
    """
    is_seen = seat.looked_at or seat.extensions or seat.game.lesson
    if seat.player_id is None or is_seen or competition().season_of(seat.game) is not None:
        return
    with transaction.atomic(durable=True):
        player = Person.objects.filter(pk=seat.player_id, unseen_games__lt=MOST_UNSEEN)
        player.update(unseen_games=F("unseen_games") + 1)
