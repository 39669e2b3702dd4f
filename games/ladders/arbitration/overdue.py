"""Missed deadlines in games of clubs that only an arbiter can resolve.

Arbiters are told of each deadline: soon if an arbiter decides, and after a long wait if the opponent may
claim the win. Their daily digest tells them (``games.ladders.digests``); those who want to be told at once
are mailed here, once for each deadline. If no arbiter is free, organisers are asked to appoint one, and
opponents may claim the win until then.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.ladders import isolation
from games.ladders.arbitration import jurisdiction
from games.ladders.models.club import ClubGame
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES
from games.reads import deadlines
from games.services import clock, outages
from notifications import queries
from notifications.services import Announcement, announce
from sekigahara import batch
from sekigahara.db import service_time

OVERDUE = "clubs.overdue"
"""The kind of mail about a missed deadline to an arbiter who wants to be told at once."""
NO_ARBITER = "clubs.no-arbiter"
"""The kind of mail to an organiser who plays: a player is late and no one is free to rule."""

SEATS_AT_ONCE: Final = 100
"""Seats about which one transaction notifies people."""

_FOR_ARBITERS = [name for name, policy in POLICIES.items() if policy.arbiter_decides]
_CLAIMABLE = [name for name, policy in POLICIES.items() if policy.may_be_claimed]

ASLEEP: Final = timedelta(days=14)
"""An opponent who has not claimed the win for this long is taken to have lost interest too."""


def tell_arbiters() -> int:
    """Notify organisers, and arbiters who want to be told at once, of missed deadlines.

    First extends deadlines by the time the service was down; does nothing else while the time is in doubt.
    Several workers may call it at the same time, because each notification is recorded together with its
    messages. Many deadlines may pass at once, as on the evening of a round: so people are notified of some
    together.

    Returns:
        The number of seats that were looked at for the first time since their deadline.
    """
    now = service_time.now()
    if not outages.catch_up(now):
        return 0
    theirs = overdue(now).filter(game__on_time_out__in=_FOR_ARBITERS, is_overdue_told=False)
    may_be_claimed = overdue(now - ASLEEP).filter(game__on_time_out__in=_CLAIMABLE)
    told_at = "game__in_club__sleeping_told_at"
    asleep = may_be_claimed.filter(Q((told_at, None)) | Q((f"{told_at}__lt", F("due_at"))))
    return sum(
        isolation.attempt_set(
            partial(_tell, now=now, is_asleep=is_asleep), "tell arbiters of missed deadlines", seats
        )
        for is_asleep, found in ((False, theirs), (True, asleep))
        for seats in batch.sets_in_time(found.select_related("game__in_club"), SEATS_AT_ONCE)
    )


def overdue(now: datetime) -> QuerySet[Seat]:
    """The seats in clubs' games whose time is over, with the clock running; who waits longest first."""
    waiting = Seat.objects.select_related("game", "player").filter(
        due_at__lte=now,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
        game__frozen_at=None,
        game__in_club__isnull=False,
    )
    return waiting.order_by("due_at", "pk")


def are_for_arbiters(now: datetime) -> Q:
    """Filter missed deadlines: those that arbiters are told of."""
    asleep = Q(game__on_time_out__in=_CLAIMABLE, due_at__lte=now - ASLEEP)
    return Q(game__on_time_out__in=_FOR_ARBITERS) | asleep


def _tell(seats: Sequence[Seat], now: datetime, *, is_asleep: bool) -> int:
    """Notify those who can act on missed deadlines. An arbiter appointed later is notified then.

    Args:
        seats: with their games in clubs.
        is_asleep: no one has claimed the win for long: notify once for both seats.

    Returns:
        The number of deadlines that somebody was notified of for the first time.
    """
    arbiters: defaultdict[int, list[int]] = defaultdict(list)
    free: QuerySet[Any] = jurisdiction.arbiters_in({seat.game_id for seat in seats})
    for game, person in free.values_list("rules_on", "person"):
        arbiters[game].append(person)
    with transaction.atomic(durable=True):
        ruled = [seat for seat in seats if seat.game_id in arbiters]
        late = _first_of(ruled, "sleeping_told_at", now) if is_asleep else _untold(ruled)
        at_once = queries.wanting(OVERDUE, {person for each in arbiters.values() for person in each})
        announce(
            [_to(each, OVERDUE, seat) for seat in late for each in arbiters[seat.game_id] if each in at_once]
        )
        return len(late) + _tell_organisers([seat for seat in seats if seat.game_id not in arbiters], now)


def _tell_organisers(seats: Sequence[Seat], now: datetime) -> int:
    """Everyone who could rule plays in the games: notify those who can appoint an arbiter, once for both
    seats of a game.
    """
    leaders: defaultdict[int, list[int]] = defaultdict(list)
    for member in jurisdiction.leaders_of(*{seat.game.in_club.club_id for seat in seats}):
        leaders[member.club_id].append(member.person_id)
    late = _first_of([seat for seat in seats if seat.game.in_club.club_id in leaders], "missed_told_at", now)
    both = Seat.objects.filter(game__in=[seat.game_id for seat in late], player__isnull=False)
    others = {(other.game_id, other.plays.enemy): other for other in both}
    told = [_to(each, NO_ARBITER, seat) for seat in late for each in leaders[seat.game.in_club.club_id]]
    for seat in late:
        other = others.get((seat.game_id, seat.plays))
        if seat.game.time_out_policy.arbiter_decides and other is not None:
            other.game = seat.game
            told.append(
                Announcement(clock.OVERDUE, other.reference, _deadline(seat), cast("int", other.player_id))
            )
    announce(told)
    return len(late)


def _to(person: int, kind: str, seat: Seat) -> Announcement:
    return Announcement(kind, seat.reference, f"{_deadline(seat)}.{person}", person)


def _deadline(seat: Seat) -> str:
    return deadlines.occasion(cast("datetime", seat.due_at))


def _untold(seats: Sequence[Seat]) -> list[Seat]:
    """The seats of whose deadlines nobody was told. Notes that somebody is, and locks their games."""
    both_seats.count_write(*{seat.game_id for seat in seats})
    rows = Seat.objects.filter(pk__in=[seat.pk for seat in seats], is_overdue_told=False)
    present = {*rows.values_list("pk", "due_at")}
    untold = [seat for seat in seats if (seat.pk, seat.due_at) in present]
    rows.filter(pk__in=[seat.pk for seat in untold]).update(is_overdue_told=True)
    return untold


def _first_of(seats: Sequence[Seat], column: str, now: datetime) -> list[Seat]:
    """One seat of each game that nobody was told of since the deadline. Notes that somebody is.

    Args:
        column: of ``ClubGame``: when somebody was told.
    """
    games = ClubGame.objects.filter(game__in=[seat.game_id for seat in seats])
    told_at = dict(games.select_for_update(no_key=True).order_by("pk").values_list("game", column))
    first: dict[int, Seat] = {}
    for seat in seats:
        told = told_at[seat.game_id]
        if seat.due_at is not None and (told is None or told < seat.due_at):
            first.setdefault(seat.game_id, seat)
    games.filter(game__in=first).update(**{column: now})
    return [*first.values()]
