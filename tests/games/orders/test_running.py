"""Orders in stored games: what they do in the same transaction, and who is told of what."""

import json
from datetime import UTC, datetime

import msgspec
import pytest
import time_machine
from django.db import transaction

from games import engine
from games.engine.actions import Challenge, Deploy, Pass, encode
from games.engine.errors import Illegal, NotYourDecision
from games.engine.orders.shapes import AllOfIt, NeverChallenge, Orders, Plan
from games.engine.side import NOBODY, SIDES, Side
from games.log import position
from games.models.game import Game
from games.models.log import Entry
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.services import orders, play, running_orders, windows
from games.services.order_book import OrderBook
from notifications.models import Notification
from sekigahara.errors.exceptions import Stale
from tests.games.orders.in_battle import (
    battle,
    give,
    in_battle,
    in_folded_window,
    in_window,
    planned,
    shown,
    steps,
)
from tests.kit.table import Table, is_window_separate

pytestmark = [pytest.mark.django_db, pytest.mark.both, pytest.mark.usefixtures("games_replay")]


START = datetime(2126, 3, 1, 12, tzinfo=UTC)


def by_order(table: Table) -> list[str]:
    """The kinds of order that took actions, in the order of the log."""
    return [entry.by_order for entry in Entry.objects.filter(game=table.game) if entry.by_order]


def test_a_plan_that_is_laid_by_whoever_is_asked_begins_at_once() -> None:
    table, side = in_battle()
    version = table.version(side)
    laid = give(table, side, **planned(table, side))
    assert by_order(table) == ["plan"] * battle(table, side).done
    assert table.version(side) > version
    assert laid.lately[0].did == "deploy"
    assert laid.lately[0].version <= table.version(side)


def test_a_plan_deploys_at_once_past_a_deployment_that_its_player_has_seen() -> None:
    """Without that it waits, for whoever has not seen the deployment is to be asked about it."""
    table, side = in_folded_window()
    ordered = {**planned(table, side, go_on={"rule": "all"}), "loyalty": {"answer": "ask"}}
    version = table.version(side)
    for seen in (None, version - 1):
        give(table, side, seen=seen, **ordered)
        assert by_order(table) == []
        assert table.asked()[0] == side
    give(table, side, seen=version, **ordered)
    assert by_order(table) != []
    assert {*by_order(table)} == {"plan"}
    assert shown(table, side).lately[0].did == "deploy"


def test_a_plan_answers_the_other_side_in_the_same_request() -> None:
    """East acts once, and the plan of West has answered before anybody is asked or told again."""
    table, side = in_battle()
    enemy = side.enemy
    give(table, enemy, **planned(table, enemy))
    give(table, side, **planned(table, side))
    assert by_order(table).count("plan") >= 2
    both = [shown(table, each) for each in (side, enemy)]
    assert all(each.lately for each in both)


def test_an_order_that_cannot_act_yet_changes_nothing_that_others_see() -> None:
    table, side = in_battle()
    enemy = side.enemy
    before = (table.game.version, table.game.changed_at, table.game.length, *_row(table))
    mails = Notification.objects.count()
    give(table, enemy, **planned(table, enemy))
    assert (table.game.version, table.game.changed_at, table.game.length, *_row(table)) == before
    assert Notification.objects.count() == mails


def _row(table: Table) -> list[object]:
    names = [field.name for field in Seat._meta.fields if field.name != "id"]
    return [[getattr(table.seat(side), name) for name in names] for side in SIDES]


def test_orders_are_not_readable_where_they_are_stored() -> None:
    table, side = in_battle()
    give(table, side.enemy, **planned(table, side.enemy))
    rows = list(SeatOrders.objects.filter(seat__game=table.game))
    assert len(rows) == 2, "there is one whether or not anything is ordered"
    assert len({len(row.text) for row in rows}) == 1, "and its length tells nothing"
    location = battle(table, side).location
    assert not any(location in row.text or "steps" in row.text for row in rows)


@pytest.mark.parametrize("then_stop", [True, False])
def test_whoever_deploys_by_hand_may_order_to_stop_when_asked_again(then_stop: bool) -> None:
    table, side = in_battle()
    _deploy(table, side, then_stop=then_stop)
    while (asked := table.asked()[0]) != side and not by_order(table):
        _deploy(table, asked)
    stopping = Plan((), AllOfIt(), then="stop")
    plans = [each.plan for each in shown(table, side).orders.battles.values()]
    assert (stopping in plans) == then_stop
    assert by_order(table) == (["plan"] if then_stop else [])


def test_an_order_to_stop_with_a_deployment_shows_the_other_side_nothing() -> None:
    """A deployment with it and without leaves the same rows, messages and view for everybody else."""
    table, side = in_battle()
    told = []
    for then_stop in (False, True):
        with time_machine.travel(START, tick=False), transaction.atomic():
            _deploy(table, side, then_stop=then_stop)
            game = Game.objects.filter(pk=table.game.pk).values("version", "length", "changed_at", "writes")
            mails = Notification.objects.values_list("kind", "about", "occasion", "due_at")
            seen = [table.view(each) for each in (side.enemy, NOBODY)]
            # The chain of hashes has random salts.
            changes = [msgspec.structs.replace(each, head=None) for each in table.told(side.enemy)]
            told.append([*game, _row(table), [*mails], seen, changes])
            transaction.set_rollback(True)
    assert told[0] == told[1]


def _deploy(table: Table, side: Side, *, then_stop: bool = False) -> None:
    """Let a side deploy by hand, or do what else it is asked."""
    is_window = is_window_separate(table.state)
    body = encode(Pass()) if is_window else json.dumps({"type": "deploy", **steps(table, side)[0]})
    seat, version = table.seat(side), table.version(side)
    play.submit(seat=seat, bodies=[body], expected_version=version, then_stop=then_stop)


def test_an_older_client_that_passes_for_the_rest_of_a_battle_orders_never() -> None:
    table, side = in_window()
    location = battle(table, side).location
    play.submit(
        seat=table.seat(side),
        bodies=[encode(Pass(rest_of_battle=True))],
        expected_version=table.version(side),
    )
    latest = Entry.objects.filter(game=table.game, side__isnull=False).last()
    assert latest is not None
    assert latest.body == '{"type":"pass"}'
    assert shown(table, side).orders.battles[location].loyalty == NeverChallenge()


def test_orders_go_on_in_a_job_beyond_what_one_transaction_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile nobody is asked or told; then it is as if there were no bound."""
    table, side = in_battle()
    enemy = side.enemy
    give(table, enemy, **planned(table, enemy))
    monkeypatch.setattr(running_orders, "ORDERED_ACTIONS_AT_ONCE", 1)
    mails = Notification.objects.count()
    give(table, side, **planned(table, side))
    assert table.game.orders_due
    assert [table.seat(each).asked for each in SIDES] == ["", ""]
    assert Notification.objects.count() == mails
    for _ in range(100):
        windows.answer_held()
    assert any(table.seat(each).asked for each in SIDES)
    assert by_order(table).count("plan") >= 2


def test_action_during_unfinished_orders_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The action was meant for an earlier position, so it is refused as stale and nothing is lost."""
    table, side = in_battle()
    give(table, side.enemy, **planned(table, side.enemy))
    monkeypatch.setattr(running_orders, "ORDERED_ACTIONS_AT_ONCE", 1)
    seen = table.version(side)
    give(table, side, **planned(table, side))
    assert table.game.orders_due
    monkeypatch.undo()
    with pytest.raises((Stale, Illegal, NotYourDecision)):
        table.submit(side, encode(Challenge()), version=seen)
    assert not table.game.orders_due


def test_removing_orders_changes_only_who_answers() -> None:
    """A deployment by hand leads to the position that the order led to."""
    table, side = in_battle()
    rules, state = position.load(table.game)
    (step,) = steps(table, side, 1)
    location = battle(table, side).location
    by_hand = engine.apply(rules, state, side, Deploy(tuple(step["blocks"]), step["card"]))
    give(table, side, battles={location: {"plan": {"steps": [step]}}})
    assert by_order(table) == ["plan"]
    assert engine.digest(by_hand.state) == table.game.position
    latest = Entry.objects.filter(game=table.game, side=side).last()
    assert latest is not None
    assert latest.body == encode(Deploy(tuple(step["blocks"]), step["card"])).decode()


def test_orders_laid_from_an_older_version_are_stale() -> None:
    table, side = in_battle()
    seat = table.seat(side)
    version = orders.shown(seat).version
    give(table, side, loyalty={"answer": "never"})
    with pytest.raises(Stale):
        orders.lay(seat=seat, orders=shown(table, side).orders, expected_version=version)


def test_the_same_key_gives_orders_once() -> None:
    table, side = in_battle()
    seat, version = table.seat(side.enemy), shown(table, side.enemy).version
    given = Orders(loyalty=NeverChallenge())
    first = orders.lay(seat=seat, orders=given, expected_version=version, key="k")
    again = orders.lay(seat=seat, orders=given, expected_version=version, key="k")
    assert first == again


def test_orders_that_were_read_are_written_whether_or_not_they_changed() -> None:
    """Or else the request of the other side would take longer where there are some."""
    table, side = in_battle()
    east, west = (table.seat(each) for each in SIDES)
    book = OrderBook((east, west))
    before = book.version(side)
    assert len(list(book.statements())) == 1
    assert book.version(side) == before
