"""Several who act in one game at the same moment: as if one had acted after the other, and none is lost."""

from collections.abc import Callable
from threading import Barrier, Event, Thread

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.errors import Conflict, Frozen, Stale
from games.models import both_seats
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.services import play
from tests.kit import shortcuts
from tests.kit.processes import wait_until
from tests.kit.table import Table, on_the_march

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


@pytest.fixture
def table() -> Table:
    return Table()


def elsewhere(do: Callable[[], object]) -> None:
    """As another process would, by a connection of its own."""

    def alone() -> None:
        try:
            do()
        finally:
            connections.close_all()

    thread = Thread(target=alone)
    thread.start()
    thread.join()


def overtake_once(change: Callable[[], object], table: Table) -> list[bool]:
    """East acts and meets a change right after it has looked: whether it watched the game, each time."""
    watched: list[bool] = []
    action, version = table.any_action(EAST), table.version(EAST)

    def do() -> None:
        watched.append(not connection.in_atomic_block)
        seats = both_seats.found(table.game.public_id)
        if len(watched) == 1:
            elsewhere(change)
        play.submit(seat=seats[EAST], bodies=[action], expected_version=version)

    play.in_turn(table.game.public_id, do)
    return watched


def test_an_action_takes_two_statements(table: Table) -> None:
    """Looking, and writing what nobody may have changed since."""
    table.submit(EAST)
    action, version, seat = table.any_action(WEST), table.version(WEST), table.seat(WEST)
    with CaptureQueriesContext(connection) as captured:
        play.submit(seat=seat, bodies=[action], expected_version=version)
    assert len(captured) == 2, captured.captured_queries


@pytest.mark.usefixtures("games_replay")
def test_who_is_overtaken_does_it_again_under_a_lock(table: Table) -> None:
    looked_at = Seat.objects.filter(game=table.game, side=WEST)
    assert overtake_once(lambda: looked_at.update(looked_at=1), table) == [True, False]
    assert Entry.objects.filter(game=table.game, side=EAST).count() == 1
    assert table.seat(WEST).looked_at == 1, "the other's change is not lost"


def test_who_is_overtaken_by_themselves_is_told_so(table: Table) -> None:
    """Two tabs of one player: the second has not seen what the first did."""
    version = table.version(EAST)
    with pytest.raises(Stale):
        overtake_once(lambda: table.submit(EAST), table)
    assert table.version(EAST) == version + 1
    assert Entry.objects.filter(game=table.game, side=EAST).count() == 1


@pytest.mark.usefixtures("games_replay")
def test_who_waits_for_one_that_waits_for_them_does_it_again(table: Table) -> None:
    """Somebody holds a seat, and then wants the game: the database ends one of the two."""
    holds, ends = Event(), Event()

    def change() -> None:
        with transaction.atomic():
            Seat.objects.filter(game=table.game, side=WEST).update(looked_at=1)
            holds.set()
            wait_until(waits_for_us, what="an action that waits")
            Game.objects.filter(pk=table.game.pk).update(is_public=True)
        ends.set()

    def begin() -> None:
        threads.append(Thread(target=elsewhere, args=(change,)))
        threads[0].start()
        assert holds.wait(20)

    threads: list[Thread] = []
    with connection.cursor() as cursor:
        cursor.execute("SET deadlock_timeout = '100ms'")  # less than the other's, so that it is this one
    assert overtake_once(begin, table) == [True, False]
    threads[0].join()
    assert ends.is_set()
    assert Entry.objects.filter(game=table.game, side=EAST).count() == 1
    assert (table.seat(WEST).looked_at, table.game.is_public) == (1, True)


def waits_for_us() -> bool:
    """Whether somebody waits for a row that this connection has changed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))")
        return cursor.fetchone() is not None


def submits(table: Table, seat: Seat) -> object:
    return play.submit(seat=seat, bodies=[table.a_quiet_move(seat.plays)], expected_version=seat.version)


def takes_back(_table: Table, seat: Seat) -> object:
    return play.undo(seat=seat, expected_version=seat.version)


def resigns(_table: Table, seat: Seat) -> object:
    return play.resign(seat=seat)


@pytest.mark.parametrize("do", [submits, takes_back, resigns])
def test_who_lost_the_seat_since_they_looked_does_nothing_with_it(
    do: Callable[[Table, Seat], object],
) -> None:
    """As where an arbiter has somebody else play on at that moment."""
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    seat, entries = table.seat(side), Entry.objects.filter(game=table.game)
    before = entries.count()
    Seat.objects.filter(pk=seat.pk).update(player=Person.objects.at("newcomer@example.org"))
    with pytest.raises((Stale, Conflict)):
        do(table, seat)
    assert entries.count() == before
    do(table, table.seat(side))
    assert entries.count() == before + 1, "the newcomer may"


@pytest.mark.usefixtures("games_replay")
def test_a_key_used_at_the_same_moment_answers_both_alike(table: Table) -> None:
    action, version = table.any_action(EAST), table.version(EAST)
    answers = []
    barrier = Barrier(4)

    def ask() -> None:
        seat = table.seat(EAST)
        barrier.wait()
        try:
            answers.append(play.submit(seat=seat, bodies=[action], expected_version=version, key="k"))
        finally:
            connections.close_all()

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert all(answer == answers[0] for answer in answers)
    assert Entry.objects.filter(game=table.game, side=EAST).count() == 1


@pytest.mark.usefixtures("games_replay")
def test_both_sides_at_the_same_moment_are_both_taken(table: Table) -> None:
    """The two begin with a choice each, at the same time (R-07)."""
    actions = [table.any_action(side) for side in SIDES]
    versions = [table.version(side) for side in SIDES]
    problems: list[Exception] = []
    barrier = Barrier(2)

    def ask(side: int) -> None:
        seat = table.seat(SIDES[side])
        barrier.wait()
        try:
            play.submit(seat=seat, bodies=[actions[side]], expected_version=versions[side])
        except Exception as problem:  # noqa: BLE001 - of a thread, to be shown below
            problems.append(problem)
        finally:
            connections.close_all()

    assert table.asked() == list(SIDES)
    threads = [Thread(target=ask, args=(side,)) for side in SIDES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert {entry.side for entry in Entry.objects.filter(game=table.game).exclude(side=None)} == {EAST, WEST}


@pytest.mark.usefixtures("games_replay")
def test_a_game_whose_shortcut_is_lost_goes_on(table: Table) -> None:
    """To make it anew changes the game's row, by which the request overtakes itself."""
    table.submit(EAST)
    shortcuts.forget()
    done = table.submit(WEST)
    assert (table.version(WEST), bool(table.game.dump)) == (done.version, True)
    assert Entry.objects.filter(game=table.game, side=WEST).count() == 1


def test_a_game_whose_log_is_broken_is_stopped(table: Table) -> None:
    table.submit(EAST)
    seat, version = table.seat(WEST), table.version(WEST)
    Game.objects.filter(pk=table.game.pk).update(head=bytes(32), dump=b"")
    with pytest.raises(Frozen):
        play.submit(seat=seat, bodies=[b'{"type":"pass"}'], expected_version=version)
    assert table.game.frozen_at is not None
