"""The arbiter's desk: what is decided of a game that runs. ``verdicts`` decides of results.

Each verb is one durable transaction that locks the game first, and leaves a decision in its record, of which
both players are mailed. A form brings a word of its own: the same form sent again decides nothing more, and
is answered by the decision it made.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from accounts.closing import hold
from accounts.models.person import Person
from games.engine.actions import Adjudicate, TimeOut
from games.engine.side import Side
from games.errors import Conflict, Unacceptable
from games.ladders.arbitration import jurisdiction, register
from games.ladders.arbitration.register import Entry
from games.ladders.models.club_game import ClubGame
from games.ladders.models.membership import Membership
from games.ladders.models.ruling import Ruling
from games.ladders.models.ruling_request import RulingRequest
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.reads import deadlines
from games.services import clock, play, suspension, table
from notifications.services import Announcement, announce, withdraw

DECIDED = "clubs.ruling"
"""A mail to a player, of a decision."""

MOST_DAYS = 30
"""That one decision may give."""
ON_TIME = "on-time"
"""How a side lost, among the parameters of a decision: since it did not answer in time."""

Kind = Ruling.Kind


class Case(NamedTuple):
    """A locked game of a club, and who is about to decide of it.

    Attributes:
        before: what this very form decided already; None for nothing.
    """

    held: ClubGame
    seats: tuple[Seat, Seat]
    by: Person
    nonce: str
    before: Ruling | None

    @property
    def game(self) -> Game:
        """As it is now."""
        return self.held.game

    def decide(self, entry: Entry) -> Ruling:
        """Add the decision to the record and owe both players a mail of it."""
        row = register.append(held=self.held, by=self.by, nonce=self.nonce, entry=entry)
        told = {seat.player_id: seat.plays.label for seat in reversed(self.seats)}
        if entry.former is not None:
            told[entry.former.pk] = "former"
        announce(
            [
                Announcement(DECIDED, row.public_id, f"{role}.{player}", player)
                for player, role in told.items()
                if player is not None
            ]
        )
        return row


@contextmanager
def case(game: Game, by: Person, nonce: str, *, after: Callable[[], object] | None = None) -> Iterator[Case]:
    """One transaction in which somebody decides of a game.

    Args:
        nonce: of the form.
        after: what is locked before the game is, so that all do it in one order.

    Raises:
        Conflict: the game is played in no club.
        Forbidden: it is not for them to decide.
        Frozen: the game is stopped.
    """
    with play.turn(game.public_id):
        if after is not None:
            after()
        east, west = both_seats.to_change(game.pk)
        held = jurisdiction.held(east.game)
        held.game = east.game
        jurisdiction.refuse_others(held, (east, west), by)
        before = Ruling.objects.filter(game=east.game, nonce=nonce).first()
        if before is None:
            suspension.refuse(east.game)
        yield Case(held, (east, west), by, nonce, before)


def extend(*, game: Game, by: Person, nonce: str, side: Side, days: int, reason: str = "") -> Ruling:
    """Give a side for which the game waits more days to answer.

    Raises:
        Unacceptable: ``too-many-days``.
        Conflict: ``no-deadline``: the game does not wait for it, or has no clock.
        Conflict, Forbidden, Frozen: as `case` does.
    """
    if not 1 <= days <= MOST_DAYS:
        raise Unacceptable("too-many-days", most=MOST_DAYS)
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        seat = at.seats[side]
        if seat.due_at is None:
            raise Conflict("no-deadline")
        # Of a clock that stands still the deadline moves on when it goes on.
        since = seat.due_at if at.game.paused_at else max(seat.due_at, timezone.now())
        seat.due_at = since + timedelta(days=days)
        seat.is_reminded = seat.is_overdue_told = False
        seat.save(update_fields=["due_at", "is_reminded", "is_overdue_told"])
        until = None if at.game.paused_at else seat.due_at.isoformat()
        return at.decide(
            Entry(Kind.EXTEND, side=side, reason=reason, parameters={"days": days, "until": until})
        )


def pause(*, game: Game, by: Person, nonce: str, reason: str = "") -> Ruling:
    """Stop the clock. Who is asked something may answer all the same.

    Raises:
        Conflict: ``not-running``; ``no-clock``; ``paused``: it stands still already.
        Conflict, Forbidden, Frozen: as `case` does.
    """
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        _refuse_not_running(at.game)
        if at.game.pace is None:
            raise Conflict("no-clock")
        if at.game.paused_at is not None:
            raise Conflict("paused-already")
        _stop(at.game)
        return at.decide(Entry(Kind.PAUSE, reason=reason))


def resume(*, game: Game, by: Person, nonce: str, reason: str = "") -> Ruling:
    """Let the clock go on; deadlines move on by the time it stood.

    Raises:
        Conflict: ``not-paused``.
        Conflict, Forbidden, Frozen: as `case` does.
    """
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        if at.game.paused_at is None or at.game.status != Game.Status.RUNNING:
            raise Conflict("not-paused")
        clock.go_on(at.seats)
        return at.decide(Entry(Kind.RESUME, reason=reason))


def substitute(
    *, game: Game, by: Person, nonce: str, side: Side, newcomer: Membership, reason: str
) -> Ruling:
    """Have another member of the club take a seat. What opened it for the former player opens it no longer.

    The game then counts for nobody's rating. In the ladder it goes on to count for those who were paired.
    What the former player has asked and nobody has answered is closed by the decision, so that the newcomer
    may ask. Blocks between newcomer and opponent are not looked at: whom an arbiter may choose would tell
    them who has blocked whom, which is for nobody else to know.

    Args:
        newcomer: they get the seat with all that it knows, and their full time to answer.

    Raises:
        Conflict: ``not-running``; ``no-person``: a computer player has the seat, or nobody.
        Unacceptable: ``cannot-take-seat``: they are no member, play or have played in this game, were shown
            what is hidden in it or decide of it now.
        Conflict, Forbidden, Frozen: as `case` does.
    """
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        _refuse_not_running(at.game)
        seat, former = at.seats[side], at.seats[side].player
        if former is None:
            raise Conflict("no-person")
        hold(former.pk, newcomer.person_id)
        taking = _taking(at, newcomer)
        now = timezone.now()
        withdraw(recipient_id=former.pk, about=seat.reference)
        seat.player, seat.links_after = taking, now
        seat.looked_at = seat.told_at = 0
        if seat.waiting_since is not None and at.game.time_to_answer is not None:
            # Of a clock that stands still the deadline moves on when it goes on, by the time since then.
            seat.waiting_since, seat.due_at = now, now + at.game.time_to_answer
        seat.is_reminded = seat.is_overdue_told = False
        seat.save()
        entry = Entry(Kind.SUBSTITUTE, side=side, reason=reason, newcomer=taking, former=former)
        decided = at.decide(entry)
        RulingRequest.objects.filter(game=at.game, side=side, answer=None).update(answer=decided)
        return decided


def adjudicate(
    *, game: Game, by: Person, nonce: str, loser: Side, reason: str, on_time: bool = False
) -> Ruling:
    """End the game: a side loses, and the other wins. It is an entry of the log, without the reason.

    Args:
        on_time: they lose since they have not answered in time. That is what the log says then, so that in
            ladders and ratings it is the loss on time that it would be by a claim.

    Raises:
        GameIsOver: it was over already.
        Conflict: as `refuse_loss_on_time` does.
        Conflict, Forbidden, Frozen: as `case` does.
    """
    if on_time:
        clock.make_good(timezone.now())
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        playing = table.of(at.seats)
        step = table.lose(playing, loser, TimeOut() if on_time else Adjudicate())
        if on_time:
            refuse_loss_on_time(at.seats[loser], timezone.now())
        table.write(playing, [step], before=playing.state)
        parameters = {"how": ON_TIME} if on_time else {}
        return at.decide(Entry(Kind.ADJUDICATE, side=loser, reason=reason, parameters=parameters))


def refuse_loss_on_time(seat: Seat, now: datetime) -> None:
    """Let a seat lose on time only when its time is over, and that was agreed to matter.

    Raises:
        Conflict: ``nothing-follows``: so it was agreed; ``paused``: the clock stands still; ``not-overdue``:
            there is time left, or they have answered by now.
    """
    if not seat.game.time_out_policy.can_lose:
        raise Conflict("nothing-follows")
    if seat.game.paused_at is not None:
        raise Conflict("paused")
    if not deadlines.is_overdue(seat, now):
        raise Conflict("not-overdue")


def may_lose_on_time(seat: Seat, now: datetime) -> bool:
    """Whether an arbiter may decide that a seat has lost on time."""
    try:
        refuse_loss_on_time(seat, now)
    except Conflict:
        return False
    return True


def open_sealed(*, game: Game, by: Person, nonce: str, reason: str) -> Ruling:
    """Open a game for a dispute: whoever decides so may then see all that was hidden, as it stood then.

    Both players have it in the record before anything is shown. The clock of a game that runs stands still
    until somebody lets it go on.

    Raises:
        Conflict, Forbidden, Frozen: as `case` does.
    """
    with case(game, by, nonce) as at:
        if at.before is not None:
            return at.before
        if at.game.status == Game.Status.RUNNING and at.game.paused_at is None:
            _stop(at.game)
        return at.decide(Entry(Kind.OPEN, reason=reason))


def _stop(game: Game) -> None:
    game.paused_at = timezone.now()
    game.save(update_fields=["paused_at"])


def _refuse_not_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise Conflict("not-running")


def _taking(at: Case, newcomer: Membership) -> Person:
    """Who is to take a seat, if they may."""
    # An account is closed without the club's lock.
    members = candidates(at.held, at.by).select_for_update(of=("self",))
    member = members.filter(pk=newcomer.pk).first()
    if member is None:
        raise Unacceptable("cannot-take-seat")
    return member.person


def candidates(held: ClubGame, by: Person) -> QuerySet[Membership]:
    """The members of a club who could take a seat in a game, by name; not whoever decides so."""
    members = Membership.objects.select_related("person").filter(club=held.club_id).exclude(person=by)
    return members.exclude(jurisdiction.involved(held.game_id)).order_by("person__name", "pk")
