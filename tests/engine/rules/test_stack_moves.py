"""Stack moves: who may leave, over which roads, and what is told of it [7.3.1]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

TWO_GROUPS = """
level = "limited"
east.at.sunpu = "tokugawa-two-mon x3, date-two-mon x2"
"""


@pytest.mark.rule("7.3.1")
def test_7_3_1_a_stack_moves_along_a_road() -> None:
    """Three blocks leave Sunpu for Numazu; the two others stay."""
    p = position(TWO_GROUPS)
    p.march("east", "sunpu", "numazu", blocks="tokugawa-two-mon x2, date-two-mon")
    assert p.blocks("east", "numazu") == ["date-two-mon", "tokugawa-two-mon", "tokugawa-two-mon"]
    assert p.blocks("east", "sunpu") == ["date-two-mon", "tokugawa-two-mon"]


@pytest.mark.rule("7.3.1")
@cases(
    "code source groups",
    ("no road leads there", "no-road", "sunpu", [["tokugawa-two-mon", ["edo"]]]),
    ("a place is not beside itself", "no-road", "sunpu", [["tokugawa-two-mon", ["sunpu"]]]),
    ("nowhere", "unknown-location", "sunpu", [["tokugawa-two-mon", ["nagoya"]]]),
    ("from nowhere", "unknown-location", "nagoya", [["tokugawa-two-mon", ["sunpu"]]]),
    ("not there", "block-not-available", "hakone", [["tokugawa-two-mon", ["edo"]]]),
    ("somebody elsewhere", "block-not-available", "sunpu", [["ieyasu", ["numazu"]]]),
    ("somebody else's", "unknown-block", "sunpu", [["mori-daimyo", ["numazu"]]]),
    ("a group of nobody", "empty-group", "sunpu", [[[], ["numazu"]]]),
    ("a group that goes nowhere", "empty-group", "sunpu", [["date-two-mon", []]]),
    ("no group at all", "empty-move", "sunpu", []),
    (
        "one block in two groups",
        "block-twice",
        "sunpu",
        [["date-two-mon-1", ["numazu"]], ["date-two-mon-1", ["hamamatsu"]]],
    ),
    ("one block twice", "block-twice", "sunpu", [[["date-two-mon-1"] * 2, ["numazu"]]]),
)
def test_7_3_1_what_is_no_move(code: str, source: str, groups: list[list[str | list[str]]]) -> None:
    """Moves of blocks that are not there, over roads that are not there, or of nobody."""
    p = position(TWO_GROUPS + 'east.at.edo = "ieyasu"\nwest.at.osaka = "mori-daimyo"')
    named = [{"blocks": [b] if isinstance(b, str) else b, "path": path} for b, path in groups]
    p.refuses("east", code, "move", source=source, groups=named)


@pytest.mark.rule("7.3.1", "R-37")
def test_r_37_blocks_left_behind_go_later() -> None:
    """Two leave Edo, then two others of the same stack: that is a second of the three stack moves."""
    p = position(TWO_GROUPS.replace("sunpu", "edo"))
    p.march("east", "edo", "oyama", blocks="tokugawa-two-mon x2")
    assert p.view()["movement"]["moves_left"] == 2
    p.march("east", "edo", "mito", blocks="date-two-mon x2")
    assert p.view()["movement"]["moves_left"] == 1
    assert p.blocks("east", "edo") == ["tokugawa-two-mon"]


@pytest.mark.rule("R-29", "7.3.1")
def test_r_29_no_road_left_ends_the_phase() -> None:
    """Moves are left, but both roads out of Sunpu are used and all others have moved: nothing is asked."""
    p = position(TWO_GROUPS + 'west.at.gifu = "ukita-two-mon"')
    p.march("east", "sunpu", "numazu", blocks="tokugawa-two-mon x2")
    assert p.pending == [("east", "movement")]
    p.march("east", "sunpu", "hamamatsu", blocks="date-two-mon x2")
    assert p.pending == [("west", "level")]


@pytest.mark.rule("R-37", "7.1")
def test_r_37_at_minimal_movement_the_rest_stays() -> None:
    """One stack move is all: nobody is asked whether the rest of the stack wants to go too."""
    p = position(TWO_GROUPS.replace("limited", "minimal") + 'west.at.gifu = "ukita-two-mon"')
    p.march("east", "sunpu", "numazu", blocks="tokugawa-two-mon x2")
    assert p.count("east", "sunpu") == 3
    assert p.pending == [("west", "level")]


@pytest.mark.rule("7.3.1")
def test_7_3_1_no_block_moves_twice() -> None:
    """A block has gone to Numazu, where another one waits: only the one that waited may go on."""
    p = position('east.at.sunpu = "tokugawa-two-mon"\neast.at.numazu = "date-two-mon"')
    p.march("east", "sunpu", "numazu")
    p.march_refused("east", "block-already-moved", "numazu", "hakone", blocks="tokugawa-two-mon")
    p.march_refused(
        "east", "block-already-moved", "numazu", "hakone", blocks="tokugawa-two-mon, date-two-mon"
    )
    route = (p.options("east") or {})["answers"][0]
    assert [(row["source"], row["blocks"]) for row in route["sources"]] == [("numazu", ["date-two-mon-1"])]
    p.march("east", "numazu", "hakone", blocks="date-two-mon")
    assert p.blocks("east", "numazu") == ["tokugawa-two-mon"]


@pytest.mark.rule("7.3.1")
def test_7_3_1_nobody_is_picked_up_on_the_way() -> None:
    """Ieyasu's men pass through Oshi, where a friend stands: the friend stays there."""
    p = position('east.at.edo = "ieyasu, tokugawa-two-mon"\neast.at.oshi = "date-two-mon"')
    p.refuses(
        "east",
        "block-not-available",
        "move",
        source="edo",
        groups=[{"blocks": ["tokugawa-two-mon", "date-two-mon"], "path": ["oshi", "takasaki"]}],
    )
    p.march("east", "edo", "oshi", "takasaki", blocks="tokugawa-two-mon")
    assert p.blocks("east", "oshi") == ["date-two-mon"]
    assert p.blocks("east", "takasaki") == ["tokugawa-two-mon"]
    assert p.told("east")[0]["groups"] == [{"count": 1, "path": ["oshi", "takasaki"]}]


@pytest.mark.rule("7.3.1")
def test_7_3_1_a_road_serves_once_a_phase() -> None:
    """The road Edo to Oyama has been used: neither a second stack nor one the other way may use it."""
    p = position("""
        [east.at]
        edo = "tokugawa-two-mon x2"
        oyama = "date-two-mon"
        sunpu = "maeda-two-mon"
    """)
    p.march("east", "edo", "oyama", blocks="tokugawa-two-mon")
    again = p.march_refused("east", "road-used", "edo", "oyama", blocks="tokugawa-two-mon")
    assert (again.rule, again.parameters) == ("7.3.1", {"start": "edo", "end": "oyama"})
    p.march_refused("east", "road-used", "oyama", "edo", blocks="date-two-mon")
    assert p.view("west")["movement"]["roads_used"] == [["edo", "oyama"]]
    rows = (p.options("east") or {})["answers"][0]["sources"]
    assert "oyama" not in {
        row["to"] for source in rows for row in source["reach"] if source["source"] == "edo"
    }


@pytest.mark.rule("7.3.1")
def test_7_3_1_a_road_in_the_middle_of_a_path_counts() -> None:
    """A path that begins on a free road but goes on over a used one is refused whole."""
    p = position("""
        roads_used = "oshi - takasaki"
        east.at.edo = "tokugawa-two-mon"
    """)
    p.march_refused("east", "road-used", "edo", "oshi", "takasaki")
    p.march("east", "edo", "oshi")


@pytest.mark.rule("7.3.1")
def test_7_3_1_a_stack_does_not_go_back_over_its_own_road() -> None:
    """There and back again needs the same road twice."""
    p = position('east.at.edo = "tokugawa-two-mon"')
    p.march_refused("east", "road-used", "edo", "oshi", "edo")


@pytest.mark.rule("7.3.1")
def test_7_3_1_roads_are_free_again_in_the_next_phase() -> None:
    """East used Edo to Oyama in its phase; West may use it in its own, in the same turn."""
    p = position("""
        level = "minimal"
        east.at.edo = "tokugawa-two-mon x2"
        west.at.utsunomiya = "ukita-daimyo, ukita-two-mon"
    """)
    p.march("east", "edo", "oyama", blocks="tokugawa-two-mon")
    p.play("west", "level", level="minimal")
    assert p.view()["movement"]["roads_used"] == []
    p.march("west", "utsunomiya", "oyama")
    assert p.count("west", "oyama") == 2


@pytest.mark.rule("7.3.1", "6.4")
def test_7_3_1_who_moved_in_turn_a_moves_again_in_turn_b() -> None:
    """A block moves once a turn, not once a week."""
    p = position('level = "minimal"\neast.at.edo = "tokugawa-two-mon"\nwest.at.gifu = "ukita-two-mon"')
    p.march("east", "edo", "oyama")
    p.play("west", "level", level="none")
    assert p.pending == [("east", "level")]
    p.play("east", "level", level="minimal")
    p.march("east", "oyama", "utsunomiya")
    assert p.blocks("east", "utsunomiya") == ["tokugawa-two-mon"]


@pytest.mark.rule("R-38")
def test_r_38_an_illegal_move_spends_and_reveals_nothing() -> None:
    """The second group's path is too long: nothing of the whole move happens, no card, no leader, no road."""
    p = position("""
        east.at.sunpu = "ieyasu, tokugawa-two-mon x3"
        east.hand = "date-plain"
        west.at.gifu = "ukita-two-mon"
    """)
    before = p.view("west")
    p.refuses(
        "east",
        "too-far",
        "move",
        source="sunpu",
        leader="ieyasu",
        groups=[
            {"blocks": ["tokugawa-two-mon"], "path": ["numazu", "kofu", "suwa"], "force_march": "date-plain"},
            {"blocks": ["tokugawa-two-mon"], "path": ["hamamatsu", "okazaki", "kiyosu", "gifu"]},
        ],
    )
    assert p.view("west") == before
    assert p.hand("east") == ["date-plain"]
    assert p.known("east", "sunpu") == []


@pytest.mark.rule("R-38")
@pytest.mark.parametrize("hidden", ["tokugawa-two-mon x3", "ieyasu, tokugawa-cavalry, ii-naomasa"])
def test_r_38_the_enemy_learns_numbers_only(hidden: str) -> None:
    """Whoever the three blocks at Sunpu are, West sees and is told the same of two of them leaving."""
    p = position(f'east.at.sunpu = "{hidden}"\nwest.at.gifu = "ukita-two-mon"')
    plain = position('east.at.sunpu = "date-two-mon x3"\nwest.at.gifu = "ukita-two-mon"')
    p.march("east", "sunpu", "numazu", "hakone", blocks=p.ids("east", "sunpu")[:2])
    plain.march("east", "sunpu", "numazu", "hakone", blocks=plain.ids("east", "sunpu")[:2])
    for viewer in ("west", "public"):
        assert p.told(viewer) == plain.told(viewer)
        assert p.view(viewer) == plain.view(viewer)
    assert p.told("west")[0] == {
        "event": "stack-moved",
        "side": "east",
        "source": "sunpu",
        "groups": [{"count": 2, "path": ["numazu", "hakone"]}],
        "force_marches": [],
        "leader": None,
    }
    assert p.told("east")[0]["blocks"] == [p.ids("east", "hakone")]
