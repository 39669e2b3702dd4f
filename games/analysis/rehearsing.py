"""What an analysis tries positions out with: computer players on both sides, and what a position is worth."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec

from games.bots.ashigaru.board import Board
from games.bots.ashigaru.temper import Temper, temper
from games.bots.hatamoto.value import Valuation
from games.engine.chance import Seeded
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.worlds import Json, World

BASE = 1
"""The seed of the temper with which the side plays whose choice, or luck, is looked at."""


class Stage(NamedTuple):
    """What all rehearsals of one game share.

    Attributes:
        rules: of the game.
        edition: as JSON.
        board: the edition's facts.
        value: what positions are worth.
        base: how the side plays that is looked at: by its own hand and blocks, as a person does.
    """

    rules: Ruleset
    edition: Json
    board: Board
    value: Valuation
    base: Temper

    @classmethod
    def of(cls, rules: Ruleset) -> Stage:
        """The stage for the games of a ruleset."""
        edition: Json = msgspec.json.decode(msgspec.json.encode(rules.edition))
        base = temper(BASE)._replace(is_guarded=False)
        return cls(rules, edition, Board(edition), Valuation(edition), base)


def chance_of(number: int) -> Seeded:
    """What is drawn in a world from there on. The same number always draws alike."""
    return Seeded(hashlib.sha256(b"analysis %d" % number).digest())


class TrueWorlds:
    """The true position as worlds, which differ only in what is drawn from there on.

    Args:
        rules: of the game.
        state: the position.
    """

    def __init__(self, rules: Ruleset, state: State) -> None:
        self._rules = rules
        self._state = state

    def deal(self, seed: int) -> World:
        """The position, with the chance of a seed."""
        return World(self._rules, self._state, chance_of(seed))
