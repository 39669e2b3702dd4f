"""How far blocks go: base movement, highways, force marches and the size of the group [7.3.3, 7.3.5]."""

from itertools import combinations

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

BY_ROAD = ("utsunomiya", "shirakawa", "nihonmatsu", "aoba", "soma")
BY_HIGHWAY = ("sunpu", "hamamatsu", "okazaki", "kiyosu", "kuwana", "minakuchi")
NO_DAIMYO = (
    "tokugawa-two-mon x6, tokugawa-three-mon x4, date-two-mon x4, date-three-mon x3, maeda-two-mon x4, "
    "maeda-three-mon x2"
)
# By size of the group: how far it goes with no bonus, one, two and three of them.
CHART = {
    1: (1, 2, 3, 4),
    4: (1, 2, 3, 4),
    5: (0, 1, 2, 3),
    8: (0, 1, 2, 3),
    9: (0, 0, 1, 2),
    12: (0, 0, 1, 2),
    13: (0, 0, 0, 1),
    16: (0, 0, 0, 1),
    17: (0, 0, 0, 0),
    20: (0, 0, 0, 0),
}
BONUSES = ("highway", "leadership", "force march")
ALL_BONUSES = [chosen for number in range(4) for chosen in combinations(BONUSES, number)]
CASES = [
    pytest.param(
        size, chosen, CHART[size][len(chosen)], id=f"{size} blocks, {' and '.join(chosen) or 'nothing'}"
    )
    for size in CHART
    for chosen in ALL_BONUSES
]


def army(source: str) -> Table:
    """Ieyasu and 23 others in a place that lends no leadership by itself."""
    return position(f"""
        east.at.{source} = "ieyasu, {NO_DAIMYO}"
        east.hand = "date-plain x2"
        west.at.himeji = "ukita-two-mon"
    """)


@pytest.mark.rule("7.3.3", "7.3.4", "7.3.5", "7.3.6")
@pytest.mark.parametrize(("size", "bonuses", "distance"), CASES)
def test_7_3_6_the_movement_chart(size: int, bonuses: tuple[str, ...], distance: int) -> None:
    """A group of that size with those bonuses goes just so far, and one location further is too far."""
    way = BY_HIGHWAY if "highway" in bonuses else BY_ROAD
    p = army(way[0])
    blocks = [block for block in p.ids("east", way[0]) if block != "ieyasu"][:size]
    leader = "ieyasu" if "leadership" in bonuses else None
    card = "date-plain" if "force march" in bonuses else None
    further = way[: distance + 2]
    p.march_refused("east", "too-far", *further, blocks=blocks, leader=leader, force_march=card)
    if distance:
        p.march("east", *further[:-1], blocks=blocks, leader=leader, force_march=card)
        assert p.count("east", further[-2]) == size
        assert p.hand("east") == ["date-plain"] * (1 if card else 2)


@pytest.mark.rule("7.3.3")
def test_7_3_3_one_stretch_of_road_spoils_the_highway() -> None:
    """Kofu to Suwa is no highway, Suwa to Saku is: the path is not all highway; nor is one that leaves it."""
    p = position('east.at.kofu = "tokugawa-two-mon"\neast.at.takasaki = "date-two-mon"')
    p.march_refused("east", "too-far", "kofu", "suwa", "saku")
    p.march_refused("east", "too-far", "takasaki", "saku", "ueda")
    p.march("east", "takasaki", "saku", "suwa")
    assert p.blocks("east", "suwa") == ["date-two-mon"]


@pytest.mark.rule("7.3.3")
def test_7_3_3_who_leaves_the_column_on_the_highway_was_on_it_all_the_way() -> None:
    """Led by Ieyasu, one block is dropped at Gifu after three stretches of highway; one turns off before."""
    p = position("""
        east.at.suwa = "ieyasu, tokugawa-two-mon, date-two-mon"
        west.at.himeji = "ukita-two-mon"
    """)
    highway = {"blocks": ["tokugawa-two-mon"], "path": ["kiso", "iwamura", "gifu"]}
    p.refuses(
        "east",
        "too-far",
        "move",
        source="suwa",
        leader="ieyasu",
        groups=[highway, {"blocks": ["date-two-mon"], "path": ["kiso", "iwamura", "gifu", "kiyosu"]}],
    )
    turning_off = {"blocks": ["date-two-mon"], "path": ["kiso", "matsumoto"]}
    p.play("east", "move", source="suwa", leader="ieyasu", groups=[highway, turning_off])
    assert p.blocks("east", "gifu") == ["tokugawa-two-mon"]
    assert p.blocks("east", "matsumoto") == ["date-two-mon"]


@pytest.mark.rule("7.3.5")
@cases(
    "size leader card rule",
    ("five, even one road", 5, None, None, "7.3.5"),
    ("nine with a leader", 9, "ieyasu", None, "7.3.5"),
    ("thirteen with both", 13, "ieyasu", "date-plain", "7.3.5"),
    ("five with a leader can go one", 5, "ieyasu", None, "7.3.3"),
    ("four can go one", 4, None, None, "7.3.3"),
)
def test_7_3_5_is_the_rule_where_even_one_road_is_too_far(
    size: int, leader: str | None, card: str | None, rule: str
) -> None:
    """To stop earlier helps those alone whom the length of the way keeps back [7.3.3]."""
    p = position("""
        east.at.oyama = "ieyasu, tokugawa-two-mon x6, tokugawa-three-mon x4, date-two-mon x4"
        east.hand = "date-plain"
        west.at.gifu = "ukita-two-mon"
    """)
    refusal = p.march_refused(
        "east",
        "too-far",
        "oyama",
        "utsunomiya",
        "shirakawa",
        "nihonmatsu",
        blocks=p.ids("east", "oyama")[:size],
        leader=leader,
        force_march=card,
    )
    assert refusal.rule == rule


@pytest.mark.rule("7.3.5")
@cases(
    "first second code",
    ("four travel together", 2, 2, None),
    ("five travel together, though two go on", 2, 3, "too-far"),
    ("five travel together, though one is dropped", 4, 1, "too-far"),
)
def test_7_3_5_the_largest_group_on_the_way_counts(first: int, second: int, code: str | None) -> None:
    """From Sunpu by highway: one group stops at Numazu, the other goes on to Hakone."""
    p = position('east.at.sunpu = "tokugawa-two-mon x6, date-two-mon"\nwest.at.gifu = "ukita-two-mon"')
    groups = [
        {"blocks": [f"tokugawa-two-mon x{first}"], "path": ["numazu", "hakone"]},
        {"blocks": [f"tokugawa-two-mon x{second}"], "path": ["numazu"]},
    ]
    if code:
        assert p.refuses("east", code, "move", source="sunpu", groups=groups).parameters["missing"] == 1
    else:
        p.play("east", "move", source="sunpu", groups=groups)
        assert (p.count("east", "hakone"), p.count("east", "numazu")) == (first, second)


@pytest.mark.rule("7.3.5")
def test_7_3_5_groups_that_part_at_the_source_do_not_weigh_on_each_other() -> None:
    """Eight leave Sunpu, four each way by highway: each group is of four and goes two locations."""
    p = position('east.at.sunpu = "tokugawa-two-mon x6, date-two-mon x2"\nwest.at.gifu = "ukita-two-mon"')
    groups = [
        {"blocks": ["tokugawa-two-mon x4"], "path": ["numazu", "hakone"]},
        {"blocks": ["tokugawa-two-mon x2", "date-two-mon x2"], "path": ["hamamatsu", "okazaki"]},
    ]
    p.play("east", "move", source="sunpu", groups=groups)
    assert (p.count("east", "hakone"), p.count("east", "okazaki")) == (4, 4)


@pytest.mark.rule("7.3.5")
def test_7_3_5_those_who_stay_or_stand_on_the_way_do_not_count() -> None:
    """Ten stand at Sunpu and six at Numazu; four that leave Sunpu pass them as a group of four."""
    p = position("""
        east.at.sunpu = "tokugawa-two-mon x6, tokugawa-three-mon x4"
        east.at.numazu = "date-two-mon x4, date-three-mon x2"
    """)
    p.march("east", "sunpu", "numazu", "hakone", blocks="tokugawa-two-mon x4")
    assert p.count("east", "hakone") == 4


@pytest.mark.rule("7.3.3")
def test_7_3_3_each_group_pays_for_its_own_force_march() -> None:
    """Two groups march one location too far each: two cards, shown to all; with one card it is refused."""
    p = position("""
        east.at.oyama = "tokugawa-two-mon x2"
        east.hand = "date-plain, east-loyalty, maeda-double"
        west.at.gifu = "ukita-two-mon"
    """)
    north = {"blocks": ["tokugawa-two-mon"], "path": ["utsunomiya", "shirakawa"], "force_march": "date-plain"}
    south = {"blocks": ["tokugawa-two-mon"], "path": ["edo", "mito"]}
    p.refuses("east", "too-far", "move", source="oyama", groups=[north, south])
    twice = {**south, "force_march": "date-plain"}
    p.refuses("east", "card-not-in-hand", "move", source="oyama", groups=[north, twice])
    p.play("east", "move", source="oyama", groups=[north, {**south, "force_march": "east-loyalty"}])
    assert p.told("west", "stack-moved")[0]["force_marches"] == ["date-plain", "east-loyalty"]
    assert p.hand("east") == ["maeda-double"]
    assert p.discards("east") == ["date-plain", "east-loyalty"]


@pytest.mark.rule("7.3.3", "R-09")
def test_7_3_3_a_force_march_is_for_blocks_that_start_and_finish_together() -> None:
    """Two columns share a road, then each goes one location too far: each needs its own card."""
    p = position("""
        east.at.oyama = "tokugawa-two-mon x2"
        east.hand = "date-plain x2"
        west.at.gifu = "ukita-two-mon"
    """)
    first = {"blocks": ["tokugawa-two-mon"], "path": ["edo", "mito"], "force_march": "date-plain"}
    second = {"blocks": ["tokugawa-two-mon"], "path": ["edo", "hakone"]}
    p.refuses("east", "too-far", "move", source="oyama", groups=[first, second])
    p.play("east", "move", source="oyama", groups=[first, {**second, "force_march": "date-plain"}])
    assert p.hand("east") == []


@pytest.mark.rule("7.3.3")
@cases(
    "source path code",
    ("base movement is enough", "oyama", ["utsunomiya"], "force-march-not-needed"),
    ("the highway is enough", "sunpu", ["numazu", "hakone"], "force-march-not-needed"),
    ("the castle leads", "edo", ["oyama", "utsunomiya"], "force-march-not-needed"),
    ("one location further", "oyama", ["utsunomiya", "shirakawa"], None),
)
def test_7_3_3_no_card_is_spent_for_nothing(source: str, path: list[str], code: str | None) -> None:
    """A force march is accepted only where the path needs it."""
    p = position(f"""
        east.at.{source} = "tokugawa-two-mon"
        east.hand = "date-plain"
        west.at.gifu = "ukita-two-mon"
    """)
    if code:
        assert p.march_refused("east", code, source, *path, force_march="date-plain").rule == "7.3.3"
    else:
        p.march("east", source, *path, force_march="date-plain")
        assert p.discards("east") == ["date-plain"]


@pytest.mark.rule("7.3.3")
def test_7_3_3_a_force_march_adds_one_location_only() -> None:
    """Two locations too far: no second card is of any use."""
    p = position('east.at.oyama = "tokugawa-two-mon"\neast.hand = "date-plain x2"')
    refusal = p.march_refused(
        "east", "too-far", "oyama", "utsunomiya", "shirakawa", "nihonmatsu", force_march="date-plain"
    )
    assert refusal.parameters["missing"] == 1


@pytest.mark.rule("7.3.3")
def test_7_3_3_the_card_must_be_in_the_hand() -> None:
    """A card East does not hold, and one that is no card of East's."""
    p = position('east.at.oyama = "tokugawa-two-mon"\neast.hand = "date-plain"')
    p.march_refused("east", "card-not-in-hand", "oyama", "utsunomiya", "shirakawa", force_march="maeda-plain")
    p.march_refused("east", "unknown-card", "oyama", "utsunomiya", "shirakawa", force_march="mori-plain")
