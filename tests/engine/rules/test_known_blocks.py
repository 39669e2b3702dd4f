"""What everybody knows of blocks: how the knowledge comes, travels and goes (R-28)."""

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


# ---- how it comes


@pytest.mark.rule("R-28", "7.2")
def test_an_open_muster_shows_its_blocks_and_a_hidden_one_does_not() -> None:
    text = 'east.recruitment = "date-daimyo, date-two-mon x2"\neast.at.aoba = "date-cavalry"'
    p = position(text)
    told = p.play("east", "muster", location="aoba", blocks="date-two-mon x2", openly=True)
    assert known_to_west(p, "aoba") == ["date-two-mon", "date-two-mon"]
    assert p.told("west", "mustered")[0]["kinds"] == ["date-two-mon", "date-two-mon"]
    assert told[0]["event"] == "mustered"
    q = position(text)
    q.play("east", "muster", location="aoba", blocks="date-daimyo")
    assert known_to_west(q, "aoba") == []
    assert q.told("west", "mustered") == [
        {"event": "mustered", "side": "east", "location": "aoba", "count": 1, "openly": False, "kinds": []}
    ]
    assert q.told("east", "mustered")[0]["blocks"] == ["date-daimyo"]


@pytest.mark.rule("R-28", "8.2.1")
def test_a_deployed_block_stays_known_when_it_is_concealed_again() -> None:
    """Ieyasu fights at Suwa and wins; the block beside him, who did not, is not known."""
    p = position(
        """
        pending = "deploy"
        east.at.suwa = "ieyasu, date-two-mon"
        west.at.suwa = "mori-two-mon"
        [combat]
        location = "suwa"
        """
    )
    p.play("east", "deploy", blocks="ieyasu")
    assert known_to_west(p, "suwa") == ["ieyasu"]
    while p.view()["combat"] is not None:
        p.play(p.pending[0][0], "finish")
    assert known_to_west(p, "suwa") == ["ieyasu"]


@pytest.mark.rule("R-28", "9.3")
def test_mori_blocks_are_known_where_they_arrive() -> None:
    p = position(
        """
        active = "west"
        west.at.osaka = "ukita-two-mon"
        west.mori_box = "mori-daimyo, mori-cavalry"
        west.hand = "otani-plain"
        """
    )
    p.play("west", "mori", card="otani-plain", blocks="mori-cavalry")
    seen = p.view("east")
    assert seen["locations"]["osaka"]["west"]["known"] == ["mori-cavalry"]
    assert seen["mori_box"] == ["mori-daimyo"]


LED = """
    east.at.kiyosu = "fukushima-daimyo, fukushima-two-mon x2"
"""


@pytest.mark.rule("R-28", "7.3.4")
def test_a_daimyo_named_for_leadership_is_known_and_takes_the_knowledge_along() -> None:
    """Fukushima leads his whole stack through Gifu to Iwamura; his companions stay unknown."""
    p = position(LED)
    p.march("east", "kiyosu", "gifu", "iwamura", leader="fukushima-daimyo")
    assert p.told("west", "stack-moved")[0]["leader"] == "fukushima-daimyo"
    assert known_to_west(p, "iwamura") == ["fukushima-daimyo"]


@pytest.mark.rule("R-28")
def test_a_named_leader_is_unknown_again_once_his_stack_parts() -> None:
    """He was named, but who of the three went to Iwamura and who stayed only East knows."""
    for blocks in ("fukushima-daimyo", "fukushima-two-mon", "fukushima-two-mon x2"):
        p = position(LED)
        p.march("east", "kiyosu", "gifu", "iwamura", blocks=blocks, leader="fukushima-daimyo")
        assert p.told("west", "stack-moved")[0]["leader"] == "fukushima-daimyo"
        assert known_to_west(p, "iwamura") == known_to_west(p, "kiyosu") == []


# ---- how it travels and goes


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


@pytest.mark.rule("R-28")
def test_passing_through_friends_is_not_parting_from_them() -> None:
    """A known block marches from Saku through Suwa, where a known and an unknown friend stand, to Kiso."""
    p = position(
        """
        east.at.saku = "ii-naomasa"
        east.at.suwa = "kuroda-nagamasa, date-two-mon"
        east.known = "ii-naomasa, kuroda-nagamasa"
        """
    )
    p.march("east", "saku", "suwa", "kiso")
    assert known_to_west(p, "kiso") == ["ii-naomasa"]
    assert known_to_west(p, "suwa") == ["kuroda-nagamasa"]


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


@pytest.mark.rule("R-28", "8.7.3")
def test_lost_blocks_are_known_for_good() -> None:
    """Overrun at Kofu, they lie beside the board for all to see, also weeks later."""
    p = position('active = "west"\neast.at.kofu = "ii-naomasa"\nwest.at.suwa = "mori-two-mon x4"')
    p.march("west", "suwa", "kofu")
    assert p.told("west", "overrun")[0]["kinds"] == ["ii-naomasa"]
    assert p.view("west")["sides"]["east"]["lost"] == ["ii-naomasa"]
    later = position('pending = "begin-week"\nweek = 7\neast.lost = "ii-naomasa, date-two-mon x2"')
    assert later.view()["sides"]["east"]["lost"] == ["date-two-mon", "date-two-mon", "ii-naomasa"]
