"""What upsets a plan: a refutation with a double, a defection, a reshuffle, a leader's death."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.ordering import Ordered
from tests.kit.positions import position


def field(east_hand: str, west_hand: str = "west-loyalty, mori-plain x3", **more: str) -> Ordered:
    """East attacks and is asked to deploy."""
    rest = "\n".join(f"{key.replace('_', '.')} = {value}" for key, value in more.items())
    return Ordered(
        position(
            f"""
            east.at.suwa = "tokugawa-two-mon x3, date-two-mon, ieyasu"
            east.hand = "{east_hand}"
            west.at.suwa = "mori-two-mon x4"
            west.hand = "{west_hand}"
            {rest}

            [combat]
            location = "suwa"
            """
        )
    )


def step(block: str, card: str, **more: Any) -> dict[str, Any]:
    return {"blocks": [block], "card": card, **more}


def plan(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    laid = {"steps": list(steps), "go_on": {"rule": "all"}, "stop_if_challenged": False, **more}
    return {"battles": {"suwa": {"plan": laid}}, "loyalty": {"answer": "never"}}


@pytest.mark.rule("8.6.3", "R-20")
def test_a_refutation_with_the_double_of_the_next_step() -> None:
    """The card that is shown stays in the hand, so the plan goes on and plays it."""
    fought = field("tokugawa-plain, tokugawa-double")
    pair = {"blocks": ["tokugawa-two-mon-2", "tokugawa-two-mon-3"], "card": "tokugawa-double"}
    fought.give("east", **plan(step("tokugawa-two-mon-1", "tokugawa-plain", show="tokugawa-double"), pair))
    fought.play("west", "challenge")
    assert fought.table.story("west", "refuted")
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert [did for _side, _kind, did in fought.did] == ["deploy", "deploy"]
    assert fought.ended("east") is None
    assert fought.table.impact[0] > 4


@pytest.mark.rule("8.6.3")
@pytest.mark.parametrize("stops", [True, False])
def test_a_defection_is_no_deployment_of_the_players(stops: bool) -> None:
    """The plan goes on with the next block unless it says otherwise."""
    fought = field("tokugawa-plain, date-plain")
    steps = [step("tokugawa-two-mon-1", "tokugawa-plain"), step("date-two-mon-1", "date-plain")]
    fought.give("east", **plan(*steps, stop_if_challenged=stops))
    fought.play("west", "challenge")
    assert fought.table.story("west", "refuted") == []
    assert fought.table.impact[1] > 0, "the block fights for West"
    assert fought.ended("east") == ("challenged" if stops else None)
    assert len(fought.did) == (1 if stops else 2)


@pytest.mark.rule("3.3")
def test_a_reshuffle_between_two_planned_battles() -> None:
    """The draw after the first battle needs the discards; the second plan still has its card."""
    fought = Ordered(
        position(
            """
            east.at.suwa = "tokugawa-two-mon x2"
            west.at.suwa = "mori-two-mon"
            east.at.sunpu = "date-two-mon x2"
            west.at.sunpu = "ukita-two-mon"
            east.hand = "tokugawa-plain, date-plain"
            east.deck = ""
            east.discards = "rest"
            west.hand = "mori-plain"

            pending = "declare"
            """
        )
    )
    first, second = step("tokugawa-two-mon-1", "tokugawa-plain"), step("date-two-mon-1", "date-plain")
    laid = {"suwa": {"plan": {"steps": [first], "then": "stop"}}, "sunpu": {"plan": {"steps": [second]}}}
    fought.give("east", battles=laid, loyalty={"answer": "never"}, losses={})
    fought.play("east", "declare", location="suwa")
    while not fought.table.story("west", "pile-reshuffled"):
        ((side, kind),) = fought.table.pending
        choices = fought.table.choices(side) if kind in ("losses", "retreat") else []
        fought.play(side, **choices[0]["action"]) if choices else fought.play(side, "finish")
    assert ("east", "plan", "deploy") in fought.did
    assert fought.did[-1] == ("east", "plan", "deploy")
    assert fought.table.view()["combat"]["location"] == "sunpu"


@pytest.mark.rule("2.1")
def test_a_leaders_death_ends_every_order() -> None:
    """Ieyasu is among the dead of the first battle: nothing more is done, at any place."""
    fought = Ordered(
        position(
            """
            east.at.suwa = "ieyasu"
            east.hand = "tokugawa-plain x2"
            west.at.suwa = "mori-three-mon x3"
            west.hand = "mori-plain x3"
            east.at.kiyosu = "tokugawa-two-mon"
            west.at.kiyosu = "ukita-two-mon"

            [combat]
            location = "suwa"
            """
        )
    )
    orders = plan(step("ieyasu", "tokugawa-plain"))
    orders["battles"]["kiyosu"] = {"plan": {"steps": [step("tokugawa-two-mon-1", "tokugawa-plain")]}}
    fought.give("east", **orders, losses={})
    while fought.table.state.result is None:
        (asked,) = fought.table.pending
        side, kind = asked
        if kind == "deploy" and side == "west":
            fought.play("west", "deploy", blocks="mori-three-mon", card="mori-plain")
        elif kind == "window":
            fought.play(side, "pass")
        else:
            fought.play(side, "finish")
    assert fought.table.state.result.victory
    count = len(fought.did)
    fought.run()
    fought.hold_is_over()
    assert len(fought.did) == count
    assert fought.kept[0].orders.battles == {}
