"""A game and its twins: at every step the viewer is told the same of both, byte for byte."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from games.engine import (
    NOBODY,
    EngineError,
    Ruleset,
    Side,
    apply,
    ask_chance,
    draw,
    information_barrier,
    new_game,
    options,
    pending,
    view,
)
from games.engine import actions as a
from games.engine.chance import Seeded
from games.engine.core import Turned, pending_draw
from games.engine.decisions import AnswerDeployment
from games.engine.side import OTHER
from games.engine.state import State
from games.engine.undo import can_take_back
from games.simulation.mutations import Mutator
from tests.engine.secrecy.alike import alike, shown_as_lost, shown_by
from tests.kit.random_play import LogItem, lively, offered_to
from tests.kit.twins import Held, remains, twin

PROBES = 3
"""Illegal (or foreign) actions tried by the viewer at every position."""


class LeakError(AssertionError):
    """The viewer was told something of one game and something else of its twin."""


class Shadowed:
    """A game, watched by one side that compares it with its twins.

    Args:
        log: what is played; a random game where there is none.

    Attributes:
        viewer: the side that looks on.
        steps: how many positions and steps were compared.
        seen: how often each decision was answered by the viewer and by the hidden side, and each draw made.
    """

    def __init__(self, rules: Ruleset, viewer: Side, seed: str, log: Sequence[LogItem] = ()) -> None:
        self._log = log
        self._rules = rules
        self.viewer, self._hidden = viewer, OTHER[viewer]
        self._random = Random(f"{seed}|twins")
        self._mutator = Mutator(rules, self._random)
        self._source = Seeded(hashlib.sha256(seed.encode()).digest())
        self._other_source = Seeded(hashlib.sha256(f"{seed}|other".encode()).digest())
        self.state = new_game(rules).state
        self.steps = 0
        self.seen: Counter[str] = Counter()

    def play(self, most: int) -> None:
        """Compare for so many steps, or to the end of the game.

        Raises:
            LeakError: at the first difference.
        """
        while self.state.result is None and self.steps < most:
            self.steps += 1
            if pending_draw(self.state) is not None:
                self._draw()
            else:
                self._act()

    # ---- steps

    def _draw(self) -> None:
        """Chance's own future is hidden too: what it gives the hidden side is another draw in the twin."""
        item = pending_draw(self.state)
        assert item is not None
        outcome = self._logged() or ask_chance(self._rules, self.state, self._source)
        assert outcome is not None
        turned = draw(self._rules, self.state, outcome)
        # A combat may follow that destroys blocks at once.
        lost = shown_as_lost(self._rules.components, self.state, turned, self._hidden)
        other = twin(self._rules, self.state, self._hidden, self._random, Held(blocks=lost, lost=lost))
        own = item.side == self.viewer
        other_outcome = outcome if own else ask_chance(self._rules, other, self._other_source)
        assert other_outcome is not None
        self._count("draw", item.side)
        self._compare_turned(f"{item.side.label} draws", turned, draw(self._rules, other, other_outcome))
        self.state = turned.state

    def _act(self) -> None:
        side, action = self._choose()
        self._look(action)
        if side == self.viewer:
            self._try_out(action)
        turned = apply(self._rules, self.state, side, action)
        held = shown_by(self._rules, self.state, self._hidden, side, action, self._passed(turned))
        other = twin(self._rules, self.state, self._hidden, self._random, held)
        theirs = action
        if side == self._hidden:
            theirs = alike(self._rules, self.state, other, side, action, held, self._random)
        what = f"{side.label}: {a.encode(action).decode()}"
        try:
            turned_other = apply(self._rules, other, side, theirs)
        except EngineError as error:
            raise LeakError(f"{what}: legal, but refused in the twin ({theirs}): {error}") from error
        if side == self.viewer:
            self._compare(
                what + ": may be undone", *(self._undoable(action, x) for x in (turned, turned_other))
            )
        after = turned.state
        if _passing(self.state, self._hidden) != _passing(other, self._hidden):
            # Whoever passes for the rest of the battle passes without delay; nothing else may differ.
            turned, turned_other = self._passed(turned), self._passed(turned_other)
        self._compare_turned(what, turned, turned_other)
        self.state = after

    def _passed(self, turned: Turned) -> Turned:
        """With the hidden side's window passed, if one is open that is a decision of its own."""
        if not _window_of(turned.state, self._hidden):
            return turned
        passed = apply(self._rules, turned.state, self._hidden, a.Pass())
        return Turned(passed.state, [*turned.events, *passed.events])

    def _logged(self) -> Any:
        """The outcome the log has here, if there is one."""
        return self._log[self.steps - 1][1] if self._log else None

    def _choose(self) -> tuple[Side, a.Action]:
        side = self._log[self.steps - 1][0] if self._log else self._random_side()
        assert side is not None
        offered = offered_to(self._rules, self.state, side)
        self._count(offered.decision, side)
        return side, self._logged() or lively(offered, self._random)

    def _random_side(self) -> Side:
        side = self._random.choice([decision.side for decision in pending(self.state)])
        if self._random.random() < 0.1 and options(self._rules, self.state, OTHER[side]) is not None:
            return OTHER[side]  # asked too, or able to replace a sealed bid
        return side

    def _count(self, what: str, side: Side) -> None:
        self.seen[f"{what} by {'viewer' if side == self.viewer else 'hidden'}"] += 1

    # ---- comparing

    def _look(self, action: a.Action) -> None:
        """View, options and refusals, with nothing happening."""
        other = twin(self._rules, self.state, self._hidden, self._random)
        self._compare_views("standing", self.state, other)
        for probe in self._probes(action):
            what = f"{self.viewer.label} tries {a.encode(probe).decode()}"
            self._compare(what, self._refusal(self.state, probe), self._refusal(other, probe))

    def _try_out(self, action: a.Action) -> None:
        """What a list of actions, or a preview, goes on from: nothing in it may depend on what is hidden.

        The twin is any at all: what the action would show of the hidden side may differ. Then it must be
        where the list ends, in both games.
        """
        other = twin(self._rules, self.state, self._hidden, self._random)
        what = f"{self.viewer.label} tries out {a.encode(action).decode()}"
        turned, turned_other = (apply(self._rules, x, self.viewer, action) for x in (self.state, other))
        is_end, is_end_there = (
            information_barrier.learns(self._rules, action, x.events, x.state, self.viewer)
            for x in (turned, turned_other)
        )
        self._compare(f"{what}: ends a list", is_end, is_end_there)
        self._count("goes on after it" if not is_end else "ends a list", self.viewer)
        if not is_end:
            self._compare_turned(what, turned, turned_other)

    def _probes(self, action: a.Action) -> Sequence[a.Action]:
        """The action about to be taken, by whomever, and bent ones; what is no action is left out."""
        probes = [action]
        for _ in range(PROBES):
            try:
                probes.append(a.parse(self._mutator.bend(action)))
            except EngineError:
                continue
        return probes

    def _refusal(self, state: State, action: a.Action) -> Any:
        try:
            apply(self._rules, state, self.viewer, action)
        except EngineError as error:
            return [type(error).__name__, error.code, error.rule, dict(error.parameters), str(error)]
        return "accepted"

    def _undoable(self, action: a.Action, turned: Turned) -> bool:
        return can_take_back(action, turned.events, turned.state, self.viewer)

    def _compare_turned(self, what: str, turned: Turned, other: Turned) -> None:
        for viewer in (self.viewer, NOBODY):
            told, told_other = ([event.seen_by(viewer) for event in x.events] for x in (turned, other))
            self._compare(f"{what}: events", told, told_other)
        self._compare_views(what, turned.state, other.state)
        c = self._rules.components
        self._compare(f"{what}: what remains", *(remains(c, x.state, self._hidden) for x in (turned, other)))

    def _compare_views(self, what: str, state: State, other: State) -> None:
        for viewer in (self.viewer, NOBODY):
            seen, seen_other = (view(self._rules, x, viewer) for x in (state, other))
            self._compare(f"{what}: view", seen, seen_other)
        asked, asked_other = (options(self._rules, x, self.viewer) for x in (state, other))
        described = [None if x is None else x.describe() for x in (asked, asked_other)]
        self._compare(f"{what}: options", *described)

    def _compare(self, what: str, one: Any, two: Any) -> None:
        first, second = msgspec.json.encode(one), msgspec.json.encode(two)
        if first != second:
            where = next((i for i, (x, y) in enumerate(zip(first, second, strict=False)) if x != y), 0)
            start = max(0, where - 120)
            parts = [text[start : where + 120].decode(errors="replace") for text in (first, second)]
            raise LeakError(f"{what}\n  of the game: …{parts[0]}…\n  of the twin: …{parts[1]}…")


def _passing(state: State, side: Side) -> bool:
    return state.combat is not None and state.combat.passing[side]


def _window_of(state: State, side: Side) -> bool:
    return any(type(asked) is AnswerDeployment and asked.side == side for asked in pending(state))
