"""Games by mail on a simulated calendar: real services, jobs and mails, people driven by computer players.

All games of a rehearsal begin at the same moment and go on side by side. Time jumps from one moment at which
something happens to the next: somebody comes, a hold or a reaction clock is over, clocks are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from typing import Any, Literal, NamedTuple, cast

from django.db.models import Min
from django.test.utils import override_settings

from accounts.models.person import Person
from games.bots.players import Planner
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.game import Game, Origin
from games.models.seat import Seat
from games.notices.addressed import seat_of
from games.replies.receiving import REPLY
from games.rulebook.editions import DEFAULT, ruleset
from games.services import clock, creation, lobby, outages, windows
from games.services.waiting import STARTED
from games.simulation import arena
from games.simulation.habits import GAMES_TOGETHER, HOLIDAY, LONGEST_WAIT, UNREACHABLE, Habit, take_up
from games.simulation.post import ASKING, Post, bring_back
from games.simulation.replier import Replier
from games.simulation.timetable import BEGIN, OUTAGE
from games.simulation.visitor import Visit, Visitor
from notifications import bounces
from notifications.models import Notification
from sekigahara.db import service_time

Class = Literal["none", "one", "both"]
"""Which sides use orders: nobody, exactly one, or both."""
Channel = Literal["mail", "device"]
REHEARSING_PLAYER = "ashigaru"
PACE = 3
"""Days for a decision: nobody is late, some are reminded."""
CLOCKS_EVERY = timedelta(hours=12)
A_MOMENT = timedelta(minutes=1)
"""A visit goes on for so long, at least."""
LONGEST_REHEARSAL = timedelta(days=365)


class RehearsalError(Exception):
    """A rehearsal got stuck."""


class Told(NamedTuple):
    """That somebody was told of what they are asked."""

    at: datetime
    by: Channel


@dataclass
class Rehearsed:
    """One game.

    Attributes:
        visits: of both players, in order.
        untold: how many decisions somebody came to without a mail about them, and were not told on the page
            that mail to them came back.
        told_twice: how many mails told of what a mail had told before, with no visit in between; or how many
            messages to a device of what one had told.
        told_late: how many mails told of a decision that was answered already.
        returned: how many mails came back.
    """

    game: Game
    visitors: tuple[Visitor, Visitor]
    visits: list[Visit] = field(default_factory=list)
    untold: int = 0
    told_twice: int = 0
    told_late: int = 0
    returned: int = 0
    delays: list[timedelta] = field(default_factory=list)

    @property
    def mails(self) -> float:
        """How many mails about the game both players got; of one about several games, its share."""
        return sum(visitor.mails for visitor in self.visitors)


def rehearse(
    kind: Class,
    numbers: Iterable[int],
    *,
    hours: float,
    seed: int,
    habit: Habit = "at-once",
    until: datetime | None = None,
) -> list[Rehearsed]:
    """Play games to their end, or up to a moment.

    Args:
        kind: who uses orders. If one side does, it is East in games with even numbers, and the other decides
            by hand and only uses the orders that are one tap beside an answer.
        numbers: of the games; each game of a seed is the same whichever others are played.
        hours: the median from a mail to the visit.
        seed: decides everything.
        habit: of everybody.
        until: when to stop at the latest.

    Raises:
        RehearsalError: a game does not end.
    """
    world = RehearsedWorld(habit)
    with service_time.simulated(lambda: world.now), _nobody_woken():
        for number in numbers:
            world.begin(kind, number, hours, seed)
        world.run(until)
    return world.games


class RehearsedWorld:
    """The calendar, with what is still to come.

    Attributes:
        now: the present time.
        games: those that are played, and those that are over.
    """

    def __init__(self, habit: Habit = "at-once") -> None:
        self.now = BEGIN
        self._habit = habit
        self.games: list[Rehearsed] = []
        self._post = Post()
        self._to_come: list[tuple[datetime, int, int]] = []
        self._order = count()
        self._visitors: dict[int, tuple[Rehearsed, Visitor]] = {}
        self._next_visit: dict[int, datetime] = {}
        self._told: dict[int, list[Told]] = {}

    def begin(self, kind: Class, number: int, hours: float, seed: int) -> None:
        """Begin a game."""
        name = f"{seed}/{number}"
        chooser = random.Random(name)  # noqa: S311 - what is drawn is a simulation
        pair = number // GAMES_TOGETHER if self._habit == "gathered" else number
        people = (self._person(kind, pair, EAST), self._person(kind, pair, WEST))
        letters = "23456789abcdefghjkmnpqrstuvwxyz"
        origin = Origin("".join(chooser.choice(letters) for _ in range(10)), chooser.randbytes(32))
        game = lobby.create_between(
            people,
            edition=DEFAULT,
            terms=creation.Terms(pace=PACE),
            chance=creation.Chance(origin, ("", ""), EAST),
        )
        seated = arena.seat(ruleset(DEFAULT), (REHEARSING_PLAYER, REHEARSING_PLAYER), name)
        east, west = Seat.objects.filter(game=game).order_by("side")
        visitors = tuple(
            (Replier if self._habit == "reply" else Visitor)(
                people[side],
                seat,
                seated[side],
                cast("Planner", seated[side]) if kind != "none" else None,
                hours,
                chooser,
                taps=not _uses_orders(kind, number, side),
                away=(HOLIDAY,) if self._habit == "holiday" else (),
            )
            for side, seat in zip(SIDES, (east, west), strict=True)
        )
        rehearsed = Rehearsed(game, cast("tuple[Visitor, Visitor]", visitors))
        self.games.append(rehearsed)
        for visitor in rehearsed.visitors:
            key = visitor.seat().pk
            self._visitors[key] = rehearsed, visitor
            self._told[key] = []
            self._expect(key, visitor.timetable.by_themselves(self.now))

    def run(self, until: datetime | None = None) -> None:
        """Let time pass until every game is over, or up to a moment.

        Raises:
            RehearsalError: a game does not end.
        """
        self._work()
        look_at_clocks = self.now
        was_down = False
        while self._is_anything_running() and (until is None or self.now < until):
            moment = min(filter(None, (self._next_come(), self._next_due(), look_at_clocks)))
            if not was_down and moment >= OUTAGE.since:
                was_down = True
                outages.go_on(OUTAGE.since)
                self.now = max(moment, OUTAGE.until)
            else:
                self.now = max(self.now, moment)
                outages.go_on(self.now)
            if self.now > BEGIN + LONGEST_REHEARSAL:
                raise RehearsalError(f"games have not ended: {[str(each.game) for each in self.games]}")
            if look_at_clocks <= self.now:
                clock.send_reminders(self.now)
                bounces.forget_old()
                look_at_clocks = self.now + CLOCKS_EVERY
            self._let_come()
            self._work()

    def _is_anything_running(self) -> bool:
        return Game.objects.filter(status=Game.Status.RUNNING).exists()

    def _person(self, kind: Class, number: int, side: Side) -> Person:
        address = f"{kind}-{number}-{side.label}@example.org"
        known = Person.objects.filter(email=address).first()
        if known is not None:
            return known
        person = Person.objects.at(address)
        Person.objects.filter(pk=person.pk).update(name=f"{side.label} {number}")
        person.refresh_from_db()
        take_up(person, side, self._habit)
        return person

    # ---- visits

    def _expect(self, key: int, at: datetime) -> None:
        self._next_visit[key] = at
        heappush(self._to_come, (at, next(self._order), key))

    def _next_come(self) -> datetime | None:
        while self._to_come and self._next_visit.get(self._to_come[0][2]) != self._to_come[0][0]:
            heappop(self._to_come)
        return self._to_come[0][0] if self._to_come else None

    def _let_come(self) -> None:
        """Let the person who is due come now, if there is one, to all games they were told of."""
        at = self._next_come()
        if at is None or at > self.now:
            return
        _at, _number, key = heappop(self._to_come)
        person = self._visitors[key][1].person
        for other, (_rehearsed, visitor) in self._visitors.items():
            if other == key or (visitor.person == person and self._told[other]):
                self._visit(other)

    def _visit(self, key: int) -> None:
        """Let a player look at one of their games."""
        rehearsed, visitor = self._visitors[key]
        seat = visitor.seat()
        told = self._told[key]
        if seat.game.is_over:
            self._next_visit.pop(key, None)
            return
        is_asked = bool(seat.asked)
        if not is_asked and not told:
            self._expect(key, visitor.timetable.by_themselves(self.now))
            return
        since = seat.waiting_since
        visit = visitor.come(self.now)
        if is_asked and since is not None:
            visit.was_told = any(each.at >= since for each in told)
            is_late = self.now - since >= LONGEST_WAIT[self._habit]
            rehearsed.untold += (
                is_late and not visit.was_told and not _knows_that_mail_came_back(visitor.person)
            )
        if told:
            rehearsed.delays.append(self.now - told[0].at)
        rehearsed.visits.append(visit)
        told.clear()
        self.now += A_MOMENT
        self._expect(key, visitor.timetable.by_themselves(self.now))

    # ---- jobs

    def _next_due(self) -> datetime | None:
        """When the next hold or reaction clock is over, or the next mail due."""
        running = Seat.objects.filter(game__status=Game.Status.RUNNING)
        found = running.aggregate(held=Min("held_until"), lapses=Min("lapses_at"))
        waiting = Notification.objects.filter(status=Notification.Status.WAITING)
        pushed = Notification.objects.aggregate(due=Min("push_at"))["due"]
        dues = [found["held"], found["lapses"], waiting.aggregate(due=Min("due_at"))["due"], pushed]
        return min((due for due in dues if due is not None and due > self.now), default=None)

    def _work(self) -> None:
        """Run the jobs that are due, until there is nothing more to do, and hand out the mail."""
        while windows.answer_held(self.now) + windows.lapse(self.now):
            pass
        is_back = self._habit == "bounced" and UNREACHABLE.since <= self.now < UNREACHABLE.until
        for messages in self._post.due():
            if is_back:
                bring_back(messages[0])
            for message in messages:
                self._hand_out(message, "mail", 1 / len(messages), is_back=is_back)
        for message in self._post.pushed():
            self._hand_out(message, "device")

    def _hand_out(
        self, mail: Notification, channel: Channel, mails: float = 0, *, is_back: bool = False
    ) -> None:
        """Let a player know.

        Args:
            mail: what they are told.
            channel: how.
            mails: how much of a mail that is.
            is_back: whether it does not get to them.
        """
        told_of = seat_of(mail.about)
        if told_of is None:
            return
        key = told_of.pk
        rehearsed, visitor = self._visitors[key]
        visitor.mails += mails
        rehearsed.returned += is_back
        if mail.kind not in (*ASKING, REPLY) or is_back:
            return
        seat, told = visitor.seat(), self._told[key]
        if not seat.asked or seat.waiting_since is None:
            rehearsed.told_late += mail.kind not in (STARTED, REPLY)
            return
        rehearsed.told_twice += any(each.at >= seat.waiting_since and each.by == channel for each in told)
        told.append(Told(self.now, channel))
        visitor.read(mail)
        if len(told) == 1:
            self._expect(key, visitor.timetable.after_mail(self.now))


def nothing(*_arguments: Any) -> None:
    """Wakes nobody: a rehearsal runs the jobs itself."""


@contextmanager
def _nobody_woken() -> Iterator[None]:
    woken = {"NUDGE": f"{__name__}.nothing", "SEND_STREAM_HINT": f"{__name__}.nothing"}
    with override_settings(**woken, INBOUND_DOMAIN="in.example.org"):
        yield


def _knows_that_mail_came_back(person: Person) -> bool:
    """Whether every page tells a person so."""
    return Person.objects.filter(pk=person.pk).exclude(bounced_at=None).exists()


def _uses_orders(kind: Class, number: int, side: Side) -> bool:
    return kind == "both" or (kind == "one" and number % 2 == side)
