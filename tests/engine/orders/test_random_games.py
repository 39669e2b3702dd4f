"""Orders in random games of all editions: what they do is what their player could have done."""

from __future__ import annotations

from collections import Counter

import pytest

from games import engine
from games.rulebook.editions import edition_ids, ruleset
from tests.secrecy.orders.courses import RandomGame
from tests.secrecy.script import Dealt, Point, Script, drawn_by

GAMES = 6
STEPS = 260


@pytest.mark.parametrize("edition", edition_ids())
def test_orders_do_what_their_player_could_do_then(edition: str) -> None:
    """Every action by order is among the options of that moment; without orders it leads to the same game."""
    done = Counter[str]()
    for number in range(GAMES):
        game = RandomGame(ruleset(edition), f"ordered/{number}")
        beats, told = game.played_with_orders(STEPS)
        for points, beat in zip(told, beats, strict=True):
            by_order = points if beat.one[0].body is None else points[1:]
            for point in by_order:
                assert point.side is not None
                offered = engine.options(game.rules, point.before, point.side)
                assert offered is not None
                assert point.body in offered
                done[type(point.body).__name__] += 1
        assert _by_hand(game.script.points, game) == [point.after for point in game.script.points]
    assert done["Deploy"] > GAMES
    assert done["Pass"] > GAMES
    assert done.keys() >= {"Losses", "Retreat"}


def _by_hand(points: list[Point], game: RandomGame) -> list[object]:
    """The positions of a game in which players do all that was done, and there are no orders."""
    script = Script(game.rules, Dealt(drawn_by(points)))
    for point in points[1:]:
        assert point.side is not None
        assert point.body is not None
        script.act(point.side, point.body)
    return [point.after for point in script.points]
