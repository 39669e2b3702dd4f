"""The summary of a position, from one viewer's knowledge."""

import pytest

from games import engine
from games.engine import NOBODY, SIDES
from games.engine.actions import Resign
from games.engine.side import LABELS
from games.rulebook.editions import ruleset
from games.story import PHASES, Holdings, Names, Stack, moment, situation, stacks
from tests.kit import random_play
from tests.kit.positions import Table, position, under

KESSEN = ruleset("kessen")
NAMES = Names(KESSEN)


def field() -> Table:
    """East is about to move; it knows one of the two blocks West has at Gifu."""
    return position(
        """
        week = 3
        turn = "B"
        east.at.edo = "ieyasu, tokugawa-two-mon x2"
        east.at.gifu = "ii-naomasa"
        east.at.kyoto = "date-two-mon"
        east.recruitment = "maeda-daimyo, maeda-two-mon x2"
        east.hand = "date-plain x4"
        west.at.gifu = "ukita-two-mon, kobayakawa-hideaki"
        west.at.suwa = "mori-two-mon"
        west.known = "kobayakawa-hideaki"
        west.hand = "mori-plain"
        west.mori_box = "mori-daimyo, mori-cavalry x2"
        """
    )


def test_the_moment_says_week_turn_and_phase() -> None:
    assert moment(NAMES, field().view()) == "Week 3, East's second movement phase."


def test_before_the_first_turn_of_a_week_it_is_nobodys() -> None:
    p = position('pending = "bid"\neast.hand = "date-plain"\nwest.hand = "mori-plain"')
    assert moment(NAMES, p.view()) == "Week 1, the bids for turn order."


def test_the_moment_of_a_finished_game_is_its_end() -> None:
    p = field()
    resigned = engine.forfeit(p.rules, p.state, SIDES[0], Resign()).state
    assert moment(NAMES, engine.view(p.rules, resigned, NOBODY)) == "East resigned; West won."
    scored = position('week = 7\npending = "end-game"')
    assert moment(NAMES, scored.view()) == "East won with 14 points to 10."


def test_the_situation_adds_what_everybody_can_count() -> None:
    p = field()
    east = "East: 16 points (5 castles, 2 resource locations and 2 disks), 4 cards in hand."
    west = "West: 10 points (4 castles, 0 resource locations and 1 disk), 1 card in hand."
    for viewer in ("east", "west", "public"):
        summary = situation(NAMES, p.view(viewer))
        assert summary.moment == "Week 3, East's second movement phase."
        assert summary.sides == [
            Holdings("east", "East", True, 16, 5, 2, 2, 4, east),
            Holdings("west", "West", False, 10, 4, 0, 1, 1, west),
        ]


def test_both_are_to_act_while_both_bid() -> None:
    p = position('pending = "bid"\neast.hand = "date-plain"\nwest.hand = "mori-plain"')
    assert [row.is_asked for row in situation(NAMES, p.view("public")).sides] == [True, True]


@pytest.mark.parametrize(
    ("place", "combat", "sentence"),
    [
        ("suwa", "east.impact = 4\nwest.impact = 2", "Battle of Suwa: impact 4 of East, 2 of West."),
        ("gifu", "siege = true\neast.impact = 9", "Siege of Gifu: impact 9."),
        ("suwa", "", ""),
    ],
)
def test_the_situation_in_a_fight_says_how_it_stands(place: str, combat: str, sentence: str) -> None:
    p = position(
        f"""
        east.at.{place} = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain x2"
        west.at.{place} = "mori-two-mon x2"
        west.hand = "mori-plain x2"

        [combat]
        location = "{place}"
        {combat}
        """
    )
    for viewer in ("east", "west", "public"):
        assert situation(NAMES, p.view(viewer)).fight == sentence


def named(*blocks: str) -> list[tuple[str, str]]:
    return [(block, NAMES.block(block)) for block in blocks]


def test_a_side_reads_its_own_stacks_by_name_and_what_it_knows_of_the_enemy() -> None:
    assert stacks(NAMES, field().view("east")) == [
        Stack(
            "Kyoto",
            1,
            "Date two-mon",
            0,
            "",
            ["resource location of East", "Torii Mototada"],
            named("date-two-mon-1"),
            "kyoto",
        ),
        Stack(
            "Gifu",
            1,
            "Ii Naomasa",
            2,
            "Kobayakawa Hideaki",
            ["castle of West", "West is besieged"],
            named("ii-naomasa"),
            "gifu",
        ),
        Stack(
            "Edo",
            3,
            "Tokugawa Ieyasu and 2 Tokugawa two-mon",
            0,
            "",
            ["castle of East", "resource location of East"],
            named("ieyasu", "tokugawa-two-mon-1", "tokugawa-two-mon-2"),
            "edo",
        ),
        Stack(
            "The recruitment box",
            3,
            "Maeda daimyo and 2 Maeda two-mon",
            0,
            "",
            [],
            named("maeda-daimyo", "maeda-two-mon-1", "maeda-two-mon-2"),
            "recruitment",
        ),
    ]


def test_the_other_side_reads_of_the_same_place_what_is_its_own() -> None:
    assert stacks(NAMES, field().view("west")) == [
        Stack(
            "Gifu",
            2,
            "Ukita two-mon and Kobayakawa Hideaki",
            1,
            "",
            ["castle of West", "West is besieged"],
            named("ukita-two-mon-1", "kobayakawa-hideaki"),
            "gifu",
        ),
        Stack("Suwa", 1, "Mori two-mon", 0, "", [], named("mori-two-mon-1"), "suwa"),
        Stack(
            "The Mori box",
            3,
            "2 Mori cavalry and Mori daimyo",
            0,
            "",
            [],
            named("mori-cavalry", "mori-cavalry", "mori-daimyo"),
            "mori-box",
        ),
    ]


def test_a_resource_location_may_be_nobodys() -> None:
    p = position('east.at.kiso = "ieyasu"\ncontrol.kiso = "nobody"')
    (row,) = [row for row in stacks(NAMES, p.view("east")) if row.location == "Kiso"]
    assert row.marks == ["unclaimed resource location"]


@pytest.mark.rule("7.3.4")
def test_a_capital_is_named_where_its_edition_has_one_whoever_stands_there() -> None:
    there = 'east.at.kyoto = "date-two-mon"\nwest.at.edo = "ukita-two-mon"'
    p = under("gmt-2016", there)
    names = Names(p.rules)
    actual = {side: [(row.location, row.marks[0]) for row in stacks(names, p.view(side))] for side in LABELS}
    assert actual == {"east": [("Kyoto", "capital of West")], "west": [("Edo", "capital of East")]}
    in_kessen = position(there)
    marked = [mark for side in LABELS for row in stacks(NAMES, in_kessen.view(side)) for mark in row.marks]
    assert "resource location of East" in marked
    assert not [mark for mark in marked if "capital" in mark]


def test_the_public_has_no_stacks() -> None:
    assert stacks(NAMES, field().view("public")) == []


@pytest.mark.rule("R-28")
def test_summaries_name_only_what_the_viewer_knows() -> None:
    names_of = {kind.id: kind.name for kind in KESSEN.edition.blocks}
    phases: set[str] = set()
    for number in range(4):
        states = [step.after for step in random_play.game(KESSEN, f"situation/{number}")]
        for state in (each for each in states if engine.pending(each)):
            for side in SIDES:
                seen = engine.view(KESSEN, state, side)
                phases.add(seen["phase"])
                rows = stacks(NAMES, seen)
                places = [*seen["locations"].values()]
                held = sum(place[side.label]["count"] for place in places if side.label in place)
                boxed = len(seen["mine"]["recruitment"]) + len(seen["mori_box"]) * side
                assert sum(row.size for row in rows) == held + boxed
                theirs = str([place.get(LABELS[side.enemy]) for place in places])
                named = {kind for kind, name in names_of.items() for row in rows if name in row.known}
                assert named <= {kind for kind in names_of if kind in theirs}
                assert situation(NAMES, seen).moment.startswith(f"Week {seen['week']}, ")
    assert phases == set(PHASES) - {"setup"}
