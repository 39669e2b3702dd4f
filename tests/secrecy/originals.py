"""Games to compare with twins: played by computer players, with all kinds of unseen actions."""

from __future__ import annotations

import hashlib
from random import Random

import msgspec

from games import engine
from games.bots import players
from games.engine import Ruleset, Side
from games.engine import actions as a
from games.engine.chance import Seeded
from games.engine.options import Options
from games.simulation import arena
from tests.kit.random_play import lively
from tests.secrecy.script import Script


def played(rules: Ruleset, seed: str, most: int) -> Script:
    """A game of so many steps, or to its end; every other seed is played by a computer player that fights.

    Actions are taken back, bids replaced, and windows passed for good or for now though one could go on.
    """
    return _Original(rules, seed).played(most)


def chance(seed: str) -> Seeded:
    """What chance answers in the game of a seed."""
    return Seeded(hashlib.sha256(seed.encode()).digest())


class _Original:
    def __init__(self, rules: Ruleset, seed: str) -> None:
        self._random = Random(seed)
        self._script = Script(rules, chance(seed))
        printed = arena.json_of(rules.edition)
        self._players = [players.create("ashigaru", printed, arena.number(seed, side.label)) for side in Side]
        self._sense = self._random.random()

    def played(self, most: int) -> Script:
        script = self._script
        while script.state.result is None and len(script.points) < most:
            side = self._random.choice([decision.side for decision in engine.pending(script.state)])
            undoing = script.may_undo()
            if undoing is not None and self._random.random() < 0.15:
                script.act(undoing, a.Undo())
            else:
                script.act(*self._chosen(side))
        return script

    def _chosen(self, side: Side) -> tuple[Side, a.Action]:
        other = self._options(side.enemy)
        if other is not None and other.decision == "replace-bid" and self._random.random() < 0.4:
            return side.enemy, lively(other, self._random)
        offered = self._options(side)
        assert offered is not None
        sealed = a.Pass(rest_of_battle=self._random.random() < 0.3)
        if offered.decision == "deploy" and sealed in offered and self._random.random() < 0.4:
            return side, sealed
        if self._random.random() > self._sense:
            return side, lively(offered, self._random)
        return side, self._sensible(side, offered)

    def _options(self, side: Side) -> Options | None:
        return engine.options(self._script.rules, self._script.state, side)

    def _sensible(self, side: Side, offered: Options) -> a.Action:
        view = arena.json_of(engine.view(self._script.rules, self._script.state, side))
        options = arena.json_of(offered.describe())
        return a.parse(msgspec.json.encode(self._players[side].choose(view, options)))
