"""Optimistic writes: a request starts again if the game was written to in the meantime; nothing is lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import Person
from games.engine.errors import GameIsOver
from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.base import Hearing, Verb
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.substitute import Substitute
from games.models import both_seats
from games.models.game import Game
from games.models.log import Entry
from games.models.outage import Pulse
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, lobby, play, suspension
from games.services.play import Done
from sekigahara.errors.exceptions import Conflict, Frozen, Stale
from tests.kit import cached_positions
from tests.kit.concurrency import held_up
from tests.kit.pausing import pause
from tests.kit.processes import PROJECT, environment, wait_until
from tests.kit.table import Table, everything_stored, on_the_march
from tests.ladders.case import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

CLAIM = lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM)


@pytest.fixture
def table() -> Table:
    """A game in which both sides bid, with a clock."""
    clock.send_reminders()
    return Table(terms=CLAIM)


def submitting(table: Table, side: Side, *, key: str = "") -> Callable[[], Done]:
    """Somebody who has read the game as it is now, and then acts in it."""
    both, body = both_seats.of_game(table.game.pk), table.a_bid(side)
    version = both[side].version
    return lambda: play.submit(seat=both[side], bodies=[body], expected_version=version, key=key, both=both)


def entries(table: Table, side: Side) -> int:
    return Entry.objects.filter(game=table.game, side=side).count()


# ---- what others do between an action's look at the game and its writing


def looks(table: Table) -> None:
    Seat.objects.filter(game=table.game).update(looked_at=0)
    play.mark_seen(seat=table.seat(WEST))


def bids(table: Table) -> None:
    table.submit(WEST)


def pauses(table: Table) -> None:
    pause(table.game)


def gives_time(table: Table) -> None:
    due_at = table.seat(EAST).due_at
    assert due_at is not None
    assert clock.give_time(seat=table.seat(WEST), due_at=due_at)


def is_reminded(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(due_at=timezone.now() + timedelta(hours=1))
    assert clock.send_reminders() == 1


def is_down_for_long(table: Table) -> None:
    Pulse.objects.update(at=timezone.now() - timedelta(hours=1))
    clock.send_reminders()


def changed_by(table: Table) -> dict[str, object]:
    """What those do that an action must leave as it is."""
    west = table.seat(WEST)
    return {
        "looked_at": west.looked_at > 0,
        "bids": entries(table, WEST),
        "paused": table.game.paused_at is not None,
        "extensions": table.seat(EAST).extensions,
        "reminded": west.is_reminded,
        "due_at": west.due_at if not entries(table, WEST) else None,
    }


@pytest.mark.usefixtures("games_replay")
@pytest.mark.parametrize("rival", [looks, bids, pauses, gives_time, is_reminded, is_down_for_long])
def test_concurrent_write_is_not_lost(table: Table, rival: Callable[[Table], None]) -> None:
    act = submitting(table, EAST)
    rival(table)
    before = changed_by(table)
    act()
    assert entries(table, EAST) == 1
    assert changed_by(table) == before


def resigns(table: Table) -> None:
    play.resign(seat=table.seat(WEST))


def claims(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=EAST).update(due_at=timezone.now() - timedelta(hours=1))
    clock.claim(seat=table.seat(WEST))


def is_stopped(table: Table) -> None:
    suspension.freeze(table.game, "chain-broken")


def acts_in_another_tab(table: Table) -> None:
    table.submit(EAST)


def loses_the_seat(table: Table) -> None:
    both_seats.count_write(table.game.pk)
    Seat.objects.filter(game=table.game, side=EAST).update(player=Person.objects.at("newcomer@example.org"))


@pytest.mark.parametrize(
    ("rival", "refusal"),
    [
        (resigns, GameIsOver),
        (claims, GameIsOver),
        (is_stopped, Frozen),
        (acts_in_another_tab, Stale),
        (loses_the_seat, Stale),
    ],
)
def test_concurrent_write_can_refuse_the_request(
    table: Table, rival: Callable[[Table], None], refusal: type[Exception]
) -> None:
    act = submitting(table, EAST)
    rival(table)
    before = everything_stored()
    with pytest.raises(refusal):
        act()
    assert everything_stored() == before


def test_an_arbiter_may_give_the_seat_to_somebody_else_meanwhile() -> None:
    case = Case()
    act = submitting(case.table, EAST)
    RULINGS["substitute"](case).decide(game=case.game, by=case.arbiter, nonce="s")
    with pytest.raises(Stale):
        act()
    assert (entries(case.table, EAST), case.player(EAST)) == (0, case.free)
    case.table.submit(EAST)


def test_the_same_request_sent_twice_has_one_answer(table: Table) -> None:
    act = submitting(table, EAST, key="k")
    late = submitting(table, EAST, key="k")
    assert act() == late()
    assert (entries(table, EAST), Receipt.objects.count()) == (1, 1)


def test_undo_can_be_too_late() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    both = both_seats.of_game(table.game.pk)
    table.undo(side)
    with pytest.raises(Stale):
        play.undo(seat=both[side], expected_version=both[side].version, both=both)


def submits(table: Table, seat: Seat) -> object:
    return play.submit(seat=seat, bodies=[table.a_quiet_move(seat.plays)], expected_version=seat.version)


def takes_back(_table: Table, seat: Seat) -> object:
    return play.undo(seat=seat, expected_version=seat.version)


def gives_up(_table: Table, seat: Seat) -> object:
    return play.resign(seat=seat)


@pytest.mark.parametrize("do", [submits, takes_back, gives_up])
def test_former_player_of_a_seat_can_do_nothing(do: Callable[[Table, Seat], object]) -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    seat, before = table.seat(side), table.game.length
    Seat.objects.filter(pk=seat.pk).update(player=Person.objects.at("newcomer@example.org"))
    with pytest.raises((Stale, Conflict)):
        do(table, seat)
    assert table.game.length == before
    do(table, table.seat(side))
    assert table.game.length == before + 1, "the newcomer may"


@pytest.mark.usefixtures("games_replay")
def test_a_game_whose_shortcut_is_lost_goes_on(table: Table) -> None:
    table.submit(EAST)
    cached_positions.forget()
    done = table.submit(WEST)
    assert (table.version(WEST), bool(table.game.dump)) == (done.version, True)


# ---- how it is noticed


WRITERS: dict[str, Callable[[Table], object]] = {
    "an action": lambda table: table.submit(EAST),
    "a look": looks,
    "a resignation": resigns,
    "a claim": claims,
    "a pause": pauses,
    "more time": gives_time,
    "a reminder": is_reminded,
    "an outage": is_down_for_long,
    "stopping": is_stopped,
}


@pytest.mark.parametrize("writer", WRITERS)
def test_every_write_to_a_game_or_its_seats_is_counted(table: Table, writer: str) -> None:
    before = table.game.writes
    WRITERS[writer](table)
    assert table.game.writes > before


def test_a_game_that_goes_on_is_counted(table: Table) -> None:
    suspension.freeze(table.game, "chain-broken")
    before = table.game.writes
    suspension.thaw(table.game)
    assert table.game.writes > before


RULINGS: dict[str, Callable[[Case], Verb]] = {
    "extend": lambda case: Extend(side=case.waiting, days=1),
    "pause": lambda _case: Pause(),
    "substitute": lambda case: Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."),
    "adjudicate": lambda _case: Adjudicate(loser=EAST, reason="Gone."),
    "annul": lambda _case: Annul(reason="Agreed."),
    "open": lambda _case: Open(reason="Dispute."),
}
"""One of each verb that is possible in a running game."""


def test_every_verb_of_a_running_game_has_a_ruling_here() -> None:
    case = Case()
    hearing = Hearing(case.held, both_seats.of_game(case.game.pk), case.arbiter)
    assert {name for name, verb in VERBS.items() if verb.is_possible(hearing)} == set(RULINGS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_rulings_are_counted(ruling: str) -> None:
    case = Case()
    before = case.game.writes
    RULINGS[ruling](case).decide(game=case.game, by=case.arbiter, nonce="n")
    assert case.game.writes > before


def test_nobody_else_does_anything_and_nothing_is_locked(table: Table) -> None:
    act = submitting(table, EAST)
    with CaptureQueriesContext(connection) as captured:
        act()
    updates = [query["sql"] for query in captured if "UPDATE games_game" in query["sql"]]
    assert len(updates) == 1
    assert not [query for query in captured if 'UPDATE "games_game"' in query["sql"]], "no lock beforehand"


# ---- on PostgreSQL


@pytest.mark.services
def test_an_action_takes_two_statements(table: Table) -> None:
    """Looking at the game, and writing."""
    table.submit(EAST)
    action, version, seat = table.any_action(WEST), table.version(WEST), table.seat(WEST)
    with CaptureQueriesContext(connection) as captured:
        play.submit(seat=seat, bodies=[action], expected_version=version)
    assert len(captured) == 2, captured.captured_queries


@pytest.mark.services
@pytest.mark.usefixtures("games_replay")
def test_the_database_meets_no_error_where_many_act_at_once(table: Table) -> None:
    """Who comes too late is told by a count. All here are served, so that nothing is rolled back either."""
    Seat.objects.filter(game=table.game).update(looked_at=0)
    seen = table.seat(WEST)
    acts = [*(submitting(table, EAST, key="k") for _time in range(4)), submitting(table, WEST, key="w")]
    before = rolled_back()
    answers = held_up(table.game.pk, *acts, lambda: play.mark_seen(seat=seen))
    assert answers[:4] == [answers[0]] * 4
    assert [type(answer) for answer in answers] == [Done] * 5 + [type(None)]
    assert [entries(table, side) for side in SIDES] == [1, 1]
    assert Receipt.objects.count() == 2
    assert rolled_back() == before


def rolled_back() -> int:
    """How many transactions of this database have failed, or were given up, so far."""
    with connection.cursor() as cursor:
        others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"

        def are_gone() -> bool:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(others, [connection.connection.info.backend_pid])
            return bool(cursor.fetchone()[0] == 0)

        wait_until(are_gone, what="the end of other connections")
        cursor.execute("SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


DOOMED = """
import sys
import django
django.setup()
from games.models import both_seats
from games.services import play
from games.services.table import Table

def halt(table):
    print("halted", flush=True)
    sys.stdin.read()

game, body, is_locked = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "locked"
class Overtaken(Table):
    def write(self):
        return False

Table.write = halt
both = both_seats.of_game(game)
if is_locked:
    play.Table = Overtaken  # the first attempt's
play.submit(seat=both[0], bodies=[body], expected_version=both[0].version, both=both)
"""


@pytest.mark.services
@pytest.mark.usefixtures("games_replay")
@pytest.mark.parametrize("how", ["watching", "locked"])
def test_a_process_that_dies_before_it_writes_leaves_nothing_behind(table: Table, how: str) -> None:
    body, length = table.any_action(EAST).decode(), table.game.length
    with doomed(str(table.game.pk), body, how) as process:
        assert (is_locked(table), table.game.length) == (how == "locked", length)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    wait_until(lambda: not is_locked(table), what="the end of its lock")
    assert isinstance(table.submit(EAST, body), Done)
    assert entries(table, EAST) == 1


@contextmanager
def doomed(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has done everything but write."""
    with subprocess.Popen(
        [sys.executable, "-c", DOOMED, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=PROJECT,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "halted\n"
            yield process
        finally:
            process.kill()


def is_locked(table: Table) -> bool:
    with transaction.atomic():
        return not Game.objects.select_for_update(skip_locked=True).filter(pk=table.game.pk).exists()
