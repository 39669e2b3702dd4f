"""Preferences: what to lose, where to retreat, and whether to stay in a castle."""

from typing import Any

import pytest

from tests.kit.ordering import Ordered
from tests.kit.positions import position


def ordered(text: str, side: str, **orders: Any) -> Ordered:
    fought = Ordered(position(text))
    fought.give(side, **orders)
    return fought


LOSING = """
    active = "east"
    east.at.suwa = "tokugawa-two-mon x6"
    west.at.suwa = "mori-three-mon, mori-two-mon, ukita-two-mon x2, ishida-mitsunari"

    [combat]
    location = "suwa"
    east.impact = 7
    east.finished = true
    west.finished = true
"""


@pytest.mark.rule("8.7.2")
@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        ({}, ["mori-two-mon", "ukita-two-mon"]),
        ({"clans": ["ukita"]}, ["ukita-two-mon", "ukita-two-mon"]),
        ({"clans": ["mori", "ukita"]}, ["mori-three-mon", "mori-two-mon"]),
    ],
)
def test_the_weakest_of_the_clans_named_first_are_lost(losses: dict[str, Any], expected: list[str]) -> None:
    text = LOSING
    fought = ordered(text, "west", losses=losses)
    assert fought.table.blocks("west", "lost") == expected
    assert fought.did[0] == ("west", "losses", "losses")


def test_without_a_preference_the_player_is_asked() -> None:
    text = LOSING
    assert ordered(text, "west").table.pending == [("west", "losses")]


BEATEN = """
    active = "east"
    pending = "beat-retreat"
    east.at.suwa = "tokugawa-two-mon x2"
    west.at.suwa = "mori-two-mon x2"

    [combat]
    location = "suwa"
    west.impact = 5
"""


@pytest.mark.rule("8.8.2")
@pytest.mark.parametrize(
    ("retreat", "expected"),
    [
        ({"places": {"suwa": ["edo", "saku", "kofu"]}}, "saku"),
        ({"toward": "numazu"}, "kofu"),
        ({"places": {"suwa": ["kiso"]}, "toward": "edo"}, "kiso"),
        ({"places": {"gifu": ["kiso"]}}, None),
    ],
)
def test_the_first_place_that_is_allowed_or_the_way_toward_one(
    retreat: dict[str, Any], expected: str | None
) -> None:
    fought = ordered(BEATEN, "east", retreat=retreat)
    if expected is None:
        assert fought.table.pending == [("east", "retreat")]
    else:
        assert fought.table.count("east", expected) == 2


@pytest.mark.rule("8.8.4")
@pytest.mark.parametrize(("stay", "left"), [(0, 0), (1, 1), (2, 2)])
def test_the_weakest_stay_in_a_castle_of_ones_own(stay: int, left: int) -> None:
    text = """
        active = "east"
        pending = "beat-retreat"
        east.at.gifu = "tokugawa-two-mon x2"
        west.at.gifu = "ukita-two-mon x2, mori-three-mon"

        [combat]
        location = "gifu"
        owner = "west"
        east.impact = 5
    """
    fought = ordered(text, "west", retreat={"toward": "osaka", "stay": stay})
    assert fought.table.count("west", "gifu") == left
    assert ("mori-three-mon" in fought.table.blocks("west", "gifu")) is False


@pytest.mark.rule("8.9.2")
@pytest.mark.parametrize(
    ("castles", "inside"),
    [({"gifu": "inside"}, True), ({"gifu": "outside"}, False), ({"osaka": "inside"}, None)],
)
def test_inside_or_outside_by_castle(castles: dict[str, str], inside: bool | None) -> None:
    text = """
        active = "east"
        pending = "fight-combats"
        east.at.gifu = "tokugawa-two-mon x3"
        east.hand = "tokugawa-plain"
        west.at.gifu = "ukita-two-mon x2"
    """
    fought = ordered(text, "west", castles=castles)
    combat = fought.table.view()["combat"]
    if inside is None:
        assert fought.table.pending == [("west", "stance")]
    else:
        assert combat["siege"] is inside
