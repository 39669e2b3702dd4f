"""Tells a course through the services, and compares all that its two games tell to others than the owner.

Both are told in the same rows, at the same moments and with the same keys, one after the other: see
``tests.secrecy.pair``. After each beat everything is noted that others may learn: the rows as they are shown,
hints to streams, mails that are due, events for webhooks, also those of the owner, which others may read
along; now and then also what is answered to requests, byte for byte, and what is asked of the database.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import time_machine
from django.db import connection, transaction
from django.test import override_settings
from django.utils import timezone

from games.engine.actions import Undo, encode
from games.engine.errors import EngineError
from games.engine.side import EAST, LABELS, NOBODY, WEST
from games.models import both_seats
from games.models.game import EditionText, Game
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.rulebook.editions import edition_ids, ruleset
from games.services import lobby, orders, play, presence, stream_hints, windows
from notifications.webhooks import event_types
from notifications.webhooks import services as webhooks
from notifications.webhooks.owners import Owner
from sekigahara.errors.exceptions import Refused
from tests.kit import caches
from tests.kit.masked_heads import chain_values_masked
from tests.secrecy import determinism, mail_backend, webhook_server
from tests.secrecy.memory import LeakError, Memory
from tests.secrecy.orders.courses import HANDS, HOLD, KINDS, Beat, Course, of_hands, of_orders
from tests.secrecy.orders.ordered import Deed
from tests.secrecy.schedule import BEGIN
from tests.secrecy.script import Dealt
from tests.secrecy.service import Answer, Here
from tests.secrecy.service_requests import Ask
from tests.secrecy.snapshots import Onlookers
from tests.secrecy.stage import Stage
from tests.secrecy.twins import hidden_from

VIEWERS = (EAST, WEST, NOBODY)
TERMS = lobby.Terms(pace=7, hold=HOLD, reaction=48)
CHANNELS = (
    *("games:game", "games:mine", "games:history", "games:moment"),
    *("games-api:game", "games-api:games", "games-api:view", "games-api:options", "games-api:history"),
    *("games-api:stream", "games-api:my-stream", "games-api:record", "games-api:decisions"),
)
EDITIONS = EditionText._meta.db_table
"""Of which each process reads a row only once."""
STATEMENTS = "statements"
ROWS = "rows"
HINTS = "hints"
DUE = "due"
EVENTS = "events for webhooks"
WINDOW = "window"
PRESENCE = "presence"
OWN = (
    *("version", "changed_at", "asked_at", "told_at", "looked_at", "can_undo"),
    *("is_reminded", "is_overdue_told", "extensions"),
)
"""What a seat tells its own player alone."""
_GAME = """
    SELECT status, version, changed_at, week, phase, winner, victory, ended_at, hold, reaction, head_version,
        orders_due
    FROM games_game WHERE id = %s
"""
_SEATS = f"""
    SELECT {", ".join(OWN)}, asked, waiting_since, due_at, held_until, lapses_at, side
    FROM games_seat WHERE game_id = %s ORDER BY side
"""
_ASKED = "SELECT 1 FROM games_seat WHERE game_id = %s AND asked = %s"
_MAILS = """
    SELECT kind, about, occasion, message_id, due_at, owes_webhooks FROM notifications_notification
    WHERE created_at = %s AND recipient_id = %s ORDER BY kind, occasion
"""
_OWED = """
    SELECT kind, due_at, owes_webhooks FROM notifications_notification
    WHERE created_at = %s AND recipient_id = %s ORDER BY kind, occasion
"""
"""What an owner's webhooks are to be told. Whether the owner is mailed too is the owner's."""
_EVENTS = """
    SELECT post.id, hook.person_id, post.body, post.created_at, post.due_at, hook.shape
    FROM notifications_delivery post JOIN notifications_webhook hook ON hook.id = post.webhook_id
    WHERE post.id > %s ORDER BY post.created_at, post.type, hook.id
"""


class Size(NamedTuple):
    """How much is told.

    Attributes:
        steps: of each game, at most.
        looks: how likely others look after a step.
        share: of the channels that are asked then.
        posting: how likely mail and events are sent after a step.
        channels: the only ones that are asked.
    """

    steps: int
    looks: float = 0.012
    share: float = 0.25
    posting: float = 0.01
    channels: Sequence[str] = CHANNELS


def course_of(kind: str, seed: str, viewer: int, edition: str, steps: int) -> Course | None:
    """A course of one of `KINDS`; None if no twin was found."""
    return (of_hands if kind == HANDS else of_orders)(ruleset(edition), seed, viewer, steps)


def compare(kind: str, seed: str, viewer: int, edition: str, size: Size) -> Counter[str]:
    """Tell both games of a course; how often what was compared, and how many steps.

    Raises:
        LeakError: at the first difference.
    """
    course = course_of(kind, seed, viewer, edition, size.steps)
    return Counter() if course is None else tell(course, seed, viewer, edition, size)


def tell(course: Course, seed: str, viewer: int, edition: str, size: Size) -> Counter[str]:
    """Tell a course that there is, and say where it leaks."""
    try:
        return _told(course, seed, viewer, edition, size)
    except LeakError as error:
        who = "public" if viewer == NOBODY else LABELS[viewer]
        what = f"different {course.kind}, game {seed} of {edition}, {who} looks on"
        raise LeakError(f"{what}: {error}") from None


def tasks(seed: str) -> Iterator[tuple[str, str, int, str]]:
    """Kinds, seeds, viewers and editions in turn, without end."""
    number = 0
    while True:
        for edition in edition_ids():
            viewer = VIEWERS[(number // 2) % len(VIEWERS)]
            yield KINDS[number % 2], f"{seed}/{number}", viewer, edition
            number += 1
        number += 1  # so that each edition comes to be told in each way


def _told(course: Course, seed: str, viewer: int, edition: str, size: Size) -> Counter[str]:
    memory = Memory()
    before = transaction.savepoint()
    receiving = {
        "EMAIL_BACKEND": mail_backend.BACKEND,
        "WEBHOOK_TEST_ADDRESSES": [webhook_server.server().address],
    }
    try:
        with override_settings(**receiving), mail_backend.drawings_for_pictures(), chain_values_masked():
            with time_machine.travel(BEGIN, tick=False):
                stage = _stage(viewer, seed, edition)
            for which in (0, 1):
                mail_backend.forget()
                webhook_server.forget()
                salts = f"{seed}|{which if course.kind == 'hands' else 0}"
                _Telling(stage, course, which, viewer, size, memory, salts).tell()
                memory.begin_again()
    finally:
        transaction.savepoint_rollback(before)
    memory.heard["steps"] += len(course.beats)
    memory.heard["holds"] += sum(beat.is_end_of_hold for beat in course.beats)
    memory.heard["answered otherwise"] += sum(beat.is_answered_otherwise for beat in course.beats)
    return memory.heard


def _stage(viewer: int, seed: str, edition: str) -> Stage:
    """As for other twins, with webhooks for everybody."""
    address = f"http://{webhook_server.server().address}"
    label = "east" if viewer == NOBODY else LABELS[viewer]
    stage = Stage(
        terms=TERMS,
        edition=edition,
        is_public=viewer == NOBODY or Random(seed).random() < 0.5,
        beside=label,
        quiet=[side.label for side in hidden_from(viewer)],
        hooks=address,
    )
    Seat.objects.filter(game=stage.game).update(shares_presence=True)
    with determinism.chance("webhooks of the others"):
        for other in LABELS:
            if other != label:
                owner = Owner(stage.people[other].pk)
                webhooks.create(
                    owner=owner, url=f"{address}/{other}/json", shape="json", types=event_types.titles()
                )
    return stage


class _Counted(Here):
    """The service in this process, with what it asks of the database."""

    def _answer(self, ask: Ask, headers: Mapping[str, str]) -> Answer:
        with _statements() as asked:
            answer = super()._answer(ask, headers)
        return answer._replace(everything=answer.everything + b"\r\n" + "\n".join(asked).encode())

    def work(self) -> None:
        windows.answer_held()
        super().work()


_here = _Counted()


class _Telling:
    """Tells one of the two games."""

    def __init__(
        self, stage: Stage, course: Course, which: int, viewer: int, size: Size, memory: Memory, salts: str
    ) -> None:
        self._stage, self._course, self._which, self._viewer = stage, course, which, viewer
        self._size, self._memory, self._salts = size, memory, salts
        self._when = "begin"
        self._is_acting = course.kind == HANDS
        """Whether orders may act at once, and so are read."""
        self._is_window = self._has_answered = False
        self._latest_event = 0
        self._recipient = None if viewer == NOBODY else stage.people[LABELS[viewer]].pk
        self._owner_keys = [stage.player(side).pk for side in hidden_from(viewer)]
        self._owners = [side.label for side in hidden_from(viewer)]

    def tell(self) -> None:
        """Everything, of which nothing is left afterwards."""
        moment, random = BEGIN, Random(self._course.beats[0].minutes)
        chance = Dealt(self._course.piles[self._which])
        with (
            _here.taken_back(),
            self._hints(),
            time_machine.travel(BEGIN, tick=False) as clock,
            self._stage.playthrough(chance, self._salts),
        ):
            self._onlookers = Onlookers(self._stage, _here, self._viewer, self._memory, self._size.channels)
            for number, beat in enumerate(self._course.beats):
                moment += timedelta(minutes=beat.minutes)
                self._when = f"beat {number}"
                self._before(beat, moment, clock)
                clock.move_to(moment)
                for deed in (beat.one, beat.other)[self._which]:
                    self._do(deed, f"{self._salts} {number}")
                if beat.is_end_of_hold:
                    windows.answer_held()
                    self._has_answered |= beat.is_answered_otherwise
                self._glance()
                self._see(is_there=not number % 3)
                self._look(random)

    def _before(self, beat: Beat, moment: Any, clock: time_machine.Traveller) -> None:
        """A little before the beat: what is done unseen, and what a job finds to do."""
        if self._which:
            clock.move_to(moment - timedelta(seconds=20))
            for deed in beat.unseen:
                self._do(deed, f"{self._salts} {self._when}, unseen")
        if beat.is_end_of_hold:
            clock.move_to(moment - timedelta(seconds=1))
            self._when += ", a second before"
            windows.answer_held()
            self._glance()

    def _do(self, deed: Deed, salts: str) -> None:
        if deed.side is None:
            return
        both = both_seats.of_game(self._stage.game.pk)
        seat = both[deed.side]
        with determinism.chance(salts), self._refusals(), _statements() as asked:
            if deed.orders is not None:
                version = SeatOrders.objects.get(seat=seat).version
                orders.lay(seat=seat, orders=deed.orders, expected_version=version)
            elif isinstance(deed.body, Undo):
                play.undo(seat=seat, expected_version=seat.version, both=both)
            else:
                assert deed.body is not None
                body = encode(deed.body)
                play.submit(seat=seat, bodies=[body], expected_version=seat.version, both=both)
        if deed.side.label not in self._owners:
            self._note(STATEMENTS, asked)
        if (
            not self._is_acting
            and deed.side.label not in self._owners
            and _found(_ASKED, seat.game_id, WINDOW)
        ):
            # Not even to find that there are none: the request that opens a window asks the same.
            reading = [text for text in asked if SeatOrders._meta.db_table in text]
            if reading:
                raise LeakError(f"{self._when}: orders are read before the hold is over: {reading}")

    @contextlib.contextmanager
    def _refusals(self) -> Iterator[None]:
        """Within the block nothing is refused, since by the rules it is possible in both games."""
        try:
            yield
        except (EngineError, Refused) as error:
            raise LeakError(f"{self._when}: the service does not do what the rules do: {error}") from error

    def _glance(self) -> None:
        """What the rows say, and what is to be sent."""
        game = self._stage.game.pk
        self._note(ROWS, _found(_GAME, game))
        seats = _found(_SEATS, game)
        self._is_window = any(seat[len(OWN)] == WINDOW for seat in seats)
        self._note(ROWS, [seat[0 if seat[-1] == self._viewer else len(OWN) :] for seat in seats])
        self._note(DUE, _found(_MAILS, timezone.now(), self._recipient))
        if not self._has_answered:
            owed = [_found(_OWED, timezone.now(), owner) for owner in self._owner_keys]
            self._note(DUE, owed)

    def _see(self, *, is_there: bool) -> None:
        """What the viewer sees of the owner's presence, who in one game also looks at every loyalty window.

        Args:
            is_there: whether the owner has the page open in both games.
        """
        if self._viewer == NOBODY:
            return
        both = both_seats.of_game(self._stage.game.pk)
        comes = is_there or (self._which and self._is_window)
        caches.empty()  # it was marked for longer than the beats are apart
        known = presence.beat([both], [both[side].pk for side in hidden_from(self._viewer)] if comes else ())
        self._note(PRESENCE, known.get(both[self._viewer].pk, ()))

    def _events(self) -> Iterator[list[object]]:
        """What is to be posted to webhooks, those of the owner too as long as no order has acted.

        Without the version of the owner's seat where the owner acts unseen in one game alone.
        """
        for key, person, body, *told in _found(_EVENTS, self._latest_event):
            self._latest_event = max(key, self._latest_event)
            said = json.loads(body)
            if person in self._owner_keys:
                if self._has_answered:
                    continue
                if self._course.kind == HANDS:
                    said.get("data", {}).pop("version", None)
            yield [person, said, *told]

    def _look(self, random: Random) -> None:
        if random.random() < self._size.posting:
            self._onlookers.read_mail(self._when)
            for label in self._owners:
                posted = webhook_server.take(label)
                if not self._has_answered:
                    self._note(EVENTS, [name for name, _body in posted])
            self._note(EVENTS, list(self._events()))
        if random.random() < self._size.looks * (4 if self._is_window else 1):
            self._onlookers.look(self._when, share=self._size.share)
        elif random.random() < 0.1:
            caches.empty()

    def _note(self, sort: str, told: Sequence[Any]) -> None:
        text = json.dumps([str(each) for each in told], indent=0)
        self._memory.note(sort, f"{self._when}, {sort}", text.encode())

    @contextlib.contextmanager
    def _hints(self) -> Iterator[None]:
        """Within the block hints to streams are noted, as far as they concern others."""

        def send(game: Game, seats: Sequence[Seat], seen: Sequence[Any]) -> None:
            noticed = [any(step[viewer] for step in seen) for viewer in (self._viewer, NOBODY)]
            version = [] if self._viewer == NOBODY else [seats[self._viewer].version]
            if any(noticed):
                self._note(HINTS, [game.version, *version, *noticed])

        with mock.patch.object(stream_hints, "send", send):
            yield


@contextlib.contextmanager
def _statements() -> Iterator[list[str]]:
    """Within the block statements are collected, without their values."""
    texts: list[str] = []

    def collect(execute: Any, sql: str, *rest: Any) -> Any:
        is_of_a_block = sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))
        if not is_of_a_block and EDITIONS not in sql:
            texts.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(collect):
        yield texts


def _found(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """All rows, without the time that it takes to make a statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
