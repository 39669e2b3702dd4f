"""Loyalty orders: what they answer follows from the deployment; the hand decides only what is possible."""

from typing import Any

import pytest

from tests.kit.ordering import Ordered
from tests.kit.positions import position

HANDS = {"with": "west-loyalty, mori-plain", "without": "mori-plain x2"}


def window(hand: str, deploying: str = "tokugawa-two-mon", card: str = "tokugawa-plain") -> Ordered:
    """East has deployed and is still behind: West has a separate window."""
    fought = Ordered(
        position(
            f"""
            east.at.suwa = "tokugawa-two-mon x3, tokugawa-three-mon"
            east.hand = "tokugawa-plain x2, tokugawa-double, date-plain"
            west.at.suwa = "mori-two-mon x2"
            west.hand = "{hand}"

            [combat]
            location = "suwa"
            west.impact = 30
            """
        )
    )
    fought.play("east", "deploy", blocks=deploying, card=card)
    assert fought.table.pending == [("west", "window")]
    return fought


MENU: list[tuple[dict[str, Any], str]] = [
    ({"answer": "ask"}, "asked"),
    ({"answer": "never"}, "pass"),
    ({"answer": "ask-from", "impact": 2}, "asked"),
    ({"answer": "ask-from", "impact": 3}, "pass"),
    ({"answer": "challenge-from", "impact": 2}, "challenge"),
    ({"answer": "challenge-from", "impact": 3}, "pass"),
]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("order", "expected"), MENU, ids=[str(row[0]) for row in MENU])
def test_a_loyalty_order_answers_alike_with_and_without_a_card(
    order: dict[str, Any], expected: str, hand: str
) -> None:
    """With a card or without one it answers, or asks, alike; without one a challenge becomes a pass."""
    fought = window(HANDS[hand])
    fought.give("west", loyalty=order)
    assert fought.did == [], "until the hold is over nothing happens"
    fought.hold_is_over()
    if expected == "asked":
        assert fought.table.pending == [("west", "window")]
        assert fought.did == []
    else:
        can = expected == "pass" or hand == "with"
        assert fought.did == [("west", "loyalty", expected if can else "pass")]


def test_two_blocks_with_a_double_card_are_challenged_whatever_their_impact() -> None:
    fought = window(HANDS["with"], "tokugawa-two-mon x2", "tokugawa-double")
    fought.give("west", loyalty={"answer": "challenge-from", "impact": 99})
    fought.hold_is_over()
    assert fought.did == [("west", "loyalty", "challenge")]


def test_an_order_for_a_battle_takes_the_place_of_that_of_the_game() -> None:
    fought = window(HANDS["with"])
    fought.give(
        "west",
        loyalty={"answer": "challenge-from", "impact": 1},
        battles={"suwa": {"loyalty": {"answer": "never"}}},
    )
    fought.hold_is_over()
    assert fought.did == [("west", "loyalty", "pass")]


def test_without_a_plan_a_folded_window_is_the_players() -> None:
    """They have to decide anyway whether to deploy."""
    fought = Ordered(
        position(
            """
            east.at.suwa = "tokugawa-two-mon x3"
            east.hand = "tokugawa-plain x2"
            west.at.suwa = "mori-two-mon x2"
            west.hand = "west-loyalty, mori-plain"

            [combat]
            location = "suwa"
            """
        )
    )
    fought.give("west", loyalty={"answer": "never"})
    fought.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert fought.table.pending == [("west", "deploy")]
    assert fought.did == []
