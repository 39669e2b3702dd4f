"""Clocks: reminders, claiming a win, giving more time, and pausing.

A seat has a deadline while the game waits for it, so several decisions in a row share one deadline. A passed
deadline does not end the game: depending on the time-out policy, it gives the opponent or an arbiter a right.
Deadlines are columns that `send_reminders` scans; there is no queue of time-outs.
"""

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Func, QuerySet
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
from notifications.models import Notification
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
GAMES_AT_ONCE = 100
"""Games that one transaction locks to notify their players."""
MOST_EXTENSIONS = 3
"""The most extensions that one seat gets in a game."""

_WITHOUT_ARBITER = [name for name, policy in POLICIES.items() if not policy.arbiter_decides]


def send_reminders(now: datetime | None = None) -> int:
    """Remind players whose time runs out, and act where it is over.

    Opponents of players who are out of time are notified. Games are called off in which somebody has not
    checked in.

    First extends deadlines by the time the service was down; stops there while the time is in doubt. Several
    workers may call it at the same time: each notification is stored once, in the transaction that marks the
    seat as notified. Many deadlines may pass at once, as on the evening of a round: so some games are locked
    together, and what has changed meanwhile is left alone.

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
        count += _remind(of_pace.filter(due_at__lte=now + left), now)
        banked = of_pace.filter(bank_left__isnull=False).annotate(runs_from=_BANK_RUNS_FROM)
        count += _remind(banked.filter(runs_from__lte=now + left), now)
        used_up = outages.running().filter(
            game__pace=pace, bank_left__gte=left.total_seconds(), due_at__gt=now
        )
        count += _remind_at(used_up.filter(due_at__lte=now + left), _OF_THE_BANK)
        if pace is not None:
            count += _remind_otherwise(pace, now)
    count += check_in.call_off_overdue(now) + windows.lapse(now)
    late = outages.running().filter(due_at__lte=now)
    overdue = late.filter(game__status=Game.Status.RUNNING, is_overdue_told=False)
    return count + _notify_opponents(overdue.filter(game__on_time_out__in=_WITHOUT_ARBITER))


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


def _sets(seats: QuerySet[Seat]) -> Iterator[list[int]]:
    """The games of seats, some at a time."""
    games = seats.order_by("game").values_list("game", flat=True).distinct()
    return batch.sets_in_time(games, GAMES_AT_ONCE)


@contextlib.contextmanager
def _locked(seats: QuerySet[Seat], games: Iterable[int]) -> Iterator[list[Seat]]:
    """Lock games in a transaction, and read which of the seats are still among these. Others wait here."""
    with transaction.atomic(durable=True):
        both_seats.count_write(*games)
        yield list(seats.filter(game__in=games))


def _remind(seats: QuerySet[Seat], now: datetime) -> int:
    """Remind players once that their time runs out, unless it already has."""
    count = 0
    for games in _sets(seats):
        with _locked(seats, games) as still:
            Seat.objects.filter(pk__in=[seat.pk for seat in still]).update(is_reminded=True)
            # Webhooks, which others may read along, are told at the same time whatever the player has chosen.
            unmailed = {
                *rhythm.not_reminded([seat.player_id for seat in still if seat.player_id is not None])
            }
            told = [
                Announcement(
                    REMINDER,
                    seat.reference,
                    deadlines.occasion(seat.due_at),
                    seat.player_id,
                    is_mailed=seat.player_id not in unmailed,
                )
                for seat in still
                if seat.due_at is not None and seat.due_at > now and seat.player_id is not None
            ]
            announce(told)
        count += len(told)
    return count


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
        count += _remind_at(seats, share)
    return count


def _remind_at(seats: QuerySet[Seat], share: str) -> int:
    """Remind players that a share of the time is left, unless it was done for these deadlines."""
    count = 0
    seats = seats.exclude(asked="")
    for games in _sets(seats):
        known = list(seats.filter(game__in=games))
        about = {one.about for one in _untold(known, share)}
        if not about:
            continue
        with _locked(seats, {seat.game_id for seat in known if seat.reference in about}) as still:
            told = _untold(still, share)
            announce(told)
        count += len(told)
    return count


def _untold(seats: Iterable[Seat], share: str) -> list[Announcement]:
    """The reminders of a share of the time that are not in the outbox yet."""
    wanted = [
        Announcement(
            REMINDER,
            seat.reference,
            f"{deadlines.occasion(seat.due_at)}.{share}",
            seat.player_id,
            is_posted=False,
        )
        for seat in seats
        if seat.due_at is not None and seat.player_id is not None
    ]
    known = Notification.objects.filter(
        kind=REMINDER, about__in=[one.about for one in wanted], occasion__in=[one.occasion for one in wanted]
    )
    told = {*known.values_list("about", "occasion")}
    return [one for one in wanted if (one.about, one.occasion) not in told]


def _notify_opponents(seats: QuerySet[Seat]) -> int:
    """Notify the opponents of seats once that they can claim the win; count games never looked at."""
    count = 0
    for games in _sets(seats):
        with _locked(seats, games) as still:
            Seat.objects.filter(pk__in=[seat.pk for seat in still]).update(is_overdue_told=True)
            late = {(seat.game_id, seat.plays.enemy): seat for seat in still}
            told = []
            for other in Seat.objects.filter(game__in=games, player__isnull=False).order_by("game", "side"):
                seat = late.get((other.game_id, other.plays))
                if seat is None or seat.due_at is None or not seat.game.time_out_policy.may_be_claimed:
                    continue
                other.game = seat.game
                due = deadlines.occasion(seat.due_at)
                told += [Announcement(OVERDUE, other.reference, due, cast("int", other.player_id))]
            announce(told)
        count += len(told)
        _count_unseen(still)
    return count


def _count_unseen(seats: Iterable[Seat]) -> None:
    """Count games whose first deadline passed before their player looked, unless a ladder paired them.

    It has a transaction of its own: a person who goes on holiday locks their own row first, and their games
    then.
    """
    unseen = [seat for seat in seats if not (seat.looked_at or seat.extensions or seat.game.lesson)]
    games = Game.objects.filter(pk__in=[seat.game_id for seat in unseen])
    counted = {*competition().outside(games).values_list("pk", flat=True)}
    missed = Counter(
        seat.player_id for seat in unseen if seat.game_id in counted and seat.player_id is not None
    )
    with transaction.atomic(durable=True):
        people = Person.objects.select_for_update(no_key=True).filter(pk__in=missed).order_by("pk")
        players = list(people.only("unseen_games"))
        for player in players:
            player.unseen_games = min(player.unseen_games + missed[player.pk], MOST_UNSEEN)
        Person.objects.bulk_update(players, ["unseen_games"])
