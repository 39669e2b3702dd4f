"""Computer players that rehearse think in a process of their own: once and alike, within a budget."""

import os
import signal
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import transaction

from accounts.models.person import Person
from accounts.rate_limits import Limit
from games.bots import players
from games.engine.side import EAST, WEST
from games.log import position
from games.models.log import Entry
from games.models.seat import Seat
from games.services import computer_thoughts, computers, play, stream_hints
from games.services.computers import play_computers
from games.services.stream_hints import Changed
from games.services.thinker_process import Thinker, ThinkerDiedError, thinker
from sekigahara import batch
from sekigahara.db import service_time
from tests.kit.concurrency import at_once
from tests.kit.table import Table
from tests.kit.thoughtful import LEVEL, think_and_act, thoughtful
from tests.kit.twins import twin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay", "nobody_left")]


def left(table: Table) -> tuple[object, object]:
    seat = table.seat(WEST)
    return seat.thinks_until, seat.thinks_after


def test_thinking_computer_takes_its_turn_in_its_own_queue() -> None:
    table = thoughtful()
    length = table.game.length
    assert play_computers() == 0
    assert think_and_act() == 1
    acted = Entry.objects.filter(game=table.game, side=WEST, seq__gt=length)
    assert acted.exists()
    assert left(table) == (None, None)


def after_a_thought() -> tuple[str, int]:
    """The position that a thought leads to, which is then taken back."""
    savepoint = transaction.savepoint()
    table = thoughtful()
    assert think_and_act() == 1
    found = table.game.position, table.game.length
    transaction.savepoint_rollback(savepoint)
    return found


class Interrupted:
    """Does something while the process thinks, the first time that the worker looks whether it is to stop."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act: Callable[[], object] | None = act

    def __call__(self) -> bool:
        act, self._act = self._act, None
        if act is not None:
            act()
        return False


def kill() -> None:
    assert thinker.pid is not None
    os.kill(thinker.pid, signal.SIGKILL)


def test_a_process_that_is_killed_while_it_thinks_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = after_a_thought()
    pids = [thinker.pid]
    thinker.stop()
    monkeypatch.setattr(batch, "is_ending", Interrupted(kill))
    assert after_a_thought() == expected
    assert thinker.pid not in pids


def test_a_process_that_dies_each_time_is_given_up_until_the_claim_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = thoughtful()
    monkeypatch.setattr("games.services.thinker_process.MODULE", "games.no_such_module")
    assert think_and_act() == 1
    assert table.seat(WEST).thinks_until is not None
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ThinkerDiedError]
    monkeypatch.undo()
    assert think_and_act() == 0
    with time_machine.travel(
        service_time.now() + computer_thoughts.THOUGHT_CLAIM_HOLDS + timedelta(seconds=1)
    ):
        service_time.refresh()
        assert think_and_act() == 1
    assert table.seat(WEST).thinks_until is None


def fail(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Have a process think that dies each time, and let the claim of each such thought end."""
    with monkeypatch.context() as broken:
        broken.setattr("games.services.thinker_process.MODULE", "games.no_such_module")
        for _ in range(times):
            assert computer_thoughts.think() == 1
            Seat.objects.update(thinks_until=None)


def after_ashigaru() -> tuple[str, int]:
    """The position that ashigaru leads to in the same place, which is then taken back."""
    savepoint = transaction.savepoint()
    table = thoughtful()
    computers.act(table.seat(WEST), "ashigaru")
    found = table.game.position, table.game.length
    transaction.savepoint_rollback(savepoint)
    return found


def test_after_three_thoughts_that_failed_the_next_level_below_decides(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected = after_ashigaru()
    table = thoughtful()
    version = table.version(WEST)
    fail(monkeypatch, computer_thoughts.MOST_THOUGHTS - 1)
    assert table.version(WEST) == version
    thinker.stop()
    fail(monkeypatch, 1)
    assert (table.game.position, table.game.length) == expected
    assert left(table) == (None, None)
    message = (
        f"game {table.game.public_id}: {LEVEL} came to nothing at version {version} of west, so ashigaru"
    )
    assert [record.levelname for record in caplog.records if message in record.getMessage()] == ["ERROR"]


def test_computer_thinks_again_about_the_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    table = thoughtful()
    fail(monkeypatch, computer_thoughts.MOST_THOUGHTS)
    while table.seat(WEST).asked not in players.REHEARSED:
        if not play_computers():
            table.submit(EAST)
    length = table.game.length
    fail(monkeypatch, computer_thoughts.MOST_THOUGHTS - 1)
    assert table.game.length == length
    assert think_and_act() == 1
    assert table.game.length > length


def test_next_level_below_decides_after_dead_workers() -> None:
    expected = after_ashigaru()
    table = thoughtful()
    seat = table.seat(WEST)
    Seat.objects.filter(pk=seat.pk).update(thought_at=seat.version, thoughts=computer_thoughts.MOST_THOUGHTS)
    thinker.stop()  # one may run since a test of another module
    assert computer_thoughts.think() == 1
    assert thinker.pid is None
    assert (table.game.position, table.game.length) == expected


def test_a_thought_that_is_stopped_or_has_to_wait_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    table = thoughtful()
    fail(monkeypatch, 1)
    before = table.seat(WEST).thoughts
    monkeypatch.setattr(batch, "is_ending", lambda: True)
    assert computer_thoughts.think() == 0
    monkeypatch.setattr(computer_thoughts, "OF_ALL", Limit("thoughts of a test", 0, 60 * 60))
    assert computer_thoughts.think() == 1
    assert table.seat(WEST).thinks_after is not None
    assert table.seat(WEST).thoughts == before == 1


def test_a_worker_that_is_to_end_leaves_the_thought_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    table, is_ending = thoughtful(), threading.Event()
    version, ask = table.version(WEST), Thinker.ask

    def told_to_end(*given: Any) -> object:
        is_ending.set()
        return ask(*given)

    monkeypatch.setattr(Thinker, "ask", told_to_end)
    batch.begin(is_ending)
    assert computer_thoughts.think() == 0
    assert batch.finish() == 0 or is_ending.is_set()
    assert (table.version(WEST), left(table)) == (version, (None, None))
    assert thinker.pid is None
    assert computer_thoughts.think() == 1


def test_resignation_during_a_thought_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = thoughtful()
    resigned = Interrupted(lambda: play.resign(seat=table.seat(EAST)))
    monkeypatch.setattr(batch, "is_ending", resigned)
    assert computer_thoughts.think() == 1
    assert table.game.victory == "resignation"
    assert computer_thoughts.think() == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_think_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful()
    asked, ask = list[object](), Thinker.ask

    def counted(*given: Any) -> object:
        asked.append(given)
        return ask(*given)

    monkeypatch.setattr(Thinker, "ask", counted)
    assert sorted(at_once(computer_thoughts.think, computer_thoughts.think)) == [0, 1]
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["OF_A_PERSON", "OF_ALL"])
def test_beyond_its_budget_it_waits_and_then_goes_on(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, name: str
) -> None:
    monkeypatch.setattr(computer_thoughts, name, Limit(f"{name} of a test", 1, 60 * 60))
    first, second = thoughtful(), thoughtful(3)
    versions = first.version(WEST), second.version(WEST)
    now, hinted = service_time.now(), list[Changed]()
    monkeypatch.setattr(stream_hints, "_send", hinted.append)
    with django_capture_on_commit_callbacks(execute=True):
        assert [think_and_act(), think_and_act()] == [1, 1]
    (seat,) = Seat.objects.exclude(thinks_after=None)
    assert [changed.game for changed in hinted if changed.is_thinking] == [seat.game_id]
    assert [first.version(WEST) > versions[0], second.version(WEST) > versions[1]].count(True) == 1
    assert seat.thinks_after is not None
    assert now < seat.thinks_after <= now + timedelta(hours=1, seconds=1)
    with time_machine.travel(seat.thinks_after + timedelta(seconds=1)):
        service_time.refresh()
        monkeypatch.undo()
        while not (first.version(WEST) > versions[0] and second.version(WEST) > versions[1]):
            assert think_and_act()


def test_player_of_many_games_does_not_delay_others() -> None:
    many, one = [thoughtful(seed) for seed in (2, 3)], thoughtful(4)
    Seat.objects.filter(game=one.game, side=EAST).update(player=Person.objects.at("one@example.org"))
    versions = [table.version(WEST) for table in (*many, one)]
    assert think_and_act() == 2
    moved = [table.version(WEST) > was for table, was in zip((*many, one), versions, strict=True)]
    assert sorted(moved[:2]) == [False, True]
    assert moved[2]


@pytest.mark.parametrize("late", [0, 2])
def test_it_acts_at_a_multiple_of_a_fixed_time_after_it_was_asked(late: int) -> None:
    table = thoughtful()
    seat, length = table.seat(WEST), table.game.length
    unit = computer_thoughts.ACTS_EVERY[seat.asked]
    assert seat.changed_at is not None
    with time_machine.travel(seat.changed_at + late * unit + unit / 3, tick=False) as clock:
        service_time.refresh()
        assert computer_thoughts.think() == 1
        for passed in (unit / 3, unit / 4):
            assert play_computers() == computer_thoughts.think() == 0
            assert table.game.length == length
            clock.shift(passed)
        clock.move_to(seat.changed_at + (late + 1) * unit)
        assert play_computers() > 0
    (acted,) = Entry.objects.filter(game=table.game, side=WEST, seq=length + 1)
    assert acted.created_at == seat.changed_at + (late + 1) * unit
    assert table.seat(WEST).thought == ""
    assert table.seat(WEST).acts_at is None


def test_the_job_of_the_quick_players_asks_to_run_when_a_thought_is_due() -> None:
    table = thoughtful()
    seat = table.seat(WEST)
    assert seat.changed_at is not None
    with time_machine.travel(seat.changed_at, tick=False):
        service_time.refresh()
        computer_thoughts.think()
        batch.begin(threading.Event())
        assert play_computers() == 0
        assert batch.finish() == computer_thoughts.ACTS_EVERY[seat.asked].total_seconds()


def test_a_thought_survives_the_worker_that_had_it_and_no_other_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = thoughtful()
    computer_thoughts.think()
    thinker.stop()
    monkeypatch.setattr("games.services.thinker_process.MODULE", "games.no_such_module")
    assert computer_thoughts.think() == 0
    play.resign(seat=table.seat(EAST))
    Seat.objects.exclude(acts_at=None).update(acts_at=service_time.now())
    length = table.game.length
    assert play_computers() == 0
    assert table.game.length == length


def test_a_thought_that_is_refused_is_had_again(caplog: pytest.LogCaptureFixture) -> None:
    table = thoughtful()
    computer_thoughts.think()
    seat = Seat.objects.filter(pk=table.seat(WEST).pk)
    chosen = seat.get().thought
    seat.update(thought='{"type": "no-such-action"}', acts_at=service_time.now())
    assert play_computers() == 0
    assert "failed" in caplog.text
    assert computer_thoughts.think() == 1
    assert (seat.get().thought, seat.get().thoughts) == (chosen, 2)


def test_the_process_is_handed_the_same_bytes_for_a_game_and_its_twin() -> None:
    table, random = thoughtful(), Random(8)
    seat = table.seat(WEST)
    rules, state = position.load(seat.game)
    expected = msgspec.json.encode(computer_thoughts.question_for(seat))
    for _ in range(20):
        other = twin(rules, state, EAST, random)
        assert other != state
        position.mark(seat.game, other)
        assert msgspec.json.encode(computer_thoughts.question_for(seat)) == expected


def test_the_process_has_neither_our_settings_nor_our_priority() -> None:
    thoughtful()
    assert computer_thoughts.think() == 1
    assert Path(f"/proc/{thinker.pid}/environ").read_bytes().strip(b"\0") == b""
    assert thinker.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, thinker.pid) > os.getpriority(os.PRIO_PROCESS, 0)
