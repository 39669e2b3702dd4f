"""Comparing courses finds every leak of orders that is planted in the service."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
import pytest

from games.api import endpoint, rows
from games.engine.core import pending_for
from games.engine.decisions import AnswerDeployment
from games.engine.orders import answering, keeping
from games.engine.orders.shapes import Orders
from games.engine.side import NOBODY, SIDES
from games.log import position
from games.models.game import Game
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.notices import game_events, turns
from games.rulebook.editions import ruleset
from games.services import orders, running_orders, waiting, windows
from games.services.table import Table
from notifications.registry import Event, EventType
from notifications.services import Announcement
from notifications.webhooks import sealing
from sekigahara.db import service_time
from tests.secrecy.memory import LeakError
from tests.secrecy.orders.courses import HANDS, ORDERS, Course, alike
from tests.secrecy.orders.telling import Size, course_of, tasks, tell

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

Plant = Callable[[pytest.MonkeyPatch], None]
STEPS = 90
FEW = Size(STEPS, looks=0, posting=0)
LISTS = Size(STEPS, looks=0.1, share=1, posting=0, channels=("games-api:games",))
OPTIONS = Size(STEPS, looks=0.1, share=1, posting=0, channels=("games-api:options",))
POSTS = Size(STEPS, looks=0, posting=1)
SHORTER = timedelta(minutes=5)


class _Sample(NamedTuple):
    """A course, and of which game."""

    course: Course
    seed: str
    viewer: int
    edition: str

    def told(self, size: Size) -> None:
        tell(self.course, self.seed, self.viewer, self.edition, size)


# ---- what shows


def in_an_instant_answer(patch: pytest.MonkeyPatch) -> None:
    """An order answers a window as soon as it opens."""
    honest = running_orders.run

    def run(table: Table, book: Any) -> None:
        honest(table, book)
        for side in SIDES:
            if isinstance(pending_for(table.state, side), AnswerDeployment):
                running_orders.answer_window(table, book, side)

    patch.setattr(running_orders, "run", run)


def in_an_order_that_is_dropped(patch: pytest.MonkeyPatch) -> None:
    """Whoever holds no challenge card is asked, whatever they ordered."""
    honest = answering._by_loyalty

    def by_loyalty(play: Any, side: Any, order: Any) -> Any:
        return honest(play, side, order) if play.s.hand[side][play.c.loyalty[side]] else None

    patch.setattr(answering, "_by_loyalty", by_loyalty)


def in_a_shorter_hold(patch: pytest.MonkeyPatch) -> None:
    """Where there are orders a window is held for less time."""
    honest = waiting.restart_clock

    def restart_clock(game: Game, seat: Seat, now: datetime) -> None:
        honest(game, seat, now)
        if seat.held_until is not None and has_orders(seat):
            seat.held_until -= SHORTER

    patch.setattr(waiting, "restart_clock", restart_clock)


def in_a_hold_that_ends_early(patch: pytest.MonkeyPatch) -> None:
    """The job does not wait for the end of the hold."""
    honest = windows.answer_held

    def answer_held(now: datetime | None = None) -> int:
        return honest((now or service_time.now()) + SHORTER)

    patch.setattr(windows, "answer_held", answer_held)


def in_a_mail_to_the_other_side(patch: pytest.MonkeyPatch) -> None:
    """The other side is mailed where an order will answer a window."""
    honest = waiting.project

    def project(game: Game, seats: Any, moment: Any, **rest: Any) -> list[Announcement]:
        mails = honest(game, seats, moment, **rest)
        for seat in seats:
            other = seats[seat.plays.enemy]
            if seat.held_until is not None and has_orders(seat) and other.player_id is not None:
                occasion = str(other.version)
                mails.append(Announcement(waiting.WINDOW, other.reference, occasion, other.player_id))
        return mails

    patch.setattr(waiting, "project", project)


def in_an_event_that_is_spared(patch: pytest.MonkeyPatch) -> None:
    """A webhook is spared like a mail when an order will answer."""
    honest = game_events.game_event

    def game_event(event_type: EventType, seat: Seat, **more: Any) -> Event | None:
        return None if orders.will_answer(seat) else honest(event_type, seat, **more)

    patch.setattr(turns, "game_event", game_event)


def in_an_event_that_names_it(patch: pytest.MonkeyPatch) -> None:
    """A webhook says whether an order will answer."""
    honest = game_events.game_event

    def game_event(event_type: EventType, seat: Seat, **more: Any) -> Event:
        event = honest(event_type, seat, **more)
        week = seat.game.week + orders.will_answer(seat)
        return event._replace(data=msgspec.structs.replace(event.data, week=week))

    patch.setattr(turns, "game_event", game_event)


def in_a_version(patch: pytest.MonkeyPatch) -> None:
    """Laying an order counts as a change of the game."""
    honest = Table.record_rows

    def record_rows(table: Table) -> None:
        table.game.version += 1
        honest(table)

    patch.setattr(Table, "record_rows", record_rows)


def in_the_latest_change(patch: pytest.MonkeyPatch) -> None:
    """Laying an order makes the game one that has changed."""
    honest = Table.record_rows

    def record_rows(table: Table) -> None:
        table.game.changed_at = service_time.now()
        honest(table)

    patch.setattr(Table, "record_rows", record_rows)


def in_since_when_it_waits(patch: pytest.MonkeyPatch) -> None:
    """The game waits again for whoever lays an order, with a deadline of its own."""
    honest = Table.record_rows

    def record_rows(table: Table) -> None:
        for seat in table.seats:
            waiting.restart_clock(table.game, seat, service_time.now())
        honest(table)

    patch.setattr(Table, "record_rows", record_rows)


def in_a_count(patch: pytest.MonkeyPatch) -> None:
    """A list of games counts how often orders were changed."""
    honest = rows._game

    def told(row: rows.Row, *rest: Any) -> Any:
        versions = SeatOrders.objects.filter(seat__game=row.game).values_list("version", flat=True)
        return msgspec.structs.replace(honest(row, *rest), revision=sum(versions))

    patch.setattr(rows, "_game", told)


def in_a_tag(patch: pytest.MonkeyPatch) -> None:
    """The tag of what a viewer sees counts how often orders were changed."""

    def etag(viewer: Any, version: int | None = None) -> str:
        versions = SeatOrders.objects.filter(seat__game=viewer.game).values_list("version", flat=True)
        return f'"{viewer.label}.{version or 0}.{sum(versions)}"'

    patch.setattr(endpoint, "etag", etag)


def in_a_slower_load(patch: pytest.MonkeyPatch) -> None:
    """Where there are orders, to load a position takes one statement more."""
    honest = position._recalled

    def recalled(game: Game) -> Any:
        for seat in Seat.objects.filter(game=game):
            if has_orders(seat):
                SeatOrders.objects.filter(seat=seat).exists()
        return honest(game)

    patch.setattr(position, "_recalled", recalled)


def in_an_action_that_reads_them(patch: pytest.MonkeyPatch) -> None:
    """The request that opens a window looks whether there are orders: the same for all, but too early."""
    honest = running_orders.run

    def run(table: Table, book: Any) -> None:
        honest(table, book)
        for side in SIDES:
            if isinstance(pending_for(table.state, side), AnswerDeployment):
                book.of(side)

    patch.setattr(running_orders, "run", run)


def has_orders(seat: Seat) -> bool:
    """Whether anything is ordered for a seat."""
    row = SeatOrders.objects.get(seat=seat)
    return keeping.decode(sealing.unseal(row.text)).orders != Orders()


# ---- that it is found


@pytest.mark.parametrize(
    ("plant", "kind", "size"),
    [
        (in_an_instant_answer, ORDERS, FEW),
        (in_an_order_that_is_dropped, HANDS, FEW),
        (in_a_shorter_hold, ORDERS, FEW),
        (in_a_hold_that_ends_early, ORDERS, FEW),
        (in_a_mail_to_the_other_side, ORDERS, FEW),
        (in_an_event_that_is_spared, ORDERS, POSTS),
        (in_an_event_that_names_it, ORDERS, POSTS),
        (in_a_version, ORDERS, FEW),
        (in_the_latest_change, ORDERS, FEW),
        (in_since_when_it_waits, ORDERS, FEW),
        (in_a_count, ORDERS, LISTS),
        (in_a_tag, ORDERS, OPTIONS),
        (in_a_slower_load, ORDERS, OPTIONS),
        (in_an_action_that_reads_them, ORDERS, FEW),
    ],
)
def test_a_planted_leak_is_found(
    plant: Plant, kind: str, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = _sample(kind)
    plant(monkeypatch)
    with pytest.raises(LeakError):
        sample.told(size)


@pytest.mark.parametrize(("kind", "size"), [(HANDS, FEW), (ORDERS, POSTS)])
def test_without_a_leak_the_same_courses_are_alike(kind: str, size: Size) -> None:
    _sample(kind).told(size)


@functools.cache
def _sample(kind: str) -> _Sample:
    """A short course in which an order answers after the hold, which a leak may show."""
    for which, seed, viewer, edition in tasks("planted"):
        if which != kind or viewer == NOBODY:
            continue
        course = course_of(kind, seed, viewer, edition, STEPS)
        last = None if course is None else _last(course, viewer, edition)
        if course is not None and last is not None:
            return _Sample(course._replace(beats=course.beats[: last + 1]), seed, viewer, edition)
    raise AssertionError("no course of so many is short")


def _last(course: Course, viewer: int, edition: str) -> int | None:
    """Up to which beat of a course one of the leaks would show; None if it would not."""
    if course.kind == ORDERS:
        found = [number for number, beat in enumerate(course.beats) if beat.is_answered_otherwise]
        return found[0] if found else None
    with pytest.MonkeyPatch.context() as patch:
        in_an_order_that_is_dropped(patch)
        count = alike(ruleset(edition), course.beats, course.piles, viewer)
    return count if count < len(course.beats) else None
