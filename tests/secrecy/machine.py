"""Two games that differ in secrets alone, as a machine that hypothesis drives through the services.

A step is what players do: act, one thing or a list, take back, seal another bid, pass a window for good, try
out, ask for what is refused, repeat, come too late, look, wait for mail, give up. After each some look on. At
the end of an example the twin is told by the same script (see ``pair``): what differs is a leak, and
hypothesis looks for the shortest script that shows one.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import ClassVar

from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import engine
from games.engine import Ruleset, Side, core
from games.engine import actions as a
from games.engine.side import NOBODY, SIDES
from games.engine.state import State
from games.rulebook.editions import ruleset
from tests.kit import searches
from tests.kit.random_play import a_list
from tests.kit.searches import HealthCheck, Phase, assume, settings, st
from tests.secrecy.comparison import VIEWERS
from tests.secrecy.knowledge import NOTHING, around
from tests.secrecy.originals import chance, played
from tests.secrecy.pair import NONSENSE, Body, Driver, Pair, Watching
from tests.secrecy.script import Script

OPENINGS = ("", "deploy", "window", "losses", "retreat", "stance", "declare", "level", "discard", "order")
"""What is asked where an example sets in; nothing for the set-up."""
LONGEST_OPENING = 70
SHARE = 0.04
"""Of the channels that are asked after each step."""
LAST_SHARE = 0.5
"""Of the channels that are asked when the example ends."""
MOST_ASKS = 4
SEEDS = st.integers(0, 2**16)
A_VIEWER = st.runner().flatmap(lambda machine: st.sampled_from(machine.viewers))
REQUESTS = st.integers(0, 5)
"""What sides do before a step that changes nothing: else many examples would stand still."""
ENDING = 6
"""Steps before anybody gives up."""


class Machine(RuleBasedStateMachine):
    """A game of one edition, and its twin.

    Attributes:
        edition: its id.
        viewers: who may look on.
        channels: the only ones that are asked; all, where there is none.
        share: how many of them are asked after each step.
        heard: how often what was compared, over all examples, and how many there were.
    """

    edition: ClassVar[str]
    viewers: ClassVar[Sequence[int]] = VIEWERS
    channels: ClassVar[Collection[str]] = ()
    share: ClassVar[float] = SHARE
    heard: ClassVar[Counter[str]]

    pair: Pair | None = None

    @initialize(viewer=A_VIEWER, opening=st.sampled_from(OPENINGS), seed=SEEDS)
    def begin(self, viewer: int, opening: str, seed: int) -> None:
        """A game as far as to where something is asked for the first time."""
        assume(seed)  # the simplest example there is comes first, and says too little for its time
        script = _opened(ruleset(self.edition), f"machine/{seed}", opening)
        watching = Watching(viewer, self.channels, self.share)
        self.pair = Pair(self.edition, watching, f"machine/{seed}", script)
        self.viewer = None if viewer == NOBODY else Side(viewer)
        self.steps = 0
        self.has_resigned = False

    def teardown(self) -> None:
        """The twin is told, unless something went wrong before."""
        if self.pair is None:
            return
        try:
            if sys.exception() is None:
                self.pair.tell(lambda driver: driver.read_mail())
                self.pair.tell(lambda driver: driver.look(NOTHING, share=LAST_SHARE))
                self.heard.update(self.pair.compare())
                self.heard.update(examples=1, steps=self.steps)
        finally:
            self.pair.close()

    # ---- deeds

    @precondition(lambda self: self.is_on)
    @rule(seed=SEEDS)
    def act(self, seed: int) -> None:
        """A side that is asked does something, or a list of things."""
        random = Random(seed)
        self._act(random.choice(self.asked), random)

    @precondition(lambda self: self.is_on and self.viewer in self.asked)
    @rule(seed=SEEDS)
    def consider(self, seed: int) -> None:
        """The viewer looks, tries in every way what they are about to do and what is refused, and does it."""
        assert self.viewer is not None
        random = Random(seed)
        own = a_list(self._ruleset, self.state, self.viewer, random)
        known = around(self._ruleset, self.state, self.viewer, own, random)
        self._tell(lambda driver: driver.look(known, share=self.share, most=MOST_ASKS))
        self._do(self.viewer, own)

    @precondition(lambda self: self.is_on and self.undoing is not None)
    @rule()
    def take_back(self) -> None:
        """The latest is taken back."""
        assert self.undoing is not None
        self._do(self.undoing, [a.Undo()])

    @precondition(lambda self: self.is_on and self.rebidding)
    @rule(seed=SEEDS)
    def replace_a_bid(self, seed: int) -> None:
        """Who has sealed a bid seals another."""
        side = Random(seed).choice(self.rebidding)
        self._act(side, Random(seed))

    @precondition(lambda self: self.is_on and self.passing)
    @rule(rest=st.booleans())
    def pass_a_window(self, rest: bool) -> None:
        """Who may challenge a deployment does not, now or for the rest of the battle; nobody sees which."""
        self._do(self.passing[0], [a.Pass(rest_of_battle=rest)])

    @precondition(lambda self: self.is_on and self.steps >= ENDING)
    @rule(side=st.sampled_from(SIDES))
    def resign(self, side: Side) -> None:
        """A side gives up."""
        self.has_resigned = True
        self._tell(lambda driver: driver.resign(side))

    # ---- what changes nothing, with something before it that does

    @precondition(lambda self: self.viewer is not None)
    @rule(seed=SEEDS, requests=REQUESTS, is_preview=st.booleans())
    def try_in_vain(self, seed: int, requests: int, is_preview: bool) -> None:
        """The viewer tries a list beyond where it must end, or with a tail that is refused."""
        assert self.viewer is not None
        random = Random(seed)
        self._go_on(requests, random)
        is_asked = self.viewer in self.asked
        own = a_list(self._ruleset, self.state, self.viewer, random, enough=0.2) if is_asked else []
        bodies = [a.encode(body).decode() for body in own]
        if not is_preview or not bodies or random.random() < 0.5:
            bodies.append(NONSENSE)
        channel = "games-api:preview" if is_preview else "games-api:actions"
        self._tell(lambda driver: driver.try_in_vain(channel, bodies))

    @rule(seed=SEEDS, requests=REQUESTS)
    def look(self, seed: int, requests: int) -> None:
        """The hidden sides try what has no effect; everybody looks, and tries what is not theirs to do."""
        random = Random(seed)
        self._go_on(requests, random)
        known = NOTHING
        if self.viewer is not None:
            known = around(self._ruleset, self.state, self.viewer, [], random)
        self._tell(lambda driver: driver.act_ineffectively())
        self._tell(lambda driver: driver.look(known, share=3 * self.share))

    @rule(seed=SEEDS, requests=REQUESTS, hours=st.integers(1, 100))
    def wait(self, seed: int, requests: int, hours: int) -> None:
        """Time passes, another game goes on, and a worker sends mail."""
        self._go_on(requests, Random(seed))
        self._tell(lambda driver: driver.move_beside())
        self._tell(lambda driver: driver.read_mail(), minutes=60 * hours)

    # ---- where the game stands

    @property
    def _pair(self) -> Pair:
        assert self.pair is not None
        return self.pair

    @property
    def _ruleset(self) -> Ruleset:
        return self._pair.script.rules

    @property
    def state(self) -> State:
        return self._pair.script.state

    @property
    def is_on(self) -> bool:
        return not self.has_resigned and self.state.result is None

    @property
    def asked(self) -> list[Side]:
        return [decision.side for decision in engine.pending(self.state)] if self.is_on else []

    @property
    def undoing(self) -> Side | None:
        return self._pair.script.may_undo()

    @property
    def rebidding(self) -> list[Side]:
        offers = {side: engine.options(self._ruleset, self.state, side) for side in SIDES}
        return [
            side for side, offer in offers.items() if offer is not None and offer.decision == "replace-bid"
        ]

    @property
    def passing(self) -> list[Side]:
        offers = {side: engine.options(self._ruleset, self.state, side) for side in self.asked}
        return [
            side
            for side, offer in offers.items()
            if offer is not None and a.Pass(rest_of_battle=True) in offer
        ]

    # ---- what is done

    def _act(self, side: Side, random: Random, *, is_quiet: bool = False) -> None:
        self._do(side, a_list(self._ruleset, self.state, side, random), is_quiet=is_quiet)

    def _go_on(self, requests: int, random: Random) -> None:
        """Sides that are asked act, and nobody looks in between."""
        for _ in range(requests):
            if self.is_on:
                self._act(random.choice(self.asked), random, is_quiet=True)

    def _do(self, side: Side, bodies: Sequence[Body], *, is_quiet: bool = False) -> None:
        self.steps += 1
        self._pair.act(side, bodies, by_program=side == self.viewer, is_quiet=is_quiet)

    def _tell(self, what: Callable[[Driver], None], minutes: int = 60) -> None:
        self.steps += 1
        self._pair.tell(what, minutes)


def _opened(rules: Ruleset, seed: str, opening: str) -> Script:
    """A game up to where a decision of that word is asked; as long as it may be, where none is."""
    original = played(rules, seed, LONGEST_OPENING if opening else 1)
    least = Random(seed).randrange(LONGEST_OPENING // 2)
    script = Script(rules, chance(seed))
    for number, point in enumerate(original.points[1:]):
        asked = {core.word(decision) for decision in engine.pending(script.state)}
        if number >= least and opening in asked:
            break
        assert point.side is not None
        assert point.body is not None
        script.act(point.side, point.body)
    return script


def run(
    edition: str,
    examples: int,
    steps: int,
    *,
    viewers: Sequence[int] = VIEWERS,
    channels: Collection[str] = (),
    share: float = SHARE,
    seed: int | None = None,
    phases: Collection[Phase] = tuple(Phase),
) -> Counter[str]:
    """Tell so many games and their twins; how often what was compared.

    Args:
        steps: of each, after its opening.
        viewers, channels, share: see `Machine`.
        seed: decides everything; without one the examples are the same each time.

    Raises:
        LeakError: at the first difference, after the script that leads to it.
    """
    heard = Counter[str]()
    told = {"edition": edition, "viewers": viewers, "channels": channels, "share": share, "heard": heard}
    machine = type("Machine", (Machine,), told)
    run_state_machine_as_test(
        machine if seed is None else searches.seed(seed)(machine),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=seed is None,
            database=None,
            deadline=None,
            phases=phases,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return heard
