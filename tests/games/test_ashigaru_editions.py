"""Ashigaru uses the board, the blocks and the rules of the edition it plays."""

import pytest

from games.bots.ashigaru.board import Board
from games.bots.ashigaru.cards import Hand
from games.bots.ashigaru.marches import reckoned
from games.bots.ashigaru.position import SeatPosition
from games.rulebook.editions import edition_ids, ruleset
from games.simulation import arena
from tests.kit.bots import SEEDS, answer, play_while
from tests.kit.editions import editions_where, ishida_is_fatal
from tests.kit.positions import Table, position


def board(edition: str) -> Board:
    return Board(arena.json_of(ruleset(edition).edition))


def seen(table: Table, side: str) -> SeatPosition:
    """The position as ashigaru has it before it."""
    return SeatPosition(Board(arena.json_of(table.rules.edition)), table.view(side))


# ---- what the game hangs on


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("edition", edition_ids())
def test_ashigaru_knows_whose_death_ends_the_game(edition: str) -> None:
    fatal = {block.id for block in ruleset(edition).edition.blocks if block.fatal}
    assert board(edition).fatal == fatal


LOST = """
    pending = "losses west 2"
    west.at.gifu = "ishida-mitsunari, ukita-three-mon x2, ukita-two-mon"
    west.hand = "ukita-plain"
    east.at.gifu = "date-two-mon x3"
    combat = { location = "gifu", east = { impact = 8 } }
"""


@SEEDS
@pytest.mark.rule("8.7.2")
@pytest.mark.parametrize("edition", editions_where(ishida_is_fatal))
def test_ashigaru_spares_ishida_where_his_death_loses(edition: str, seed: int) -> None:
    table = position(f'edition = "{edition}"' + LOST)
    assert "ishida-mitsunari" not in answer(table, "west", seed)["blocks"]


@SEEDS
@pytest.mark.parametrize("edition", ["gmt-2016", "manual"])
def test_ashigaru_keeps_a_guard_with_ishida(edition: str, seed: int) -> None:
    table = position(f"""
        edition = "{edition}"
        active = "west"
        level = "total"
        west.at.gifu = "ishida-mitsunari, mori-two-mon x4"
        west.at.osaka = "ukita-three-mon x3"
        east.at.kiyosu = "fukushima-two-mon x3, fukushima-three-mon x2"
    """)
    play_while(table, "west", seed, "movement")
    where = next(place for place in table.c.locations if "ishida-mitsunari" in table.blocks("west", place))
    assert table.count("west", where) >= 3


@SEEDS
@pytest.mark.rule("9.2")
def test_ashigaru_loses_a_disk_in_place_of_a_block(seed: int) -> None:
    table = position("""
        edition = "gmt-2016"
        pending = "losses west 1"
        east.at.ueda = "tokugawa-three-mon x3"
        west.at.ueda = "ukita-two-mon x2"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
    """)
    assert answer(table, "west", seed) == {"type": "losses", "blocks": ["sanada"]}


# ---- movement


@pytest.mark.rule("7.3.4")
@pytest.mark.parametrize(
    ("edition", "side", "place", "far"),
    [
        ("gmt-2016", "east", "edo", True),
        ("gmt-2016", "west", "kyoto", True),
        ("manual", "west", "kyoto", True),
        ("kessen", "west", "kyoto", False),
    ],
)
def test_ashigaru_counts_the_leadership_of_a_capital(
    edition: str, side: str, place: str, *, far: bool
) -> None:
    block = {"east": "tokugawa-two-mon", "west": "ukita-two-mon"}[side]
    table = position(f"""
        edition = "{edition}"
        active = "{side}"
        pending = "level"
        {side}.at.{place} = "{block}"
    """)
    (source,) = reckoned(seen(table, side))
    highways = {road.to for road in board(edition).roads[place] if road.highway}
    beyond = [march for march in source.marches if len(march.path) == 2 and march.path[0] not in highways]
    assert bool(beyond) is far


@SEEDS
@pytest.mark.rule("R-03")
def test_ashigaru_gives_a_block_for_a_resource_location_at_the_end(seed: int) -> None:
    """The block is overrun on arrival, and the location stays whose block last came there."""
    table = position("""
        week = 8
        turn = "B"
        first = "west"
        active = "east"
        level = "minimal"
        east.at.toyama = "maeda-two-mon"
        west.at.takeda = "ukita-two-mon x3, ukita-three-mon"
        control.takeda = "west"
    """)
    actual = answer(table, "east", seed)
    assert [group["path"] for group in actual["groups"]] == [["takeda"]]
    table.play("east", **actual)
    assert table.view("east")["locations"]["takeda"]["resource"] == "east"


@SEEDS
@pytest.mark.rule("7.4.1")
def test_ashigaru_gives_no_block_for_nothing(seed: int) -> None:
    table = position("""
        level = "minimal"
        east.at.toyama = "maeda-two-mon"
        west.at.takeda = "ukita-two-mon x3, ukita-three-mon"
        control.takeda = "east"
    """)
    play_while(table, "east", seed, "movement")
    assert not table.blocks("east", "lost")


# ---- cards


@pytest.mark.rule("8.4.2")
@pytest.mark.parametrize(("edition", "impact"), [("kessen", 0), ("manual", 2), ("gmt-2016", 4)])
def test_ashigaru_knows_whether_a_double_brings_a_wildcard_alone(edition: str, impact: int) -> None:
    printed = board(edition)
    assert Hand(printed, ["date-double"]).impact([printed.blocks["ii-naomasa"]], {}) == impact


@pytest.mark.rule("8.4.1")
def test_ashigaru_values_special_attacks_more_where_earlier_ones_count_double() -> None:
    hand = ["tokugawa-special"] * 2
    worth = {}
    for edition in ("kessen", "manual"):
        printed = board(edition)
        horses = [printed.blocks["tokugawa-cavalry-1"], printed.blocks["tokugawa-cavalry-2"]]
        worth[edition] = Hand(printed, hand).impact(horses, {})
    assert worth["manual"] > worth["kessen"]


@pytest.mark.rule("6.2")
def test_some_round_an_odd_hand_up_and_some_down() -> None:
    table = position("""
        edition = "gmt-2011"
        week = 2
        pending = "discard"
        east.at.edo = "ieyasu, tokugawa-two-mon x5"
        east.hand = "tokugawa-plain x3"
    """)
    assert {len(answer(table, "east", seed)["cards"]) for seed in range(12)} == {1, 2}
