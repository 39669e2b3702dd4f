"""Stand-ins: members who are willing to take over games are asked in turn to take a seat.

The member asked longest ago is asked first. Nobody has to: silence is a no. Those on holiday, and those
who know too much to take the seat, are left out. The one who accepts takes it by the arbiter's ruling.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models.person import Person
from accounts.time_away import read
from games.engine.side import Side
from games.ladders import isolation
from games.ladders.arbitration import jurisdiction
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.substitute import Substitute, candidates
from games.ladders.models.club import Club, Membership
from games.ladders.models.ruling import Ruling, StandInSearch
from games.log.position import refuse_stopped
from games.models import both_seats, playing_time
from games.models.game import Game
from games.models.seat import Seat
from games.reads import deadlines
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Forbidden

STAND_IN = "clubs.stand-in"
"""A mail to somebody who is asked to take a seat."""
NO_STAND_IN = "clubs.no-stand-in"
"""A mail to the arbiter: nobody took it."""
TIME_TO_STAND_IN: Final = timedelta(days=2)
"""How long somebody can think it over before the next is asked."""


@dataclass(frozen=True, kw_only=True)
class StandIn(Substitute):
    """A stand-in takes the seat while they are asked."""

    search: StandInSearch

    def carry_out(self, case: Case) -> Ruling:
        """Transfer the seat.

        Raises:
            Conflict: ``stand-in-over``: they are not asked any more; or as ``Substitute`` does.
        """
        asked = StandInSearch.objects.filter(pk=self.search.pk, person=self.newcomer.person_id)
        if not asked.exists():
            raise Conflict("stand-in-over")
        return super().carry_out(case)


def stand_in(*, member: Membership, is_willing: bool) -> None:
    """Store whether a member is willing to take over games of others."""
    Membership.objects.filter(pk=member.pk).update(stands_in=is_willing)


def searches_for(person: Person, club: Club) -> QuerySet[StandInSearch]:
    """The seats in a club that a person is asked to take now."""
    searches = StandInSearch.objects.select_related("game", "arbiter")
    return searches.filter(person=person, game__in_club__club=club).order_by("due_at", "pk")


def begin(*, game: Game, by: Person, side: Side, reason: str) -> StandInSearch:
    """Ask the first stand-in for a seat. If stand-ins are being asked for it, nothing changes.

    Raises:
        Conflict: ``no-club``; ``not-running``; ``no-person``: the seat has no human player; ``no-stand-ins``:
            nobody can be asked.
        Forbidden: ``not-arbiter`` or ``own-case``.
        Frozen: the game is suspended.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        now = seats[side].game
        jurisdiction.refuse_others(jurisdiction.held(now), seats, by)
        refuse_stopped(now)
        if now.status != Game.Status.RUNNING:
            raise Conflict("not-running")
        if seats[side].player_id is None:
            raise Conflict("no-person")
        search, is_new = StandInSearch.objects.get_or_create(
            game=now,
            side=side,
            defaults={
                "arbiter": by,
                "reason": reason,
                "begun_at": service_time.now(),
                "due_at": service_time.now(),
            },
        )
        if is_new and not _ask_next(search):
            raise Conflict("no-stand-ins")
    return search


def stop(*, game: Game, by: Person, side: Side) -> None:
    """Ask nobody any more for a seat.

    Raises:
        Conflict: ``no-club``.
        Forbidden: ``not-arbiter`` or ``own-case``.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        jurisdiction.refuse_others(jurisdiction.held(game), seats, by)
        StandInSearch.objects.filter(game=game, side=side).delete()


def accept(*, search: str, person: Person) -> Ruling:
    """Take the seat, by a ruling of the arbiter who began the search; once, however often it is sent.

    Args:
        search: its id, from a form.

    Raises:
        Conflict: ``stand-in-over``: they are not asked any more, or the arbiter may not rule any more; or as
            ``Substitute`` does.
        Unacceptable: ``cannot-take-seat``: they know too much by now.
        Frozen: the game is suspended.
    """
    row = _asking(search, person)
    if row is None:
        before = Ruling.objects.select_related("game").filter(nonce=search, newcomer=person).first()
        if before is None:
            raise Conflict("stand-in-over")
        return before
    member = Membership.objects.filter(club__club_games__game=row.game_id, person=person).first()
    if member is None:
        raise Conflict("stand-in-over")
    taking = StandIn(side=row.plays, newcomer=member, reason=row.reason, search=row)
    try:
        return taking.decide(game=row.game, by=row.arbiter, nonce=row.public_id)
    except Forbidden:
        raise Conflict("stand-in-over") from None


def decline(*, search: str, person: Person) -> None:
    """Do not take the seat; the next is asked. Nothing changes if they are not asked any more.

    Args:
        search: its id, from a form.
    """
    row = _asking(search, person)
    if row is not None:
        _go_on(row)


def _asking(search: str, person: Person) -> StandInSearch | None:
    searches = StandInSearch.objects.select_related("game", "arbiter")
    return searches.filter(public_id=search, person=person).first()


def ask_next_due() -> int:
    """Ask the next stand-ins where somebody has not answered in time. Several workers may call it at once.

    Returns:
        How many searches went on or ended.
    """
    due = StandInSearch.objects.select_related("game").filter(due_at__lte=service_time.now())
    return isolation.attempt_each(_go_on, "find a stand-in for", due.order_by("due_at", "pk"))


def _go_on(search: StandInSearch) -> bool:
    """Ask the next, if the one who was asked still is; end a search that leads to nothing."""
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(search.game_id)  # every change of a search locks its game first
        row = StandInSearch.objects.select_related("game", "arbiter").filter(pk=search.pk).first()
        if row is None or (row.person_id, row.due_at) != (search.person_id, search.due_at):
            return False
        if not _can_end_well(row, seats):
            row.delete()
        elif not _ask_next(row):
            when = deadlines.occasion(service_time.now())
            occasion = f"{row.arbiter_id}.{when}"
            announce([Announcement(NO_STAND_IN, seats[row.side].reference, occasion, row.arbiter_id)])
            row.delete()
    return True


def _can_end_well(search: StandInSearch, seats: list[Seat]) -> bool:
    """Whether the arbiter could still rule that somebody takes the seat."""
    seat = seats[search.side]
    try:
        jurisdiction.refuse_others(jurisdiction.held(seat.game), seats, search.arbiter)
    except (Conflict, Forbidden):
        return False
    return seat.game.status == Game.Status.RUNNING and seat.player_id is not None


def _ask_next(search: StandInSearch) -> bool:
    """Ask the member who was asked longest ago, in the caller's transaction; False if nobody is left."""
    now = service_time.now()
    willing = candidates(jurisdiction.held(search.game), search.arbiter).filter(stands_in=True)
    in_turn = willing.exclude(person__in=search.asked.all()).order_by(
        F("stand_in_asked_at").asc(nulls_first=True), "joined_at", "pk"
    )
    for member in in_turn:
        if read(member.person.time_away).until(now) is not None:
            continue
        if not Membership.objects.filter(pk=member.pk).update(stand_in_asked_at=now):
            continue  # they have just left
        search.person = member.person
        search.due_at = playing_time.deadline(now, TIME_TO_STAND_IN, member.person.time_away)
        search.save(update_fields=["person", "due_at"])
        search.asked.add(member.person)
        announce([Announcement(STAND_IN, search.public_id, str(member.person_id), member.person_id)])
        return True
    return False
