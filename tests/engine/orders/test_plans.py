"""Battle plans: when they go on, when they stop, and that nothing more of them is done then."""

from typing import Any

import msgspec
import pytest

from games.engine.orders import answering
from games.engine.orders.keeping import Progress
from games.engine.orders.shapes import BattleOrders
from games.engine.side import Side
from tests.kit.ordering import Ordered
from tests.kit.positions import position


def field(east_hand: str = "tokugawa-plain x3, date-plain", west_hand: str = "mori-plain x3") -> Ordered:
    """East attacks with five blocks and is asked to deploy; West has three blocks."""
    return Ordered(
        position(
            f"""
            east.at.suwa = "tokugawa-two-mon x3, ieyasu, tokugawa-three-mon"
            east.hand = "{east_hand}"
            west.at.suwa = "mori-two-mon x3"
            west.hand = "{west_hand}"

            [combat]
            location = "suwa"
            """
        )
    )


def step(block: str, card: str | None = "tokugawa-plain") -> dict[str, Any]:
    return {"blocks": [block], "card": card}


EAST = [step(f"tokugawa-two-mon-{number}") for number in (1, 2, 3)]
WEST = [step(f"mori-two-mon-{number}", "mori-plain") for number in (1, 2, 3)]


def plan(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"battles": {"suwa": {"plan": {"steps": list(steps), **more}}}, "loyalty": {"answer": "never"}}


@pytest.mark.rule("8.5")
def test_plans_of_both_sides_fight_a_battle_in_two_visits() -> None:
    """Both deploy in turns until both plans are complete; then whoever is behind is asked."""
    fought = field()
    fought.give("west", **plan(*WEST))
    fought.give("east", **plan(*EAST))
    assert [side for side, _kind, _did in fought.did] == ["east", "west", "east", "west", "east", "west"]
    assert fought.table.impact == (9, 9)
    assert fought.table.pending == [("east", "deploy")]
    assert fought.ended("east") == "complete"


@pytest.mark.rule("8.5")
def test_a_plan_deploys_only_while_it_is_behind() -> None:
    """East deploys once and is ahead; the rest waits until West has deployed."""
    fought = field()
    fought.give("east", **plan(*EAST))
    assert fought.table.impact == (2, 0)
    assert fought.table.pending == [("west", "deploy")]
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.table.impact == (5, 2), "at a tie the attacker has the initiative"


def test_a_plan_stops_deploying_at_its_end_if_told_to() -> None:
    fought = field()
    fought.give("east", **plan(EAST[0], then="stop"))
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.did[-1] == ("east", "plan", "finish")
    assert fought.ended("east") == "complete"
    assert fought.table.pending == [("west", "deploy")]


def test_the_other_sides_stop_ends_a_plan_and_asks() -> None:
    """Nothing more of it is done: not a deployment, and not the stop at its end."""
    fought = field()
    fought.give("east", **plan(*EAST, go_on={"rule": "all"}, then="stop"))
    fought.play("west", "finish")
    assert fought.ended("east") == "they-finished"
    assert fought.table.pending == [("east", "deploy")]
    assert fought.table.impact == (2, 0)


def test_a_plan_that_is_no_longer_behind_stops_where_it_says_so_though_they_stopped_first() -> None:
    fought = field()
    fought.give("east", **plan(*EAST, then="stop"))
    fought.play("west", "finish")
    assert fought.ended("east") == "not-behind"
    assert fought.did[-1] == ("east", "plan", "finish")


def test_a_plan_that_is_no_longer_behind_asks_where_it_says_so_when_they_stop() -> None:
    fought = field()
    fought.give("east", **plan(*EAST, then="ask"))
    fought.play("west", "finish")
    assert fought.ended("east") == "they-finished"
    assert fought.table.pending == [("east", "deploy")]


@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize("loyalty", [{"answer": "ask"}, {"answer": "ask-from", "impact": 1}])
@pytest.mark.parametrize("fourth", ["east-loyalty", "date-plain"])
def test_a_plan_stops_at_its_end_past_a_deployment_that_could_be_challenged(
    fourth: str, loyalty: dict[str, Any]
) -> None:
    """Whatever the hand holds, its player is not asked: stopping by hand challenges nothing either."""
    fought = field(f"tokugawa-plain x3, {fourth}")
    fought.give("east", **{**plan(EAST[0], then="stop"), "loyalty": loyalty})
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.did[-1] == ("east", "plan", "finish")
    assert fought.table.pending == [("west", "deploy")]


@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize(
    ("fourth", "answers"), [("east-loyalty", ["challenge", "finish"]), ("date-plain", ["finish"])]
)
def test_a_loyalty_order_challenges_before_the_plan_stops(fourth: str, answers: list[str]) -> None:
    """Without a challenge card the deployment stands, and the plan stops: it is not dropped."""
    fought = field(f"tokugawa-plain x3, {fourth}", west_hand="mori-plain")
    ordered = {**plan(EAST[0], then="stop"), "loyalty": {"answer": "challenge-from", "impact": 2}}
    fought.give("east", **ordered)
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert [did for _side, _kind, did in fought.did[1:]] == answers


def test_a_plan_without_steps_stops_as_soon_as_it_can() -> None:
    fought = field()
    fought.play("east", "deploy", blocks="tokugawa-two-mon-1", card="tokugawa-plain")
    fought.give("west", **plan(then="stop"))
    assert fought.ended("west") == "complete"
    assert fought.did == [("west", "plan", "finish")]


def test_a_plan_without_steps_that_does_not_stop_is_none() -> None:
    with pytest.raises(msgspec.ValidationError, match='needs "then": "stop"'):
        field().give("east", **plan())


def test_a_plan_that_is_carried_out_stops_though_they_stopped_first() -> None:
    fought = field()
    fought.give("east", **plan(EAST[0], then="stop"))
    fought.play("west", "finish")
    assert fought.ended("east") == "complete"
    assert fought.did[-1] == ("east", "plan", "finish")


def test_a_plan_made_after_they_stopped_goes_on_until_ahead() -> None:
    fought = field()
    fought.play("east", "deploy", blocks="tokugawa-two-mon-1", card="tokugawa-plain")
    fought.play("west", "finish")
    fought.give("east", **plan(*EAST[1:], go_on={"rule": "until-ahead", "by": 4}, then="stop"))
    fought.play("west", "pass")
    assert fought.table.impact == (5, 0)
    assert fought.ended("east") == "ahead"
    assert [did for _side, _kind, did in fought.did] == ["deploy", "finish"]


def test_a_plan_for_everything_deploys_everything() -> None:
    fought = field()
    fought.play("east", "deploy", blocks="tokugawa-two-mon-1", card="tokugawa-plain")
    fought.play("west", "finish")
    fought.give("east", **plan(*EAST[1:], go_on={"rule": "all"}))
    fought.play("west", "pass")
    fought.play("west", "pass")
    assert fought.table.impact == (9, 0)
    assert fought.ended("east") == "complete"


@pytest.mark.rule("8.5")
def test_while_behind_ends_once_they_stopped_and_it_is_ahead() -> None:
    fought = field()
    fought.play("east", "deploy", blocks="tokugawa-two-mon-1", card="tokugawa-plain")
    fought.play("west", "finish")
    fought.give("east", **plan(*EAST[1:]))
    assert fought.did == []
    assert fought.ended("east") == "not-behind"


@pytest.mark.parametrize(("limit", "impact"), [(2, (2, 2)), (3, (5, 2))])
def test_a_plan_stops_once_they_have_gained_so_much(limit: int, impact: tuple[int, int]) -> None:
    fought = field()
    fought.give("east", **plan(*EAST, stop_if_they_gain=limit))
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.table.impact == impact
    assert fought.ended("east") == ("they-gained" if limit == 2 else None)


@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize("stops", [True, False])
def test_a_challenge_stops_a_plan_that_says_so(stops: bool) -> None:
    fought = field(west_hand="west-loyalty, mori-plain x3")
    fought.give("east", **plan(*EAST, stop_if_challenged=stops))
    fought.play("west", "challenge")
    # East shows another card of the clan, so its block stands, and West is still behind.
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.ended("east") == ("challenged" if stops else None)
    assert fought.table.impact == ((2, 2) if stops else (5, 2))


def test_a_deployment_by_hand_takes_over() -> None:
    """What the player does by hand is not what was planned, so the plan is at its end."""
    fought = field()
    fought.give("east", **{**plan(*EAST), "loyalty": {"answer": "ask"}})
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.table.pending == [("east", "deploy")], "the order is to ask about the window first"
    fought.play("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    fought.play("west", "finish")
    assert fought.ended("east") == "taken-over"
    assert [did for _side, _kind, did in fought.did] == ["deploy"]


def test_a_window_that_is_asked_about_makes_a_plan_wait_and_not_end() -> None:
    fought = field()
    fought.give("east", **{**plan(*EAST), "loyalty": {"answer": "ask"}})
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.ended("east") is None
    fought.play("east", "pass")
    assert fought.table.impact == (5, 2)


@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize("fourth", ["east-loyalty", "date-plain"])
def test_a_player_who_has_seen_a_deployment_can_go_past_it_by_plan(fourth: str) -> None:
    """Whatever the hand holds, and only past this one: about the next deployment the player is asked."""
    fought = field(f"tokugawa-plain x3, {fourth}")
    ask = {"answer": "ask"}
    fought.give("east", **{**plan(*EAST), "loyalty": ask})
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    answering.go_past_window(fought.table.rules, fought.table.state, Side.named("east"), fought.kept[0])
    fought.run()
    assert fought.table.impact == (5, 2)
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.table.impact == (5, 5)
    assert fought.table.pending == [("east", "deploy")]
    assert fought.ended("east") is None


@pytest.mark.rule("8.6.1")
def test_a_loyalty_order_challenges_before_the_plan_goes_on() -> None:
    """West cannot refute: its block changes sides, so East is ahead and needs to deploy nothing."""
    fought = field("tokugawa-plain x3, east-loyalty", west_hand="mori-plain")
    fought.give("east", **{**plan(*EAST), "loyalty": {"answer": "challenge-from", "impact": 2}})
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.did[:2] == [("east", "plan", "deploy"), ("east", "loyalty", "challenge")]


def test_plans_of_two_battles_that_want_the_same_card() -> None:
    """The battles of one turn share a hand: the second plan is looked at again, and its player is asked."""
    fought = field(east_hand="tokugawa-plain x1")
    fought.kept[0].set_battle("suwa", *_laid(fought, EAST[:2]))
    fought.run()
    assert fought.did == []
    assert fought.ended("east") == "changed"
    assert fought.table.pending == [("east", "deploy")]


def test_a_step_that_has_become_impossible_ends_the_plan() -> None:
    """The card of the second step has gone by other means; the plan neither goes on nor stops deploying."""
    fought = field()
    fought.give("east", **plan(*EAST, then="stop"))
    kind, state = fought.table.c.card_index[0]["tokugawa-plain"], fought.table.state
    state.discards[0][kind] += state.hand[0][kind]
    state.hand[0][kind] = 0
    fought.play("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert fought.ended("east") == "impossible"
    assert fought.table.pending == [("east", "deploy")]


def test_orders_for_a_battle_die_with_it() -> None:
    fought = field()
    fought.give("east", **plan(*EAST))
    fought.play("west", "finish")
    fought.play("east", "finish")
    fought.play("west", "losses", blocks="mori-two-mon")
    shapes = (fought.table.options("west") or {})["answers"]
    fought.play("west", "retreat", to=shapes[0]["action"]["to"])
    assert fought.kept[0].orders.battles == {}
    assert fought.kept[0].progress == {}


def _laid(fought: Ordered, steps: list[dict[str, Any]]) -> Any:
    """Orders for the battle as if they had been given before it was declared."""

    state = fought.table.state
    return msgspec.convert({"plan": {"steps": steps}}, BattleOrders), Progress(state.week, state.turn)
