"""When a side is asked whether it challenges: folded, by itself, or not at all [8.6.1], R-17, R-29."""

from typing import Any

import pytest

from tests.kit.positions import Table, position


def field(west_hand: str, rest: str = "") -> Table:
    """East attacks with three Tokugawa blocks and is asked to deploy; West has two blocks."""
    return position(
        f"""
        east.at.suwa = "tokugawa-two-mon x2, ieyasu, tokugawa-three-mon"
        east.hand = "tokugawa-plain x3, date-plain"
        west.at.suwa = "mori-two-mon x2"
        west.hand = "{west_hand}"

        [combat]
        location = "suwa"
        {rest}
        """
    )


def answers(p: Table, side: str) -> list[dict[str, Any]]:
    return [row["action"] for row in p.choices(side)]


PASSES = [{"type": "pass"}, {"type": "pass", "rest_of_battle": True}]


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("R-29")
def test_a_window_is_folded_into_the_challengers_own_turn() -> None:
    """East takes the lead: West, to deploy now, may in the same decision challenge or pass."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "deploy")]
    offered = answers(p, "west")
    assert {"type": "challenge"} in offered
    assert all(answer in offered for answer in (*PASSES, {"type": "finish"}))
    assert p.allows("west", "deploy", blocks="mori-two-mon", card="mori-plain")
    assert p.view("west")["combat"]["window"] == {
        "deployer": "east",
        "card": "tokugawa-plain",
        "kinds": ["tokugawa-two-mon"],
        "impact": 2,
    }
    assert p.view("east")["combat"]["window"] is None, "it would tell of a sealed pass"
    assert p.view()["combat"]["window"] is None


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("R-17")
@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"type": "pass"}, id="passing"),
        pytest.param({"type": "deploy", "blocks": ["mori-two-mon"], "card": "mori-plain"}, id="deploying"),
    ],
)
def test_a_folded_window_closes_with_any_answer(answer: dict[str, Any]) -> None:
    """West passes or deploys: the earlier deployment of East cannot be challenged any more."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", **answer)
    if answer["type"] == "pass":
        assert p.pending == [("west", "deploy")]
        assert p.refuses("west", "no-window", "challenge").rule == "8.6.1"
        p.refuses("west", "no-window", "pass")
        assert {"type": "challenge"} not in answers(p, "west")
    else:
        p.refuses("west", "not-your-decision", "challenge")
        assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("8.5")
def test_finishing_in_a_folded_window_lets_the_deployment_stand() -> None:
    """West finishes instead of challenging: East goes on, and its first block was never challenged."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "finish")
    assert p.pending == [("east", "deploy")]
    assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("R-29")
def test_a_window_of_its_own_where_the_initiative_stays() -> None:
    """East deploys and is still behind: West is asked only whether it challenges."""
    p = field("mori-plain, west-loyalty", "west.impact = 9")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window")]
    assert answers(p, "west") == [*PASSES, {"type": "challenge"}]
    p.refuses("east", "not-your-decision", "finish")
    p.play("west", "pass")
    assert p.pending == [("east", "deploy")]


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("8.5")
def test_a_window_of_its_own_for_a_side_that_has_nothing_left_to_deploy() -> None:
    """East takes the lead; West's only block is deployed, but it may still challenge."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain, date-plain"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        west.deployed = "mori-two-mon with mori-plain"
        east.impact = 1
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.impact == (3, 2)
    assert p.pending == [("west", "window")]
    p.play("west", "challenge")
    assert p.impact == (1, 4)


@pytest.mark.rule("R-29")
@pytest.mark.rule("8.6.1")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        pytest.param("west-loyalty", True, id="a challenge in the hand"),
        pytest.param("mori-plain", True, id="no challenge, but a card: asked all the same"),
        pytest.param("", False, id="no card at all: not asked"),
    ],
)
def test_a_window_is_asked_while_the_opponent_has_a_card(hand: str, asked: bool) -> None:
    """Whether West is asked tells nothing of what it holds."""
    p = field(hand, "west.impact = 9\nwest.finished = true")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("west", "window") if asked else ("east", "deploy")]
    if hand == "mori-plain":
        assert answers(p, "west") == PASSES
        assert p.refuses("west", "no-challenge-card", "challenge").rule == "8.6.1"


@pytest.mark.rule("R-29")
def test_a_window_looks_the_same_with_and_without_a_challenge_in_the_hand() -> None:
    """Two games that differ only in West's hand: East and the public see one and the same position."""
    seen = []
    for hand in ("west-loyalty", "mori-plain"):
        p = field(hand, "west.impact = 9")
        p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
        seen.append((p.view("east"), p.view(), p.told("east"), p.told("public")))
    assert seen[0] == seen[1]


@pytest.mark.rule("8.2.4")
@pytest.mark.rule("8.6.1")
def test_no_window_after_a_free_daimyo() -> None:
    """Ieyasu deploys without a card and takes the lead: West deploys next and has nothing to challenge."""
    p = field("mori-plain, west-loyalty")
    p.play("east", "deploy", blocks="ieyasu")
    assert p.pending == [("west", "deploy")]
    assert p.view("west")["combat"]["window"] is None
    assert p.refuses("west", "no-window", "challenge").rule == "8.6.1"


@pytest.mark.rule("R-17")
@pytest.mark.rule("8.6.3")
def test_the_window_of_a_double_comes_after_its_second_block() -> None:
    """East deploys two blocks with one card: one window, for both."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "tokugawa-double"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        west.impact = 9
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon x2", card="tokugawa-double")
    window = p.view("west")["combat"]["window"]
    assert (window["kinds"], window["impact"]) == (["tokugawa-two-mon"] * 2, 5)


@pytest.mark.rule("R-29")
@pytest.mark.rule("8.6.1")
def test_passing_for_the_rest_of_the_battle() -> None:
    """West passes for good: it is asked no window any more, in this battle, and East is not told why."""
    p = field("west-loyalty, mori-plain", "west.impact = 9")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    p.play("west", "pass", rest_of_battle=True)
    assert p.told("east") == []
    assert p.view("west")["combat"]["passing"] is True
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.pending == [("east", "deploy")]
    assert p.view("west")["combat"]["window"] is None


@pytest.mark.rule("R-29")
def test_a_pass_for_good_looks_like_a_pass() -> None:
    """Just after the pass, the other side and the public cannot tell which of the two it was."""
    seen = []
    for for_good in (False, True):
        p = field("west-loyalty, mori-plain", "west.impact = 9")
        p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
        p.play("west", "pass", rest_of_battle=for_good)
        seen.append((p.view("east"), p.view(), p.told("east"), p.told("public")))
    assert seen[0] == seen[1]


@pytest.mark.rule("R-29")
def test_the_next_battle_asks_again() -> None:
    """West passed for the rest of the battle at Suwa; at Sunpu it is asked again."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2"
        east.at.sunpu = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain x2"
        west.at.suwa = "mori-two-mon"
        west.at.sunpu = "mori-two-mon"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        west.passing = true
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.view("west")["combat"]["window"] is None
    p.play("west", "finish")
    p.play("east", "finish")
    assert p.view()["combat"]["location"] == "sunpu"
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert p.allows("west", "pass")
