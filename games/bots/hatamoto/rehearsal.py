"""Trying a turn out: what it leads to, through its fights and the enemy's answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from games.bots.ashigaru import ANSWERS
from games.bots.ashigaru.board import FOE, Board
from games.bots.ashigaru.decisions import PendingDecision
from games.bots.ashigaru.temper import Temper, temper
from games.bots.hatamoto.value import Valuation
from games.bots.levels import BEST_PLANS, Budget
from games.bots.players import Json, World, Worlds

TurnActions = tuple[Json, ...]
"""Actions of the rest of a movement phase."""

BEGINS = "level"
"""The decision with which a turn begins."""
MOVING = (BEGINS, "movement")
"""The decisions of a movement phase."""
EFFORT_OF_A_MOVE = 10
"""What planning a move takes, in answers to other decisions."""
MOST_EFFORT = 1600
"""The effort of a thought after which it tries nothing in further worlds: how long a thought takes depends on
the hand, but nearly all end before the first moment at which their player may act."""
CAPRICES = (0.1, 1.0, 2.0)
"""What caprice adds to the moves of planned turns, in points."""


def spread(base: Temper, count: int) -> Iterator[Temper]:
    """Tempers around one, and that one first."""
    yield base
    for number in range(1, count):
        drawn = Random(f"{base.seed}|{number}")  # noqa: S311 - it keeps no secret
        yield base._replace(
            seed=base.seed + number,
            thrift=base.thrift * drawn.uniform(0.7, 1.35),
            leader=base.leader * drawn.uniform(0.7, 1.35),
            marching=base.marching * drawn.uniform(0.7, 1.35),
            fading=min(0.95, base.fading * drawn.uniform(0.8, 1.2)),
            courage=drawn.uniform(0.6, 1.4),
            recruit=base.recruit * drawn.uniform(0.7, 1.35),
            share=base.share * drawn.uniform(0.7, 1.35),
            caprice=CAPRICES[number % len(CAPRICES)],
        )


class Notes:
    """What rehearsals of one turn have found; those before its later moves come upon the same positions.

    Attributes:
        plans: what a temper does in the rest of the turn, by temper and position.
        chances: to win after a turn, and the effort to find that out, by the number of the world and the
            position at the end of the moves.
    """

    def __init__(self) -> None:
        self.plans: dict[tuple[Temper, bytes], TurnActions] = {}
        self.chances: dict[tuple[int, bytes], tuple[float, int]] = {}


class Rehearsal:
    """A turn, or the rest of one, that is tried out.

    Args:
        board: the edition's facts.
        value: what positions are worth.
        base: the temper of the player who rehearses.
        worlds: the positions that it may be in.
        side: its side.
        seed: decides which of them are dealt, and the tempers of its enemy.
        notes: of rehearsals with the same seed, side and base; they make no difference but to the time.
    """

    def __init__(
        self,
        board: Board,
        value: Valuation,
        base: Temper,
        worlds: Worlds,
        side: str,
        seed: int,
        notes: Notes | None = None,
    ) -> None:
        self._board = board
        self._value = value
        self._base = base
        self._worlds = worlds
        self._side = side
        self._seed = seed << 8
        self._dealt: dict[int, World] = {}
        self._notes = notes or Notes()
        self._effort = 0

    def best(self, budget: Budget) -> Json:
        """The first action of the best plan found; of what a plan leads to, the average counts."""
        plans = self._plans(budget.plans)
        if _begin_alike(plans):
            return plans[0][0]
        outcomes = [[self.outcome(plan, number) for number in range(budget.first)] for plan in plans]
        ranked = sorted(range(len(plans)), key=lambda index: -fmean(outcomes[index]))
        kept = sorted({0, *ranked[:BEST_PLANS]})
        if not _begin_alike([plans[index] for index in kept]):
            for number in range(budget.first, budget.first + budget.then):
                if self._effort >= MOST_EFFORT:
                    break
                for index in kept:
                    outcomes[index].append(self.outcome(plans[index], number))
        return plans[max(kept, key=lambda index: fmean(outcomes[index]))][0]

    def _plans(self, count: int) -> list[TurnActions]:
        """Different plans, the player's own first."""
        found: dict[str, TurnActions] = {}
        for each in spread(self._base, count):
            plan = self.turn(each)
            found.setdefault(json.dumps(plan, sort_keys=True), plan)
        return list(found.values())

    def turn(self, planner: Temper) -> TurnActions:
        """What a temper would do in the rest of the movement phase, in one of the worlds."""
        world, plans = self._world(0), self._notes.plans
        positions: list[bytes] = []
        actions: list[Json] = []
        rest: TurnActions = ()
        while (asked := world.asked) is not None and asked[0] == self._side and asked[1] in MOVING:
            position = world.dump()
            if (planner, position) in plans:
                rest = plans[planner, position]
                break
            action = self._answer(world, planner)
            self._act(world, action)
            positions.append(position)
            actions.append(action)
        turn = (*actions, *rest)
        for number, position in enumerate(positions):
            plans[planner, position] = turn[number:]
        self._effort += EFFORT_OF_A_MOVE * len(turn)
        return turn

    def outcome(self, turn: TurnActions, number: int) -> float:
        """The chance to win after a turn, its fights and the enemy's answer, in one of the worlds.

        Args:
            turn, number: as for ``end``.
        """
        world = self._after(turn, number)
        key = number, world.dump()
        chances = self._notes.chances
        if key not in chances:
            before = self._effort
            chance = self._value.chance(self._end(world, number))
            chances[key] = chance, self._effort - before
            return chance
        chance, effort = chances[key]
        self._effort += effort
        return chance

    def end(self, turn: TurnActions, number: int) -> Json:
        """What the side sees after a turn, its fights and the enemy's answer, in one of the worlds.

        Args:
            turn: where one of its actions is not possible in that world, the player goes on as its temper
                would.
            number: of the world; the same number is the same world, with the same enemy.
        """
        return self._end(self._after(turn, number), number)

    def _after(self, turn: TurnActions, number: int) -> World:
        """One of the worlds after a turn's moves, or those of them that are possible there."""
        world = self._world(number)
        for action in turn:
            if not world.act(self._side, action):
                break
        return world

    def _end(self, world: World, number: int) -> Json:
        """What the side sees after the fights and the enemy's answer."""
        tempers = {self._side: self._base, FOE[self._side]: temper(self._seed + number)}
        while (asked := world.asked) is not None and asked != (self._side, BEGINS):
            self._effort += EFFORT_OF_A_MOVE if asked[1] in MOVING else 1
            self._act(world, self._answer(world, tempers[asked[0]]))
        return world.view(self._side)

    def _world(self, number: int) -> World:
        if number not in self._dealt:
            self._dealt[number] = self._worlds.deal(self._seed + number)
        return self._dealt[number].copy()

    def _answer(self, world: World, planner: Temper) -> Json:
        asked = world.asked
        if asked is None:
            raise LookupError("nobody is asked")
        side, decision = asked
        return ANSWERS[decision](PendingDecision(self._board, planner, world.view(side), world.options(side)))

    def _act(self, world: World, action: Json) -> None:
        asked = world.asked
        if asked is None or not world.act(asked[0], action):
            raise ValueError(f"{asked} may not answer {action}")


def _begin_alike(plans: Sequence[TurnActions]) -> bool:
    """Whether all begin with the same action, so that trying them out decides nothing."""
    return all(plan[0] == plans[0][0] for plan in plans)
