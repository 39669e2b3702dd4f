"""Whole random games, played once for all properties."""

from __future__ import annotations

import pytest

from games.editions import ruleset
from games.engine import Ruleset
from tests.kit.driving import Step, game

GAMES = 6


@pytest.fixture(scope="session")
def rules() -> Ruleset:
    return ruleset("kessen")


@pytest.fixture(scope="session")
def played(rules: Ruleset) -> list[list[Step]]:
    """All entries of several games, each from set-up to its end."""
    return [list(game(rules, f"property/{number}")) for number in range(GAMES)]


@pytest.fixture(scope="session")
def steps(played: list[list[Step]]) -> list[Step]:
    return [step for one in played for step in one]
