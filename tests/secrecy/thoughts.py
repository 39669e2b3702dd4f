"""Whether the moment of an action tells what a computer player holds: ``python -m tests.secrecy.thoughts``.

Deals that its enemy cannot tell apart take it more or less processor time. In pairs of a position and a twin,
it thinks about a turn until the enemy can see a difference. Each thought would end on a machine with nothing
else to do when its processor time has passed, and the player acts at the moment that ``ACTS_EVERY`` gives. It
exits with 1 if more than one in a hundred pairs shows different moments, or the median of turns takes longer
than it may.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

import django
import msgspec

from games import engine
from games.bots import players
from games.engine import Ruleset, Side, core
from games.engine.actions import parse
from games.engine.state import State
from games.engine.worlds import Worlds
from games.rulebook.editions import DEFAULT, ruleset
from games.simulation import arena
from tests.kit.twins import twin

ASKED = datetime(2031, 4, 7, 9, tzinfo=UTC)
BESIDE = timedelta(seconds=0.03)
"""What a thought takes besides: reading the game, and handing question and answer over."""
LATE = 0.04
"""Seconds by which an action comes after its moment."""
LONGEST_TURN = 4.0
"""Seconds, in the median."""
PART = 0.15
"""Of all turns, how many are compared."""


class Thought(NamedTuple):
    """One thought: the decision, its processor time in seconds, and what the enemy sees after it."""

    decision: str
    seconds: float
    seen: bytes


def turn_of(rules: Ruleset, state: State, side: Side, player: players.Rehearser) -> list[Thought]:
    """The thoughts of a turn, from a position in which it begins."""
    found = []
    while (decision := _asked(state, side)) in players.REHEARSED:
        offered = engine.options(rules, state, side)
        assert offered is not None
        view, options = (
            arena.json_of(each) for each in (engine.view(rules, state, side), offered.describe())
        )
        worlds = Worlds(rules, engine.load(Worlds(rules, state, side, Random).dump()), side, Random)
        began = time.process_time()
        action = player.rehearse(view, options, worlds)
        seconds = time.process_time() - began
        state = engine.apply(rules, state, side, parse(msgspec.json.encode(action))).state
        found.append(Thought(decision, seconds, msgspec.json.encode(engine.view(rules, state, side.enemy))))
    return found


def _measured(rules: Ruleset, state: State, side: Side, level: str, seed: int) -> list[Thought]:
    """The thoughts of a turn, each in the shorter of two times: other processes lengthen some."""
    printed, found = arena.json_of(rules.edition), []
    for _ in range(2):
        player = players.create(level, printed, seed)
        assert isinstance(player, players.Rehearser)
        found.append(turn_of(rules, state, side, player))
    return [min(both, key=lambda each: each.seconds) for both in zip(*found, strict=True)]


def _asked(state: State, side: Side) -> str:
    pending = () if state.result is not None else engine.pending(state)
    return next((core.word(each) for each in pending if each.side == side), "")


def _beginnings(rules: Ruleset, random: Random) -> Iterator[tuple[State, Side]]:
    """Positions in which a turn begins, from games of quick players."""
    while True:
        seed = str(random.random())
        for entry in arena.play(rules, arena.seat(rules, ("ashigaru",) * 2, seed), seed, is_checked=False):
            for side in Side:
                if _asked(entry.after, side) == players.REHEARSED[0] and random.random() < PART:
                    yield entry.after, side


def _moment(thought: Thought) -> float:
    """Seconds after it was asked at which a player acts."""
    from games.models.seat import Seat  # needs Django's settings
    from games.services.computer_thoughts import moment_to_act

    seat = Seat(asked=thought.decision, changed_at=ASKED)
    now = ASKED + timedelta(seconds=thought.seconds) + BESIDE
    return (moment_to_act(seat, now) - ASKED).total_seconds()


def _together(one: list[Thought], other: list[Thought]) -> Iterator[tuple[Thought, Thought]]:
    """The thoughts that lead to actions of which the enemy sees no difference before."""
    for pair in zip(one, other, strict=False):
        yield pair
        if pair[0].seen != pair[1].seen:
            return


def main() -> None:
    """Compare, and say what was found; exit 1 if it is too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.thoughts", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="so many are compared (200)")
    parser.add_argument("--level", default="hatamoto-3", help="that thinks (hatamoto-3)")
    parser.add_argument("--seed", default="nightly")
    told = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.kit.settings")
    django.setup()
    rules, random = ruleset(DEFAULT), Random(told.seed)
    turns: list[list[Thought]] = []
    different = thoughts = 0
    for number, (state, side) in enumerate(_beginnings(rules, random), 1):
        seed = random.getrandbits(30)
        deals = state, twin(rules, state, side, random)
        both = [_measured(rules, deal, side, told.level, seed) for deal in deals]
        pairs = list(_together(*both))
        thoughts += len(pairs)
        different += any(_moment(one) != _moment(other) for one, other in pairs)
        turns += both
        sys.stderr.write(f"\r{number} of {told.pairs}: {different} differ")
        if number == told.pairs:
            break
    median = statistics.median(sum(_moment(each) + LATE for each in turn) for turn in turns)
    longest = max(each.seconds for turn in turns for each in turn)
    sys.stdout.write(
        f"\n{told.pairs - different} of {told.pairs} pairs act at the same moments, in {thoughts} thoughts. "
        f"A thought takes {longest:.2f} s at most, a turn {median:.1f} s in the median.\n"
    )
    if different * 100 > told.pairs or median > LONGEST_TURN:
        sys.exit(1)


if __name__ == "__main__":
    main()
