"""Positions as they may be, in which a player may try out what it could do.

They are made from what one side knows. ``Worlds`` does not even keep the true position: it keeps one that was
dealt again from it, which is the same for all positions that this side cannot tell apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from games.engine import core
from games.engine.actions import parse
from games.engine.chance import Seeded
from games.engine.errors import EngineError
from games.engine.redeal import Dealer, redeal
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, Side
from games.engine.state import State, dump
from games.engine.view import view

Json = dict[str, Any]

FIRST = 0
"""The seed of the deal that is kept in place of the true position."""


class World:
    """A position as it may be. What is done in it has no effect on any game.

    Args:
        rules: of the game.
        state: the position, as it may be; it is not changed.
        chance: what is drawn from here on.
    """

    def __init__(self, rules: Ruleset, state: State, chance: Seeded) -> None:
        self._rules = rules
        self._chance = chance
        self._state, _ = core.settle(rules, state, chance)

    def copy(self) -> World:
        """Another world of this position, to go on in another way with the same chance."""
        return World(self._rules, self._state, self._chance)

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who must decide, and the word of the decision; of two at once, East's; None at the end."""
        pending = core.pending(self._state)
        return (LABELS[pending[0].side], core.word(pending[0])) if pending else None

    @property
    def winner(self) -> str | None:
        """The side that has won."""
        result = self._state.result
        return None if result is None else result.winner.label

    def dump(self) -> bytes:
        """The position as bytes: two worlds of one chance with the same bytes go on alike."""
        return dump(self._state)

    def view(self, side: str) -> Json:
        """The position as a side sees it."""
        return view(self._rules, self._state, Side.named(side))

    def options(self, side: str) -> Json:
        """What a side may answer.

        Raises:
            LookupError: it is not asked.
        """
        options = core.options(self._rules, self._state, Side.named(side))
        if options is None:
            raise LookupError(f"{side} is not asked")
        return dict(msgspec.json.decode(msgspec.json.encode(options.describe())))

    def act(self, side: str, action: Json) -> bool:
        """Act for a side, and let chance answer what it must.

        Returns:
            Whether the rules allow it here; if not, nothing changes.
        """
        try:
            state, _ = core.apply(
                self._rules, self._state, Side.named(side), parse(msgspec.json.encode(action))
            )
        except EngineError:
            return False
        self._state, _ = core.settle(self._rules, state, self._chance)
        return True


class Worlds:
    """The positions that a side may be in.

    Args:
        rules: of the game.
        state: the true position; only what the side knows of it is kept.
        side: that will try things out.
        dealers: the source of what is dealt, by seed: the same seed must deal alike.
    """

    def __init__(self, rules: Ruleset, state: State, side: Side, dealers: Callable[[int], Dealer]) -> None:
        self._rules = rules
        self._hidden = side.enemy
        self._dealers = dealers
        self._kept = redeal(rules, state, self._hidden, dealers(FIRST))

    def deal(self, seed: int) -> World:
        """A position that the side cannot tell from the true one, with chance of its own.

        Args:
            seed: the same one always gives the same world.
        """
        dealt = redeal(self._rules, self._kept, self._hidden, self._dealers(seed))
        return World(self._rules, dealt, Seeded(hashlib.sha256(b"world %d" % seed).digest()))

    def dump(self) -> bytes:
        """What the side knows, as bytes: the position of the same worlds in another process.

        All positions that the side cannot tell apart have the same bytes.
        """
        return dump(self._kept)
