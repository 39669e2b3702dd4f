"""Ashigaru plays sensibly: it beats the random player, is deterministic, and avoids plain blunders."""

from typing import Any

import pytest

from games.bots.ashigaru import Ashigaru
from games.rulebook.editions import edition_ids, ruleset
from games.simulation import arena
from games.simulation.series import Pairing, play_one
from tests.kit.bots import SEEDS, answer, play_while
from tests.kit.positions import position

KESSEN = ruleset("kessen")
PRINTED = arena.json_of(KESSEN.edition)


# ---- whole games


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.overnight
def test_ashigaru_beats_random_from_either_side(edition: str) -> None:
    half = 12 if edition == "kessen" else 5
    names = [("ashigaru", "random")] * half + [("random", "ashigaru")] * half
    winners = [
        players[0 if play_one(Pairing(edition, players, "beats"), number).winner == "east" else 1]
        for number, players in enumerate(names)
    ]
    assert winners.count("ashigaru") >= 2 * half - 2


def test_two_of_them_fight_battles_and_come_to_an_end() -> None:
    outcomes = [
        play_one(Pairing("kessen", ("ashigaru", "ashigaru"), "fights"), number) for number in range(6)
    ]
    assert all(outcome.coverage["battle.began"] >= 4 for outcome in outcomes)
    assert sum(outcome.coverage["siege.began"] for outcome in outcomes) >= 6
    assert sum(outcome.week == 8 for outcome in outcomes) >= 3


def test_ashigaru_remembers_nothing() -> None:
    """A player seated again for every decision plays the same game."""
    seated = arena.seat(KESSEN, ("ashigaru", "ashigaru"), "memory")
    seeds = [arena.number("memory", side) for side in ("east", "west")]

    class Forgetful:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
            return Ashigaru(PRINTED, self.seed).choose(view, options)

    again = Forgetful(seeds[0]), Forgetful(seeds[1])
    assert arena.record(KESSEN, seated, "chance").log == arena.record(KESSEN, again, "chance").log


# ---- moving


@SEEDS
def test_ashigaru_keeps_a_guard_with_ieyasu(seed: int) -> None:
    table = position("""
        level = "total"
        east.at.edo = "ieyasu, tokugawa-two-mon x4"
        east.at.mito = "date-two-mon x2"
        west.at.utsunomiya = "uesugi-two-mon x3, uesugi-three-mon x2"
    """)
    play_while(table, "east", seed, "movement")
    where = next(place for place in table.c.locations if "ieyasu" in table.blocks("east", place))
    assert table.count("east", where) >= 4


@SEEDS
def test_ashigaru_takes_an_empty_castle_in_reach(seed: int) -> None:
    table = position("""
        level = "limited"
        moves_left = 1
        east.at.saku = "date-two-mon x3, date-three-mon"
        east.at.edo = "ieyasu, tokugawa-two-mon x4"
    """)
    play_while(table, "east", seed, "movement")
    assert table.count("east", "ueda") >= 1


@SEEDS
def test_ashigaru_buys_what_two_castles_are_worth(seed: int) -> None:
    table = position("""
        pending = "level"
        week = 7
        east.at.saku = "date-two-mon x2"
        east.at.shirakawa = "date-three-mon x2"
        east.at.sawayama = "maeda-two-mon x2"
        east.at.edo = "ieyasu, tokugawa-two-mon x4"
        east.hand = "tokugawa-plain x3, fukushima-plain x2"
    """)
    assert answer(table, "east", seed)["level"] in ("limited", "total")


def test_ashigaru_seeks_a_battle_only_with_enough_cards() -> None:
    sides = """
        level = "limited"
        moves_left = 1
        east.at.edo = "ieyasu, tokugawa-two-mon x4"
        west.at.suwa = "ukita-two-mon x2, ukita-three-mon x2"
        east.at.saku = "date-three-mon x3, date-two-mon"
    """

    def who_went(seed: int, hands: str) -> int:
        table = position(sides + hands)
        play_while(table, "east", seed, "movement")
        return table.count("east", "suwa")

    many = 'west.hand = "ukita-plain"\neast.hand = '
    for seed in range(6):
        assert not who_went(seed, 'west.hand = "ukita-plain x5"\neast.hand = "date-plain"')
        assert who_went(seed, many + '"date-plain x4, date-special x2"') == who_went(
            seed, many + '"maeda-plain x6"'
        )
    assert any(who_went(seed, many + '"date-plain x6"') for seed in range(6))


def test_ashigaru_marches_the_blocks_that_its_cards_fit() -> None:
    sides = """
        level = "limited"
        moves_left = 1
        east.at.edo = "ieyasu, tokugawa-two-mon x4"
        west.hand = "ukita-plain"
        west.at.suwa = "ukita-two-mon x3"
        east.at.saku = "date-two-mon x4, maeda-two-mon x4"
    """
    for clan in ("date", "maeda"):
        table = position(sides + f'east.hand = "{clan}-plain x6"')
        answers = [answer(table, "east", seed) for seed in range(6)]
        groups = [group for each in answers if each["type"] == "move" for group in each["groups"]]
        to_battle = [each for each in groups if each["path"][-1] == "suwa"]
        assert to_battle
        for each in to_battle:
            assert {name.partition("-")[0] for name in each["blocks"]} == {clan}


# ---- cards


@SEEDS
def test_ashigaru_discards_what_fits_no_block(seed: int) -> None:
    table = position("""
        week = 3
        pending = { east = "discard", west = "bid" }
        east.at.edo = "ieyasu, tokugawa-two-mon x5"
        east.hand = "tokugawa-plain x2, date-special, maeda-plain"
        west.hand = "mori-plain"
    """)
    assert sorted(answer(table, "east", seed)["cards"]) == ["date-special", "maeda-plain"]


@SEEDS
def test_ashigaru_bids_what_it_can_spare(seed: int) -> None:
    table = position("""
        week = 3
        pending = "bid"
        east.at.edo = "ieyasu, tokugawa-two-mon x5"
        east.hand = "tokugawa-special x2, maeda-plain"
        west.hand = "mori-plain"
    """)
    assert answer(table, "east", seed)["card"] == "maeda-plain"
