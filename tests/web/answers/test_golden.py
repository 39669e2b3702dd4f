"""Actions of all recorded games, filled into their forms and read back."""

from __future__ import annotations

import pytest

from games.engine import Side, actions, apply, options
from games.web.answers import FIELDS, SHOW
from tests.engine.golden.recording import names
from tests.kit.positions import position
from tests.web.answers.filling import FILL, settled
from tests.web.answers.positions import Asked, asked

EVERY = 4
"""Of so many decisions one is filled in, beside the first of each kind: there are a great many games."""


GATE = 4
"""Of so many games one is looked at before anything lands, of each edition some."""
GAMES = [
    pytest.param(number, id=name, marks=pytest.mark.overnight if number % GATE else ())
    for number, name in enumerate(names())
]


@pytest.mark.parametrize("number", GAMES)
def test_an_action_of_a_game_is_what_its_filled_in_form_is_read_as(number: int) -> None:
    kinds = set()
    count = 0
    for at, each in enumerate(asked(names()[number])):
        kind = (each.options.decision, type(each.action))
        if kind in kinds and at % EVERY != number % EVERY:
            continue
        kinds.add(kind)
        answer = each.reader().answer(each.action)
        assert settled(answer) == settled(each.action), f"{each.options.decision}, action {at}"
        count += 1
    assert count > 100 / EVERY


def test_the_recorded_games_have_every_decision_every_kind_of_answer_and_every_shape() -> None:
    """All but the bid that replaces another, which no computer player makes: it has a test of its own."""
    decisions, kinds, shapes = set(), set(), set()
    for name in names():
        for each in asked(name):
            decisions.add(each.options.decision)
            kinds.add(type(each.action))
            shapes |= {type(shape).__name__ for shape in each.options.shapes}
    assert decisions == set(SHOW) - {"replace-bid"}
    assert kinds == set(FILL)
    assert shapes == {"Choice", "Subset", "Route"}
    assert set(FIELDS) <= set(SHOW)


def test_a_bid_that_is_in_is_shown_and_replaced() -> None:
    table = position("""
        pending.east = "bid"
        pending.west = "bid"
        east.hand = "tokugawa-plain, date-special x2"
        west.hand = "mori-plain"
    """)
    table.play("east", "bid", card="date-special", wish="second")
    state, side = table.state, Side.EAST
    offered = options(table.rules, state, side)
    assert offered is not None
    assert offered.decision == "replace-bid"
    instead = actions.Bid("tokugawa-plain", "first")
    reader = Asked(table.rules, state, side, offered, instead).reader()
    page = reader.page()
    assert (page.chosen("card"), page.chosen("wish")) == (["date-special"], ["second"])
    assert "Your bid is in: a special attack of the Date, to go second." in page.text
    assert "You may bid another card until the other side's is in." in page.text
    answer = reader.answer(instead)
    assert answer == instead
    assert apply(table.rules, state, side, instead).state != state
