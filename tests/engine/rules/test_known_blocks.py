"""What everybody knows of blocks: how the knowledge travels and goes (R-28)."""

from collections.abc import Callable

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def known_to_west(p: Table, location: str) -> list[str]:
    """The kinds of East's blocks that West sees at a location; onlookers see the same."""
    seen = p.view("west")["locations"].get(location, {}).get("east", {})
    assert seen == p.view("public")["locations"].get(location, {}).get("east", {})
    assert "blocks" not in seen
    known: list[str] = seen.get("known", [])
    return known


def groups(*told: tuple[str, str]) -> Callable[[Table], object]:
    """A stack move out of Suwa: groups of blocks, each with its path."""
    rows = [{"blocks": blocks.split(", "), "path": path.split(" - ")} for blocks, path in told]
    return lambda p: p.play("east", "move", source="suwa", groups=rows)


@pytest.mark.rule("R-28")
@cases(
    "known move expected",
    ("all leave together: it goes along", "date-daimyo", groups(("all", "kofu")), {"kofu": ["date-daimyo"]}),
    ("others leave: it is dropped where he stays", "date-daimyo", groups(("date-two-mon x2", "kofu")), {}),
    ("he leaves: it is dropped where he goes", "date-daimyo", groups(("date-daimyo", "kofu")), {}),
    (
        "all leave, but on two roads",
        "date-daimyo",
        groups(("date-daimyo, date-two-mon", "kofu"), ("date-two-mon", "kiso")),
        {},
    ),
    (
        "all were known: kept on both sides",
        "date-daimyo, date-two-mon x2",
        groups(("date-two-mon", "kofu")),
        {"kofu": ["date-two-mon"], "suwa": ["date-daimyo", "date-two-mon"]},
    ),
    (
        "all were known: kept on three roads",
        "date-daimyo, date-two-mon x2",
        groups(("date-two-mon", "kofu"), ("date-daimyo", "kiso")),
        {"kofu": ["date-two-mon"], "kiso": ["date-daimyo"], "suwa": ["date-two-mon"]},
    ),
    (
        "dropped off on the way",
        "date-daimyo",
        groups(("date-two-mon x2", "kiso"), ("date-daimyo", "kiso - iwamura")),
        {},
    ),
)
def test_a_stack_that_parts(
    known: str, move: Callable[[Table], object], expected: dict[str, list[str]]
) -> None:
    """The Date daimyo and two two-mon blocks leave Suwa."""
    p = position(f'east.at.suwa = "date-daimyo, date-two-mon x2"\neast.known = "{known}"')
    move(p)
    found = {name: known_to_west(p, name) for name in ("suwa", "kofu", "kiso", "iwamura")}
    assert {name: kinds for name, kinds in found.items() if kinds} == expected


@pytest.mark.rule("R-28")
def test_a_known_block_stays_known_among_new_friends() -> None:
    """Alone and known, Ii joins three unknown blocks at Kofu; then one of them leaves, perhaps he."""
    p = position('east.at.suwa = "ii-naomasa"\neast.at.kofu = "date-two-mon x3"\neast.known = "ii-naomasa"')
    p.march("east", "suwa", "kofu")
    assert known_to_west(p, "kofu") == ["ii-naomasa"]
    p.march("east", "kofu", "numazu", blocks="date-two-mon")
    assert known_to_west(p, "kofu") == known_to_west(p, "numazu") == []


@pytest.mark.rule("R-28", "8.8.4")
@cases(
    "known stay expected",
    ("all go: it goes along", "ieyasu", "", {"okazaki": [], "hamamatsu": ["ieyasu"]}),
    ("the castle keeps one", "ieyasu", "ieyasu", {"okazaki": [], "hamamatsu": []}),
    ("all were known", "all", "ieyasu", {"okazaki": ["ieyasu"], "hamamatsu": ["date-two-mon"] * 2}),
)
def test_a_retreat_that_leaves_some_in_the_castle(
    known: str, stay: str, expected: dict[str, list[str]]
) -> None:
    p = position(
        f"""
        pending = "retreat"
        active = "west"
        east.at.okazaki = "ieyasu, date-two-mon x2"
        east.known = "{known} at okazaki"
        west.at.okazaki = "mori-two-mon x4"
        west.came_from.kiyosu = "all at okazaki"
        [combat]
        location = "okazaki"
        west.impact = 3
        """
    )
    p.play("east", "retreat", to="hamamatsu", stay=[stay] if stay else [])
    assert {name: known_to_west(p, name) for name in expected} == expected
    [told] = p.told("west", "retreated")
    assert (told["count"], told["stayed"]) == (3 - bool(stay), int(bool(stay)))
    assert not {"blocks", "stay"} & set(told)
