"""Separate windows: held the same time for all, then answered by order if there is one; who is told of it."""

from datetime import timedelta

import pytest
import time_machine

from games.engine.actions import Pass, encode
from games.engine.orders import keeping
from games.engine.orders.shapes import NeverChallenge, Orders
from games.engine.side import SIDES, Side
from games.models.log import Entry
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.notices import turns
from games.services import clock, lobby, outages, windows
from games.services.waiting import WINDOW
from notifications.webhooks import sealing
from tests.games.orders.in_battle import START, give
from tests.kit.table import Table, is_window_separate, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.both, pytest.mark.usefixtures("games_replay")]

HOLD = timedelta(minutes=15)
SECOND = timedelta(seconds=1)


def window(hold: int = 15, reaction: int | None = None) -> tuple[Table, Side]:
    """A game in which somebody has a separate window, opened now."""
    table = table_where(is_window_separate, terms=lobby.Terms(pace=3, hold=hold, reaction=reaction))
    return table, table.asked()[0]


def passes(table: Table) -> list[str]:
    """By what order each pass was taken."""
    return [entry.by_order for entry in Entry.objects.filter(game=table.game, body='{"type":"pass"}')]


def test_a_window_is_held_and_then_answered_by_order(time: time_machine.Traveller) -> None:
    table, side = window()
    assert table.seat(side).held_until == START + HOLD
    seat = table.seat(side)
    Seat.objects.filter(pk=seat.pk).update(looked_at=seat.version)
    give_quietly(table, side)
    time.move_to(START + HOLD - SECOND)
    assert windows.answer_held() == 0
    assert table.seat(side).asked == "window"
    time.move_to(START + HOLD)
    assert windows.answer_held() == 1
    assert table.seat(side).asked != "window"
    assert passes(table)[-1] == "loyalty"


def give_quietly(table: Table, side: Side) -> None:
    """Orders that were given before the window opened: the request that opened it did not read them."""
    kept = keeping.KeptOrders(Orders(loyalty=NeverChallenge()))
    SeatOrders.objects.filter(seat=table.seat(side)).update(text=sealing.seal(keeping.encode(kept)))


def test_orders_given_in_the_window_answer_it_like_a_click(time: time_machine.Traveller) -> None:
    table, side = window()
    give(table, side, loyalty={"answer": "never"})
    assert table.seat(side).asked != "window"


def test_without_an_order_the_window_stays_open_and_is_looked_at_once(time: time_machine.Traveller) -> None:
    table, side = window()
    before = (table.game.version, table.version(side), table.seat(side).waiting_since)
    time.move_to(START + HOLD)
    assert windows.answer_held() == 0
    assert table.seat(side).held_until is None
    assert (table.game.version, table.version(side), table.seat(side).waiting_since) == before
    assert table.seat(side).asked == "window"


def test_a_click_takes_effect_during_the_hold(time: time_machine.Traveller) -> None:
    table, side = window()
    give_quietly(table, side)
    table.submit(side, encode(Pass()))
    assert passes(table)[-1] == ""
    time.move_to(START + HOLD)
    assert windows.answer_held() == 0


def test_the_owners_mail_is_spared_when_an_order_will_answer(time: time_machine.Traveller) -> None:
    table, side = window()
    latest = table.announced(side)[-1]
    assert latest.kind == WINDOW
    assert turns.waiting(latest.kind, latest.about, latest.occasion) is not None
    give_quietly(table, side)
    assert turns.waiting(latest.kind, latest.about, latest.occasion) is None
    event = turns.waiting_event(turns.GAME_WINDOW, latest.about, latest.occasion)
    assert event is not None, "others may read along there, so it is sent in any case"


def test_decision_after_an_answer_by_order_is_mailed(time: time_machine.Traveller) -> None:
    """Although the player has not looked since the mail that the order made superfluous."""
    table, side = window()
    give_quietly(table, side)
    told = len(table.announced(side))
    time.move_to(START + HOLD)
    windows.answer_held()
    while table.asked() != [side]:
        assert not table.game.is_over
        (other,) = table.asked()
        table.submit(other)
    assert len(table.announced(side)) > told
    latest = table.announced(side)[-1]
    assert latest.occasion == str(table.version(side))


def test_two_workers_at_one_window_act_once(time: time_machine.Traveller) -> None:
    table, side = window()
    give_quietly(table, side)
    time.move_to(START + HOLD)
    rows = list(windows._asked().filter(held_until__lte=START + HOLD))
    assert [windows._answer(row, START + HOLD) for row in (*rows, *rows)] == [True, False]


def test_silence_is_a_pass_once_the_time_to_react_is_over(time: time_machine.Traveller) -> None:
    """Nobody loses by it, the log says what it was, and an answer a second before is an answer."""
    table, side = window(reaction=24)
    seat = table.seat(side)
    assert (seat.lapses_at, seat.due_at) == (START + timedelta(hours=24), None)
    time.move_to(START + timedelta(hours=24) - SECOND)
    outages.go_on(START + timedelta(hours=24) - SECOND)
    clock.send_reminders()
    assert table.seat(side).asked == "window"
    time.move_to(START + timedelta(hours=24))
    clock.send_reminders()
    assert table.seat(side).asked != "window"
    latest = Entry.objects.filter(game=table.game, side=side).last()
    assert latest is not None
    assert (latest.body, latest.by_order) == ('{"type":"silence"}', "")
    assert not table.game.is_over
    waiting = table.seat(table.asked()[0])
    assert waiting.due_at == START + timedelta(hours=24) + timedelta(days=3), "the clock of turns runs again"


def test_an_outage_moves_the_time_to_react(time: time_machine.Traveller) -> None:
    table, side = window(reaction=24)
    outages.go_on(START)
    time.move_to(START + timedelta(hours=30))
    clock.send_reminders()
    assert table.seat(side).lapses_at == START + timedelta(hours=54)
    assert table.seat(side).asked == "window"


def test_no_hold_is_answered_at_once_by_the_job(time: time_machine.Traveller) -> None:
    table, side = window(hold=0)
    give_quietly(table, side)
    assert table.seat(side).asked == "window"
    assert windows.answer_held() == 1


@pytest.mark.parametrize("is_ordered", [False, True])
def test_the_other_side_is_shown_the_same_until_the_hold_is_over(
    time: time_machine.Traveller, *, is_ordered: bool
) -> None:
    """Nothing in the rows of game and seats tells of an order."""
    table, side = window()
    names = [field.name for field in Seat._meta.fields if field.name not in ("id", "game", "player")]
    before = [[getattr(table.seat(each), name) for name in names] for each in SIDES]
    if is_ordered:
        give_quietly(table, side)
    time.move_to(START + HOLD - SECOND)
    windows.answer_held()
    assert [[getattr(table.seat(each), name) for name in names] for each in SIDES] == before
