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
@pytest.mark.parametrize(("stay", "left"), [(1, 1), (2, 2)])
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


BEATEN_AT_GIFU = """
    active = "east"
    pending = "beat-retreat"
    east.at.gifu = "tokugawa-two-mon x3"
    west.at.gifu = "{west}"
    {rest}

    [combat]
    location = "gifu"
    owner = "west"
    east.impact = 5
"""


@pytest.mark.rule("8.8.4")
def test_a_castle_is_given_up_only_by_the_player() -> None:
    """With nobody to stay the player is asked; where somebody shall stay and all are daimyo, one does."""
    asked = ordered(
        BEATEN_AT_GIFU.format(west="ukita-two-mon x3", rest=""), "west", retreat={"toward": "osaka"}
    )
    assert asked.table.pending == [("west", "retreat")]
    order = {"toward": "osaka", "stay": 1}
    kept = ordered(BEATEN_AT_GIFU.format(west="ukita-daimyo, otani-daimyo", rest=""), "west", retreat=order)
    assert kept.table.count("west", "gifu") == 1


@pytest.mark.rule("7.4.1")
def test_a_leader_does_not_retreat_to_where_he_can_be_overrun() -> None:
    """Kofu is nearer to Numazu, but eight blocks stand beside it; without a leader they go there."""
    beside = 'west.at.numazu = "mori-two-mon x2, ukita-two-mon x3, mori-three-mon, otani-two-mon x2"'
    order = {"places": {"suwa": ["kofu", "saku"]}}
    text = BEATEN.replace("west.at.suwa", f"{beside}\n    west.at.suwa")
    assert ordered(text, "east", retreat=order).table.count("east", "kofu") == 2
    led = text.replace('"tokugawa-two-mon x2"', '"ieyasu, tokugawa-two-mon"')
    assert ordered(led, "east", retreat=order).table.count("east", "saku") == 2


@pytest.mark.rule("8.7.2")
def test_a_leader_is_lost_last_whatever_the_order_says() -> None:
    text = """
        active = "west"
        east.at.suwa = "ieyasu, date-two-mon x2"
        west.at.suwa = "mori-two-mon x3"

        [combat]
        location = "suwa"
        west.impact = 7
        east.finished = true
        west.finished = true
    """
    fought = ordered(text, "east", losses={"clans": ["tokugawa"]})
    assert fought.table.blocks("east", "lost") == ["date-two-mon", "date-two-mon"]


@pytest.mark.rule("8.9.2")
@pytest.mark.parametrize(("west", "inside"), [("mori-two-mon x3", True), ("mori-two-mon", False)])
def test_a_leader_comes_out_of_his_castle_by_order_only_against_no_more_blocks(
    west: str, inside: bool
) -> None:
    text = f"""
        active = "west"
        pending = "fight-combats"
        east.at.edo = "ieyasu"
        west.at.edo = "{west}"
        west.hand = "mori-plain"
    """
    combat = ordered(text, "east", castles={"edo": "outside"}).table.view()["combat"]
    assert combat["siege"] is inside
