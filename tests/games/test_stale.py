"""What makes a view too old to act on, and what does not; also when two act at the same moment."""

import json
import threading
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection, connections, transaction

from games import engine
from games.engine.side import EAST, WEST, Side
from games.engine.state import MINIMAL
from games.models.game import Game
from games.services import play
from games.services.play import Stale, Submitted
from tests.kit.processes import wait_until
from tests.kit.table import Table, do_both_discard, table_where

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.rule("R-07")
def test_two_sealed_bids_from_views_taken_before_either_do_not_disturb_each_other(table: Table) -> None:
    seen = table.version
    table.submit(EAST, version=seen)
    table.submit(WEST, version=seen)
    assert table.version == seen + 2


@pytest.mark.rule("R-07")
def test_the_other_sides_discard_and_draws_do_not_make_mine_stale() -> None:
    table = table_where(do_both_discard)
    seen = table.version
    table.submit(WEST)  # discard, then chance draws
    table.submit(WEST)  # bid
    table.submit(EAST, version=seen)
    assert table.version > seen + 3


def test_my_own_action_makes_my_older_view_stale(table: Table) -> None:
    seen = table.version
    table.submit(EAST)
    again = table.a_bid(EAST)
    with pytest.raises(Stale) as refused:
        table.submit(EAST, again, version=seen)
    assert refused.value.version == seen + 1


def test_each_answer_to_the_same_kind_of_decision_needs_a_view_of_its_own(table: Table) -> None:
    """One may move several stacks, but each from the position the one before it left."""
    table.play_on(until=lambda state: state.level > MINIMAL)
    (asked,) = table.asked()
    seen = table.version
    table.submit(asked, any_move(table, asked))
    assert table.asked() == [asked]
    with pytest.raises(Stale):
        table.submit(asked, any_move(table, asked), version=seen)


def any_move(table: Table, side: Side) -> bytes:
    """One block somewhere quiet; while blocks may still move there is such an answer."""
    routes = [shape for shape in table.options(side).describe()["answers"] if shape["shape"] == "route"]
    source = routes[0]["sources"][0]
    row = next(row for row in source["reach"] if row["size"][0] == 1 and row["meets"] == "nothing")
    action = {"type": "move", "source": source["source"]}
    return json.dumps(action | {"groups": [{"blocks": source["blocks"][:1], "path": row["path"]}]}).encode()


def test_a_view_from_before_the_decision_came_to_me_is_stale(table: Table) -> None:
    asked: list[Side] = table.asked()
    newly: list[Side] = []
    seen = 0
    while not newly:
        seen = table.version
        table.submit(asked[0])
        newly = [side for side in table.asked() if side not in asked]
        asked = table.asked()
    with pytest.raises(Stale):
        table.submit(newly[0], version=seen)
    table.submit(newly[0])


def test_a_version_there_has_not_been_is_stale(table: Table) -> None:
    with pytest.raises(Stale):
        table.submit(EAST, version=table.version + 1)


def at_once(*attempts: Callable[[], Submitted]) -> list[Submitted | Stale]:
    """Run each in a thread and connection of its own; what came of them."""
    outcomes: list[Submitted | Stale] = []

    def attempt(submit: Callable[[], Submitted]) -> None:
        try:
            outcomes.append(submit())
        except Stale as stale:
            outcomes.append(stale)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=attempt, args=(one,)) for one in attempts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_of_the_same_answer_twice_at_once_one_wins_and_one_is_stale(table: Table) -> None:
    seat, seen, action = table.seat(EAST), table.version, table.any_action(EAST)

    def submit() -> Submitted:
        return play.submit(seat=seat, action_body=action, expected_version=seen)

    outcomes = at_once(submit, submit)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Stale", "Submitted"]
    assert {outcome.version for outcome in outcomes} == {seen + 1}
    cache.clear()
    assert engine.pending_for(table.state, EAST) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("R-07")
def test_two_sealed_bids_at_once_both_count(table: Table) -> None:
    seen = table.version

    def bid(side: Side) -> Callable[[], Submitted]:
        seat, action = table.seat(side), table.any_action(side)
        return lambda: play.submit(seat=seat, action_body=action, expected_version=seen)

    outcomes = at_once(bid(EAST), bid(WEST))
    assert sorted(outcome.version for outcome in outcomes) == [seen + 1, seen + 2]
    cache.clear()
    assert len(table.asked()) == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_on_postgresql_the_second_waits_for_the_games_row(table: Table) -> None:
    """Both are held up at the row first, so that neither can have been through before the other began."""
    seat, seen, action = table.seat(EAST), table.version, table.any_action(EAST)
    outcomes: list[Submitted | Stale] = []

    def submit() -> Submitted:
        return play.submit(seat=seat, action_body=action, expected_version=seen)

    both = threading.Thread(target=lambda: outcomes.extend(at_once(submit, submit)))
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=seat.game_id)
        both.start()
        wait_until(lambda: _held_up() == 2, what="two submits waiting for the row")
    both.join(timeout=30)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Stale", "Submitted"]
    assert table.version == seen + 1


def _held_up() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees the same activity for ever
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])
