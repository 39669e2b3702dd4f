"""Characters of computer players can be told apart in play."""

from __future__ import annotations

from collections import Counter

import pytest

from games.bots import characters, players
from games.bots.levels import LEVELS
from games.engine.actions import Challenge, Declare
from games.engine.side import EAST, SIDES
from games.rulebook.editions import edition_ids, ruleset
from games.simulation import arena
from tests.games.simulation.playing import KESSEN
from tests.kit.bots import answer
from tests.kit.positions import position

GAMES = 5
MATCHED = """
    pending = "deploy"
    east.at.gifu = "fukushima-two-mon, date-two-mon, fukushima-three-mon"
    east.hand = "fukushima-plain, date-plain"
    west.at.gifu = "ukita-two-mon x3"
    [combat]
    location = "gifu"
"""


def acted(character: str) -> Counter[str]:
    """How often East's ashigaru of this character fights and challenges in some games."""
    printed, counts = arena.json_of(KESSEN.edition), Counter[str]()
    for number in range(GAMES):
        seated = (
            players.create("ashigaru", printed, number, character),
            players.create("ashigaru", printed, number + 100),
        )
        for entry in arena.play(KESSEN, seated, f"character/{number}", is_checked=False):
            if entry.side == EAST:
                counts["fights"] += isinstance(entry.outcome, Declare)
                counts["challenges"] += isinstance(entry.outcome, Challenge)
    return counts


def test_the_bold_fight_and_challenge_more_often_than_the_cautious() -> None:
    bold, cautious = acted(characters.BOLD), acted(characters.CAUTIOUS)
    assert bold["fights"] > 1.2 * cautious["fights"]
    assert bold["challenges"] > cautious["challenges"]


@pytest.mark.parametrize("clan", ["date", "fukushima"])
def test_character_loyal_to_a_clan_lets_it_fight_first(clan: str) -> None:
    chosen = answer(position(MATCHED), "east", 3, f"loyal-{clan}")
    assert all(block.startswith(clan) for block in chosen["blocks"])


@pytest.mark.parametrize("edition", edition_ids())
def test_characters_are_drawn_alike_and_clans_are_the_sides_own(edition: str) -> None:
    printed = arena.json_of(ruleset(edition).edition)
    for side in SIDES:
        drawn = Counter(characters.character(printed, side.label, seed) for seed in range(600))
        kinds = Counter[str]()
        for code, count in drawn.items():
            kinds[code.partition("-")[0]] += count
            clan = characters.clan_of(code)
            assert not clan or any(
                card["clan"] == clan for card in printed["cards"] if card["side"] == side.label
            )
        assert set(kinds) == set(characters.CHARACTERS)
        assert min(kinds.values()) > 150


def test_levels_are_players_in_the_order_of_their_strength() -> None:
    assert {level.name for level in LEVELS} <= set(players.PLAYERS)
    measured = [level.elo for level in LEVELS]
    assert measured == sorted(measured)
    assert next(level.elo for level in LEVELS if level.name == "ashigaru") == 0
