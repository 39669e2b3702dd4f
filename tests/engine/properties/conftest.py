"""Whole random games of every edition, played once for all properties."""

from __future__ import annotations

import pytest

from games.engine import Ruleset
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.random_play import Step, game

GAMES = (0, 6)
"""Numbers of games in which about everything happens."""


@pytest.fixture(scope="session", params=edition_ids())
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(request.param)


@pytest.fixture(scope="session")
def played(rules: Ruleset) -> list[list[Step]]:
    """All entries of several games, each from set-up to its end."""
    return [list(game(rules, f"property/{number}")) for number in GAMES]


@pytest.fixture(scope="session")
def steps(played: list[list[Step]]) -> list[Step]:
    return [step for one in played for step in one]
