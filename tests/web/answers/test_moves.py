"""Stack moves: every legal move can be built step by step, and no input is lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest
from django.http import QueryDict

from games.engine import Ruleset, actions
from games.engine.actions import Group, Move
from games.engine.rules.route import Route
from games.web.answers import Incomplete
from tests.engine.golden.recording import names
from tests.kit.positions import Table, position, under
from tests.web.answers.filling import Reader, settled
from tests.web.answers.page import Page
from tests.web.answers.positions import Asked, asked, reader_at

EDO = """
    level = "limited"
    east.at.edo = "ieyasu, tokugawa-two-mon x3, date-three-mon"
    east.hand = "tokugawa-plain, date-special"
    west.at.gifu = "otani-two-mon"
"""


@pytest.fixture(scope="module")
def movements() -> list[Asked]:
    """Some movement decisions of some games of every edition."""
    found = []
    for name in names()[::4]:
        found += [each for each in asked(name) if each.options.decision == "movement"][5::25]
    return found


def trails(rules: Ruleset, source: str) -> Iterator[tuple[str, ...]]:
    """All ways of one to four roads, none twice, with no regard to anything."""
    ends: dict[str, list[str]] = {}
    for road in rules.edition.roads:
        ends.setdefault(road.a, []).append(road.b)
        ends.setdefault(road.b, []).append(road.a)
    edge: list[tuple[str, ...]] = [(source,)]
    for _ in range(4):
        edge = [
            (*trail, end)
            for trail in edge
            for end in ends[trail[-1]]
            if {trail[-1], end} not in [set(pair) for pair in pairwise(trail)]
        ]
        yield from (trail[1:] for trail in edge)


def legal(each: Asked, source: str, blocks: list[str], leaders: list[str], path: tuple[str, ...]) -> bool:
    """Whether a group of any size can go there at any price."""
    held = each.rules.components.card_ids(each.side, each.state.hand[each.side])
    for size, card, leader in product(range(1, len(blocks) + 1), [None, *held[:1]], [None, *leaders[:1]]):
        if Move(source, (Group(tuple(blocks[:size]), path, card),), leader) in each.options:
            return True
    return False


def test_the_form_offers_every_way_that_some_group_can_go(movements: list[Asked]) -> None:
    tried = 0
    for each in movements:
        reader = each.reader()
        for row in (row for shape in reader.options["answers"] for row in shape.get("sources", ())):
            offered = set(reader.page(reader.page().follow(**{"from": row["source"]})).values("path"))
            listed = {"/".join(way["path"]) for way in row["reach"]}
            assert listed <= offered
            for path in trails(each.rules, row["source"]):
                is_legal = legal(each, row["source"], row["blocks"], row["leaders"], path)
                assert is_legal == ("/".join(path) in listed), f"from {row['source']}: {path}"
                tried += is_legal
    assert tried > 1_000, "hardly any way was tried"


def test_every_move_the_engine_makes_up_can_be_filled_in(movements: list[Asked]) -> None:
    random = Random("marches")
    groups = set()
    for each in movements:
        routes = [shape for shape in each.options.shapes if isinstance(shape, Route)]
        for move in [route.sample(random) for route in routes for _ in range(3)]:
            assert isinstance(move, Move)
            assert settled(each.reader().answer(move)) == settled(move)
            groups.add((len(move.groups), move.leader is not None))
    assert groups == {(1, False), (1, True), (2, False), (2, True)}


def march(table: Table, *moves: tuple[tuple[str, ...], str]) -> Page:
    """The page from Edo with some groups added."""
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "edo"}))
    for blocks, path in moves:
        page.tick("blocks", *blocks)
        page.choose("path", path)
        page = added(reader, page)
    return page


def added(reader: Reader, page: Page) -> Page:
    data = page.press("add-group")
    assert reader.send(data) is None
    return reader.page(data)


def test_a_stack_that_drops_blocks_off_is_put_together_group_by_group() -> None:
    table = position(EDO)
    page = march(table, (("tokugawa-two-mon-1",), "oshi"), (("tokugawa-two-mon-2",), "mito"))
    assert "Tokugawa two-mon to Oshi" in page.text
    assert page.values("blocks") == ["ieyasu", "tokugawa-two-mon-3", "date-three-mon-1"]
    assert page.chosen("blocks") == page.chosen("path") == []
    page.tick("blocks", "date-three-mon-1")
    page.choose("path", "oshi/takasaki")
    move = reader_at(table, "east").send(page.press("move"))
    assert move == Move(
        "edo",
        (
            Group(("tokugawa-two-mon-1",), ("oshi",)),
            Group(("tokugawa-two-mon-2",), ("mito",)),
            Group(("date-three-mon-1",), ("oshi", "takasaki")),
        ),
    )
    assert move in (table.offered("east") or ())


def test_the_groups_so_far_are_a_move_where_nothing_more_is_filled_in() -> None:
    table = position(EDO)
    page = march(table, (("tokugawa-two-mon-1",), "oshi"))
    move = reader_at(table, "east").send(page.press("move"))
    assert move == Move("edo", (Group(("tokugawa-two-mon-1",), ("oshi",)),))


def test_a_group_is_removed_and_what_is_filled_in_beside_it_stays() -> None:
    table = position(EDO)
    reader = reader_at(table, "east")
    page = march(table, (("tokugawa-two-mon-1",), "oshi"), (("tokugawa-two-mon-2",), "mito"))
    page.tick("blocks", "ieyasu")
    page.choose("path", "oyama")
    data = page.press("remove-group-1")
    assert reader.send(data) is None
    page = reader.page(data)
    assert len(page.values("group")) == 1
    assert "to Mito" in page.text
    assert "tokugawa-two-mon-1" in page.values("blocks")
    assert (page.chosen("blocks"), page.chosen("path")) == (["ieyasu"], ["oyama"])


def test_the_last_block_of_a_stack_leaves_nothing_to_choose_but_to_move() -> None:
    table = position('level = "limited"\neast.at.edo = "date-two-mon"')
    page = march(table)
    assert page.chosen("blocks") == ["date-two-mon-1"]
    assert "add-group" not in page.values("do")
    two = position('level = "limited"\neast.at.edo = "date-two-mon x2"')
    page = march(two, (("date-two-mon-1",), "oshi"), (("date-two-mon-2",), "mito"))
    assert page.values("blocks") == page.values("path") == []
    move = reader_at(two, "east").send(page.press("move"))
    assert isinstance(move, Move)
    assert len(move.groups) == 2


def test_a_leader_stays_chosen_and_a_card_is_not_offered_twice() -> None:
    table = position("""
        level = "limited"
        east.at.oyama = "date-daimyo, maeda-daimyo, date-two-mon x3"
        east.hand = "tokugawa-plain"
    """)
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "oyama"}))
    assert page.values("leader") == ["", "maeda-daimyo", "date-daimyo"]
    page.choose("leader", "maeda-daimyo")
    page.tick("blocks", "date-two-mon-1")
    page.choose("path", "edo/mito")
    page.choose("force-march", "tokugawa-plain")
    page = added(reader, page)
    assert page.chosen("leader") == ["maeda-daimyo"]
    assert page.values("force-march") == []
    assert "force march for a plain card of the Tokugawa" in page.text


def test_a_refused_move_comes_back_as_it_was_filled_in() -> None:
    """The engine says what is wrong with it; the form keeps groups, blocks, way and prices."""
    table = position(EDO)
    page = march(table, (("tokugawa-two-mon-1",), "oshi"))
    page.tick("blocks", "ieyasu", "date-three-mon-1")
    page.choose("path", "oyama")
    page.choose("force-march", "date-special")
    data = page.press("move")
    reader = reader_at(table, "east")
    move = reader.send(data)
    assert move is not None
    table.refuses("east", "force-march-not-needed", **_fields(move))
    again = reader.page(data)
    assert again.values("group") == page.values("group")
    assert again.chosen("blocks") == ["ieyasu", "date-three-mon-1"]
    assert (again.chosen("path"), again.chosen("force-march")) == (["oyama"], ["date-special"])


def _fields(move: actions.Action) -> dict[str, object]:
    assert isinstance(move, Move)
    return {
        "type": "move",
        "source": move.source,
        "groups": [
            {"blocks": list(group.blocks), "path": list(group.path), "force_march": group.force_march}
            for group in move.groups
        ],
    }


def test_groups_may_overrun_together_what_none_could_alone() -> None:
    """Four go on the same road and part behind the enemy: no row lists that for two."""
    table = position("""
        level = "limited"
        east.at.edo = "tokugawa-two-mon x4"
        west.at.oyama = "otani-two-mon"
    """)
    move = Move(
        "edo",
        (
            Group(("tokugawa-two-mon-1", "tokugawa-two-mon-2"), ("oyama",)),
            Group(("tokugawa-two-mon-3", "tokugawa-two-mon-4"), ("oyama", "utsunomiya")),
        ),
    )
    assert move in (table.offered("east") or ())
    assert reader_at(table, "east").answer(move) == move


@pytest.mark.parametrize(
    ("used", "offered"), [("", ["oyama/utsunomiya"]), ('roads_used = "oyama - utsunomiya"', [])]
)
def test_other_ways_lead_past_enemies_by_roads_that_are_free(used: str, offered: list[str]) -> None:
    table = position(f"""
        level = "limited"
        east.at.edo = "tokugawa-two-mon x4, date-two-mon x4"
        west.at.oyama = "otani-two-mon x2"
        {used}
    """)
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "edo"}))
    assert [way for way in page.values("path") if way.startswith("oyama/")] == offered
    assert ("Other ways" in page.text) == bool(offered)


def test_ways_say_who_stands_there_what_they_cost_and_what_comes_of_them() -> None:
    table = position("""
        level = "limited"
        east.at.oyama = "date-daimyo, date-two-mon x4, date-three-mon"
        east.at.edo = "tokugawa-cavalry"
        east.hand = "tokugawa-plain"
        west.at.utsunomiya = "otani-two-mon"
    """)
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "oyama"}))
    texts = {option.value: " ".join(option.text.split()) for option in page.options("path")}
    price = "Up to 4 blocks: free; 5 blocks or more: with a leader or a force march."
    assert texts["edo"] == f"Edo Castle of East, resource location of East, 1 block of yours. {price}"
    assert texts["utsunomiya"] == (
        f"Utsunomiya 1 block of theirs. {price} Up to 3 blocks: a fight; 4 blocks or more: you overrun them."
    )
    assert texts["edo/mito"] == (
        "Mito, by Edo Up to 4 blocks: with a leader or a force march; "
        "5 blocks or more: with a leader and a force march."
    )


def test_a_destination_shows_what_is_there_and_not_which_blocks_are_hidden() -> None:
    table = position("""
        level = "limited"
        east.at.kiyosu = "tokugawa-two-mon"
        west.at.gifu = "ukita-two-mon x2, kobayakawa-hideaki"
        west.at.okazaki = "mori-two-mon"
    """)
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "kiyosu"}))
    texts = {option.value: " ".join(option.text.split()) for option in page.options("path")}
    assert "Castle of West, 3 blocks of theirs." in texts["gifu"]
    for hidden in ("Ukita", "Kobayakawa", "Mori"):
        assert hidden not in str(texts)


def test_all_who_are_left_go_with_one_tick() -> None:
    table = position("""
        level = "limited"
        east.at.edo = "tokugawa-two-mon x4, ieyasu, date-two-mon"
        east.hand = "tokugawa-plain"
    """)
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "edo"}))
    everybody = page.values("blocks")[1:]
    page.tick("blocks", "date-two-mon-1")
    page.choose("path", "oshi")
    page = added(reader, page)
    assert "All 5 of them" in page.text
    page.tick("blocks", "all")
    page.choose("path", "mito")
    first, rest = Group(("date-two-mon-1",), ("oshi",)), set(everybody) - {"date-two-mon-1"}
    move = reader.send(page.press("move"))
    assert isinstance(move, Move)
    assert (move.groups[0], set(move.groups[1].blocks), move.groups[1].path) == (first, rest, ("mito",))
    assert len(move.groups[1].blocks) == 5


def test_a_few_are_ticked_one_by_one_and_many_stand_beside_each_other() -> None:
    for blocks, are_tiles, are_many in (
        ("x2", False, False),
        ("x4", True, False),
        ("x4, date-two-mon x3", True, True),
    ):
        table = position(f'level = "limited"\neast.at.edo = "tokugawa-two-mon {blocks}"')
        reader = reader_at(table, "east")
        page = reader.page(reader.page().follow(**{"from": "edo"}))
        assert ("all" in page.values("blocks")) == are_many
        assert page.has("fieldset", "class") == are_tiles


def test_a_place_nobody_can_leave_is_said_to_be_none() -> None:
    table = position(EDO)
    reader = reader_at(table, "east")
    page = reader.page(QueryDict("as=east&from=kyoto"))
    assert "No stack of yours can move from there now" in page.text
    assert page.follow(**{"from": "edo"})["as"] == "east"


@pytest.mark.parametrize(
    ("blocks", "path", "sentences"),
    [
        ((), "", ["Choose the blocks that go.", "Choose where they go."]),
        (("ieyasu",), "", ["Choose where they go."]),
        ((), "oshi", ["Choose the blocks that go."]),
    ],
)
@pytest.mark.parametrize("button", ["move", "add-group"])
def test_an_incomplete_group_says_what_is_missing(
    button: str, blocks: tuple[str, ...], path: str, sentences: list[str]
) -> None:
    table = position(EDO)
    page = march(table)
    page.tick("blocks", *blocks)
    if path:
        page.choose("path", path)
    reader = reader_at(table, "east")
    data = page.press(button)
    with pytest.raises(Incomplete) as caught:
        reader.send(data)
    assert caught.value.sentences == sentences
    again = reader.page(data)
    assert again.chosen("blocks") == list(blocks)
    assert again.chosen("path") == ([path] if path else [])
    assert again.values("group") == []


@pytest.mark.parametrize(("level", "is_last"), [("minimal", True), ("limited", False), ("total", False)])
def test_before_the_last_move_one_is_told_that_it_ends_the_phase(level: str, *, is_last: bool) -> None:
    table = position(f"""
        level = "{level}"
        east.at.edo = "ieyasu, tokugawa-two-mon x2"
        east.recruitment = "tokugawa-two-mon"
    """)
    muster = reader_at(table, "east").page().text
    move = reader_at(table, "east").page(QueryDict("from=edo")).text
    assert [text.count("It is your last: with it the phase ends") for text in (muster, move)] == [is_last] * 2


@pytest.mark.rule("R-10")
@pytest.mark.flag("leader_shown", True)
@pytest.mark.flag("leader_shown", False)
@pytest.mark.parametrize(
    ("edition", "hint"), [("kessen", "who."), ("manual", "that one leads, and not who.")]
)
def test_form_says_what_the_other_side_learns_of_a_leader(edition: str, hint: str) -> None:
    table = under(edition, 'east.at.oyama = "ieyasu, tokugawa-two-mon"\nwest.at.gifu = "otani-two-mon"')
    reader = reader_at(table, "east")
    page = reader.page(reader.page().follow(**{"from": "oyama"}))
    assert f"The other side sees {hint}" in page.text
