"""Searches for errors of the engine in games of legal and illegal actions, undone, replayed and dumped.

Everything but chance and the fuzzer's own dice is the real engine. An error is raised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import msgspec

from games.engine import (
    NOBODY,
    SIDES,
    Ruleset,
    Side,
    apply,
    ask_chance,
    digest,
    draw,
    dump,
    history,
    invariants,
    load,
    new_game,
    options,
    pending,
    replay,
    view,
)
from games.engine.actions import Action, Lasting, Outcome, Undo, encode, parse
from games.engine.chance import Seeded
from games.engine.errors import EngineError, GameIsOver, Malformed, NotYourDecision
from games.engine.events import Event
from games.engine.state import State
from games.engine.undo import can_be_given_back, can_take_back
from games.simulation.mutations import Mutator

LOOK, DUMP, REPLAY, UNDO, REPLACE = 0.2, 0.2, 0.02, 0.1, 0.1
"""How often an action is followed by views, a dump and load, a replay; is taken back; replaces a bid."""
ILLEGAL_TRIES = 3
"""The most illegal actions tried before a legal one."""


class FindingError(Exception):
    """The engine did something wrong.

    Attributes:
        title: what, in a line.
        state: the position it was done in.
        actions: the actions that were attempted there.
    """

    def __init__(self, title: str, state: State, *actions: tuple[Side, Action]) -> None:
        super().__init__(title)
        self.title = title
        self.state = state
        self.actions = actions


class Fuzzed:
    """One game under attack. The seed decides all of it.

    Attributes:
        actions: how many legal actions were carried out.
        refusals: how many illegal ones were attempted.
        state: the position now.
    """

    def __init__(self, rules: Ruleset, seed: str) -> None:
        self._rules = rules
        self._random = Random(seed)  # noqa: S311 - chooses what to try, keeps no secret
        self._mutator = Mutator(rules, self._random)
        self._source = Seeded(hashlib.sha256(seed.encode()).digest())
        self._log: list[tuple[Side | None, Outcome]] = []
        self._latest: tuple[Side, Action] | None = None
        self.actions = self.refusals = 0
        self.state = new_game(rules).state
        self._settle()

    def play(self) -> Iterator[None]:
        """Go on to the end of the game, stopping after every action.

        Raises:
            FindingError: for anything that is wrong.
        """
        while self.state.result is None:
            with self._typed_only(self.state):
                sides = [decision.side for decision in pending(self.state)]
            if not sides:
                raise FindingError("nobody is asked, and the game is not over", self.state)
            side = self._random.choice(sides)
            if self._random.random() < REPLACE and self._may_replace_bid(side.enemy):
                side = side.enemy
            action = self._sampled(side)
            for _ in range(self._random.randint(0, ILLEGAL_TRIES)):
                self._try_illegal(side, action)
            self._carry_out(side, action)
            self._maybe_examine()
            yield
        self._expect_refusal_after_end()
        self._replay(self._log, self.state)

    def _may_replace_bid(self, side: Side) -> bool:
        """A side without a pending decision may still replace its sealed bid (R-07)."""
        return options(self._rules, self.state, side) is not None

    # ---- legal actions

    def _sampled(self, side: Side) -> Action:
        with self._typed_only(self.state):
            offered = options(self._rules, self.state, side)
            if offered is None or not len(offered):
                raise FindingError(f"{side.label} is asked and offered nothing", self.state)
            action = offered.sample(self._random)
            if action not in offered:
                raise FindingError("a sampled action is not among the options", self.state, (side, action))
        return action

    def _carry_out(self, side: Side, action: Action) -> None:
        before, log = self.state, [*self._log]
        with self._typed_only(before, (side, action)):
            try:
                turned = apply(self._rules, before, side, action)
            except EngineError as error:
                raise FindingError(f"a sampled action is refused: {error}", before, (side, action)) from error
            invariants.check(self._rules, turned.state)
        self.actions += 1
        played = action, turned.events, turned.state, side
        agreed = can_be_given_back(*played)
        if self._random.random() < UNDO and (agreed or can_take_back(*played)):
            self._take_back(side, action, agreed=agreed)
            return
        self.state = turned.state
        self._log.append((side, action))
        self._latest = side, action
        self._settle()
        if self._random.random() < UNDO / 10:
            self._replay(log, before)

    def _take_back(self, side: Side, action: Action, *, agreed: bool) -> None:
        """The action is undone, alone or with consent: the entries that count lead back to where it was
        taken.
        """
        undone = history.effective([*self._log, (side, action), (side, Undo(agreed=agreed))])
        self._replay(undone, self.state)

    def _settle(self) -> None:
        with self._typed_only(self.state):
            while (outcome := ask_chance(self._rules, self.state, self._source)) is not None:
                self.state = draw(self._rules, self.state, outcome).state
                self._log.append((None, outcome))
            invariants.check(self._rules, self.state)

    # ---- what must stay true

    def _maybe_examine(self) -> None:
        chance = self._random.random
        if chance() < LOOK:
            self._look()
        if chance() < DUMP:
            self._dump_and_load()
        if chance() < REPLAY:
            self._replay(self._log, self.state)

    def _look(self) -> None:
        """Every view and every list of options can be made, and is JSON."""
        with self._typed_only(self.state):
            for viewer in (NOBODY, *SIDES):
                msgspec.json.encode(view(self._rules, self.state, viewer))
            for side in SIDES:
                offered = options(self._rules, self.state, side)
                msgspec.json.encode(None if offered is None else offered.describe())

    def _dump_and_load(self) -> None:
        with self._typed_only(self.state):
            loaded = load(dump(self.state))
            if loaded != self.state or digest(loaded) != digest(self.state):
                raise FindingError("a dump does not load as it was", self.state)
            if self.state.copy() != self.state:
                raise FindingError("a copy is not equal", self.state)
        self.state = loaded

    def _replay(self, log: Sequence[tuple[Side | None, Lasting]], expected: State) -> None:
        with self._typed_only(expected):
            try:
                replayed = replay(self._rules, log)
            except EngineError as error:
                raise FindingError(f"the log does not replay: {error}", expected) from error
            if digest(replayed) != digest(expected):
                raise FindingError("the log replays to another position", expected)

    # ---- illegal actions

    def _try_illegal(self, side: Side, action: Action) -> None:
        """An altered action, or the other side's attempt at this one, must be judged as the options say."""
        self.refusals += 1
        if not self._random.randrange(6):
            self._judge(side.enemy, action)
            return
        body = self._mutator.bend(action)
        with self._typed_only(self.state):
            try:
                bent = parse(body)
            except Malformed:
                return
        self._judge(side if self._random.randrange(8) else side.enemy, bent)

    def _judge(self, side: Side, action: Action) -> None:
        """An action is carried out if and only if the options contain it; a refusal is typed and changes
        nothing.
        """
        with self._typed_only(self.state, (side, action)):
            before = digest(self.state)
            offered = options(self._rules, self.state, side)
            contained = offered is not None and action in offered
            refusal = self._refusal(side, action)
            changed = digest(self.state) != before
        if contained and refusal is not None:
            raise FindingError(f"the options hold what is refused: {refusal}", self.state, (side, action))
        if not contained and refusal is None:
            raise FindingError("carried out though the options do not hold it", self.state, (side, action))
        if offered is None and not isinstance(refusal, NotYourDecision):
            raise FindingError(f"not asked, but refused otherwise: {refusal}", self.state, (side, action))
        if changed:
            raise FindingError("judging an action changed the position", self.state, (side, action))

    def _refusal(self, side: Side, action: Action) -> EngineError | None:
        try:
            turned = apply(self._rules, self.state, side, action)
        except EngineError as error:
            if not error.code:
                raise FindingError("a refusal without a code", self.state, (side, action)) from error
            return error
        invariants.check(self._rules, turned.state)
        for event in turned.events:
            self._encodes(event)
        return None

    def _encodes(self, event: Event) -> None:
        for viewer in (NOBODY, *SIDES):
            msgspec.json.encode(event.seen_by(viewer))

    def _expect_refusal_after_end(self) -> None:
        if self._latest is None:
            return
        side, action = self._latest
        with self._typed_only(self.state, self._latest):
            refusal = self._refusal(side, action)
        if not isinstance(refusal, GameIsOver):
            raise FindingError(f"an action after the end is met with {refusal}", self.state, self._latest)

    @contextmanager
    def _typed_only(self, state: State, *actions: tuple[Side, Action]) -> Iterator[None]:
        """Turn whatever is raised inside, of any type, into a finding."""
        try:
            yield
        except FindingError:
            raise
        except Exception as error:
            attempted = "; ".join(f"{side.label} {encode(action).decode()}" for side, action in actions)
            title = f"{type(error).__name__}: {error}" + (f", after {attempted}" if attempted else "")
            raise FindingError(title, state, *actions) from error
