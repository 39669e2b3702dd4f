"""Ashigaru in battles: deploying, stopping, challenging, losses and retreats."""

import pytest

from tests.kit.bots import SEEDS, answer
from tests.kit.positions import position

pytestmark = SEEDS

# ---- fighting


def test_ashigaru_finishes_when_nothing_fits(seed: int) -> None:
    table = position("""
        pending = "deploy"
        east.at.gifu = "fukushima-two-mon x3"
        east.hand = "date-plain x2"
        west.at.gifu = "ukita-two-mon x2, ukita-three-mon"
        [combat]
        location = "gifu"
    """)
    assert answer(table, "east", seed) == {"type": "finish"}


def test_ashigaru_deploys_a_free_daimyo_first(seed: int) -> None:
    table = position("""
        pending = "deploy"
        east.at.gifu = "fukushima-daimyo, fukushima-three-mon x2"
        east.hand = "fukushima-plain x3"
        west.at.gifu = "ukita-two-mon x3"
        [combat]
        location = "gifu"
    """)
    assert answer(table, "east", seed) == {"type": "deploy", "blocks": ["fukushima-daimyo"]}


WON = """
    pending = "deploy"
    east.at.gifu = "fukushima-three-mon x3, fukushima-two-mon x3"
    east.hand = "fukushima-plain x3"
    west.at.gifu = "ukita-two-mon x2, ukita-three-mon"
    [combat]
    location = "gifu"
    west.finished = true
    west.impact = 1
"""


@pytest.mark.parametrize(
    ("impact", "goes_on"), [(0, True), (4, True), (23, False)], ids=["lost", "one-hit", "all"]
)
def test_ashigaru_goes_on_while_that_changes_something(seed: int, impact: int, *, goes_on: bool) -> None:
    table = position(WON + f"east.impact = {impact}")
    assert (answer(table, "east", seed)["type"] == "deploy") is goes_on


CHALLENGED = """
    pending = "window"
    east.at.gifu = "fukushima-three-mon x2, fukushima-two-mon"
    east.hand = "east-loyalty"
    west.at.gifu = "ukita-two-mon x2, ukita-three-mon"
    [combat]
    location = "gifu"
    window = "west"
    west.deployed = "ukita-three-mon with ukita-special"
    east.finished = true
    east.impact = 2
"""


def test_ashigaru_challenges_what_cannot_be_refuted(seed: int) -> None:
    assert answer(position(CHALLENGED), "east", seed) == {"type": "challenge"}


@pytest.mark.parametrize("hand", ["east-loyalty", "maeda-plain"])
def test_ashigaru_does_not_challenge_a_card_it_has_seen(seed: int, hand: str) -> None:
    """How it passes does not show whether it could have."""
    shown = 'west.hand = "ukita-plain"\nwest.shown = "ukita-plain"\n'
    table = position(shown + CHALLENGED.replace("east-loyalty", hand))
    assert answer(table, "east", seed) == {"type": "pass"}


# ---- losing


@pytest.mark.rule("8.7.2")
def test_ashigaru_loses_deployed_blocks_first_and_its_leader_last(seed: int) -> None:
    table = position("""
        pending = "losses east 3"
        east.at.gifu = "ieyasu, tokugawa-three-mon x2, tokugawa-two-mon, fukushima-cavalry"
        west.at.gifu = "ukita-two-mon x3"
        [combat]
        location = "gifu"
        east.deployed = "ieyasu, tokugawa-three-mon with tokugawa-plain, tokugawa-two-mon with tokugawa-plain"
        east.impact = 3
        west.impact = 15
    """)
    kinds = sorted(name.rstrip("-0123456789") for name in answer(table, "east", seed)["blocks"])
    assert kinds == ["ieyasu", "tokugawa-three-mon", "tokugawa-two-mon"]


def test_ashigaru_spares_its_leader_where_it_may(seed: int) -> None:
    table = position("""
        pending = "losses east 2"
        east.at.gifu = "ieyasu, tokugawa-three-mon x2, fukushima-cavalry"
        west.at.gifu = "ukita-two-mon x3"
        [combat]
        location = "gifu"
        west.impact = 8
    """)
    lost = answer(table, "east", seed)["blocks"]
    assert "ieyasu" not in lost
    assert "fukushima-cavalry-1" in lost


def test_a_weak_garrison_stays_inside(seed: int) -> None:
    table = position("""
        pending = "stance"
        east.at.gifu = "fukushima-three-mon x3, fukushima-two-mon x3"
        west.at.gifu = "ukita-two-mon, otani-two-mon"
        holder.gifu = "west"
        [combat]
        location = "gifu"
    """)
    assert answer(table, "west", seed) == {"type": "stance", "inside": True}


@pytest.mark.rule("8.8.4")
def test_a_beaten_army_leaves_a_guard_with_hideyori(seed: int) -> None:
    table = position("""
        pending = "retreat"
        east.at.osaka = "fukushima-three-mon x3, fukushima-two-mon x3"
        west.at.osaka = "ukita-two-mon x3, ukita-three-mon"
        holder.osaka = "west"
        [combat]
        location = "osaka"
        owner = "west"
        east.impact = 9
        west.impact = 4
    """)
    assert len(answer(table, "west", seed)["stay"]) == 2
