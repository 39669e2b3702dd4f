"""Resigning, at any time."""

from collections.abc import Callable

import pytest

from games import engine
from games.engine.actions import Bid, encode
from games.engine.errors import GameIsOver, Illegal
from games.engine.side import EAST, NOBODY, SIDES, Side
from games.engine.state import BID_UNSET, State
from games.log import position
from games.models.game import Game
from games.services import play
from games.services.waiting import OVER
from tests.kit.table import Table, do_both_discard, is_asked, is_folded_window_open, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def one_bid_is_in(state: State) -> bool:
    return state.bids.count(BID_UNSET) == 1


def one_has_discarded(state: State) -> bool:
    return state.week > 1 and is_asked("bid", "discard")(state)


MOMENTS = {
    "at the start": lambda state: True,
    "one bid is sealed": one_bid_is_in,
    "both are to discard": do_both_discard,
    "one has discarded": one_has_discarded,
    "on the march": is_asked("movement"),
    "a window is open": is_asked("window"),
    "a window is folded": is_folded_window_open,
    "losses are chosen": is_asked("losses"),
}


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.label)
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_resigning_side_loses(moment: Callable[[State], bool], side: Side) -> None:
    table = table_where(moment)
    before = {each: table.version(each) for each in SIDES}
    done = play.resign(seat=table.seat(side))
    game = table.game
    assert (game.status, game.winner, game.victory) == (Game.Status.OVER, side.enemy, "resignation")
    assert game.ended_at == game.changed_at
    assert done.events[-1]["event"] == "game-over"
    for viewer in (*SIDES, NOBODY):
        seen = table.view(viewer)
        assert (seen["phase"], seen["pending"]) == ("over", [])
        assert seen["result"]["victory"] == "resignation"
        assert seen["result"]["winner"] == side.enemy.label
        assert table.told(viewer)[-1].type == "resignation"
    for each in SIDES:
        seat = table.seat(each)
        assert (seat.asked, seat.waiting_since, seat.can_undo) == ("", None, False)
        assert seat.version == before[each] + 1
        assert engine.options(*position.load(game), each) is None
    assert done.version == table.version(side)


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.label)
def test_both_are_told_once(side: Side) -> None:
    """One by the answer, the other by mail; whoever is told again would be told nothing new."""
    table = Table()
    done = play.resign(seat=table.seat(side))
    assert [event["event"] for event in done.events] == ["game-over"]
    assert [row.kind for row in table.announced(side)].count(OVER) == 0
    assert [row.kind for row in table.announced(side.enemy)].count(OVER) == 1
    with pytest.raises(GameIsOver):
        play.resign(seat=table.seat(side))
    with pytest.raises(GameIsOver):
        play.resign(seat=table.seat(side.enemy))
    assert [row.kind for row in table.all_announced()].count(OVER) == 1


def test_a_sealed_bid_is_not_turned_over_by_it() -> None:
    """The other learns that the game is over, and not what was bid."""
    table = Table()
    bid = table.a_bid(EAST)
    table.submit(EAST, bid)
    hand = len(table.view(EAST)["mine"]["hand"])
    play.resign(seat=table.seat(EAST))
    mine = table.view(EAST)["mine"]
    assert (len(mine["hand"]), mine["bid"], mine["wish"]) == (hand + 1, None, None)
    actual = [event for item in table.told(EAST.enemy) for event in item.events]
    assert [event for event in actual if "card" in event] == []


def test_nothing_is_possible_after_it() -> None:
    table = table_where(is_asked("movement"))
    (side,) = table.asked()
    action = table.any_action(side)
    table.submit(side, action)
    play.resign(seat=table.seat(side))
    with pytest.raises(GameIsOver):
        table.submit(side, action)
    with pytest.raises(GameIsOver):
        play.preview(seat=table.seat(side), bodies=[action])
    with pytest.raises(GameIsOver):
        table.submit(EAST, encode(Bid("tokugawa-plain")))
    with pytest.raises(Illegal, match="not-undoable"):
        table.undo(side)
