"""Why one turn is better than another: facts about what each of them leads to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec import Struct

from games.analysis.rehearsing import Stage
from games.bots.hatamoto.value import POINTS, Worths
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.worlds import Json

CERTAIN = 0.05
"""Of all rehearsals, so many more must end at once for that to be a reason."""
MUCH = 0.5
"""So many points, blocks or cards more, on average, are a reason."""
PART = 0.15
"""A reason makes up so much of what the turn cost, or a price takes so much of it away."""
ERRORS = 2
"""Standard errors by which the turns must differ."""
MOST_REASONS = 3
"""Reasons that are given."""


class FactKind(StrEnum):
    """Which fact a reason is about."""

    LOST = "lost"
    STAND = "stand"
    WON = "won"
    POINTS = "points"
    OWN_LOSSES = "own-losses"
    ENEMY_LOSSES = "enemy-losses"
    ARRIVALS = "arrivals"
    CARDS = "cards"


class Stand(NamedTuple):
    """Where a leader stands, and how many blocks of its side stand there besides."""

    place: str
    guard: int


class Facts(NamedTuple):
    """What a turn leads to: right after its moves, and when its side's next turn begins, in each rehearsal.

    Attributes:
        chance: to win, on average.
        stands: by leader of the side, where it is right after the moves.
        lost: the leader that the side has lost, and with it the game; empty for none.
        won: the leader that the enemy has lost.
        numbers: the side's victory points less those of its enemy; the blocks that each has lost in the game;
            the blocks that the side has brought to the map in the game; the cards in its hand.
    """

    chance: float
    stands: Mapping[str, Stand]
    lost: Sequence[str]
    won: Sequence[str]
    numbers: Mapping[FactKind, Sequence[float]]


class Reason(Struct, frozen=True):
    """A fact in which two turns differ.

    Attributes:
        kind: which fact.
        played: its value for the turn that was played.
        preferred: for the other.
        leader: whom it is about; empty for none.
        played_place, preferred_place: where that leader stands; empty where it is about something else.
    """

    kind: FactKind
    played: float
    preferred: float
    leader: str = ""
    played_place: str = ""
    preferred_place: str = ""


class Reasons(NamedTuple):
    """What speaks for the preferred turn, most first, and what most speaks against it."""

    found: list[Reason]
    price: Reason | None


class _Weighed(NamedTuple):
    """A fact, and by how much it makes the chance to win greater with the preferred turn."""

    reason: Reason
    gain: float


def facts(stage: Stage, moved: Json, ends: Sequence[Json], side: Side) -> Facts:
    """The facts of a turn.

    Args:
        moved: what the side sees right after its moves.
        ends: what it sees at the end of each rehearsal.
        side: whose turn it is.
    """
    label, enemy = side.label, side.enemy.label

    def lost(of: str) -> list[float]:
        return [len(end["sides"][of]["lost"]) for end in ends]

    on_map = [sum(row[label]["count"] for row in end["locations"].values() if label in row) for end in ends]
    return Facts(
        chance=fmean(stage.value.chance(end) for end in ends),
        stands=stands(stage.rules, moved, side),
        lost=[_fallen(end, enemy) for end in ends],
        won=[_fallen(end, label) for end in ends],
        numbers={
            FactKind.POINTS: [stage.value.features(end)[POINTS[0]] for end in ends],
            FactKind.OWN_LOSSES: lost(label),
            FactKind.ENEMY_LOSSES: lost(enemy),
            FactKind.ARRIVALS: [here + gone for here, gone in zip(on_map, lost(label), strict=True)],
            FactKind.CARDS: [end["sides"][label]["hand"] for end in ends],
        },
    )


def _fallen(end: Json, winner: str) -> str:
    """The leader by whose loss a side has won; empty if it has not, or by points."""
    result = end["result"]
    if result is None or result["winner"] != winner or result["victory"].startswith("points"):
        return ""
    return str(result["victory"])


def stands(rules: Ruleset, view: Json, side: Side) -> dict[str, Stand]:
    """By leader of a side on the board, where it is and how many of its other blocks stand there.

    A leader is a block or disk with which the game is lost.

    Args:
        view: of the side.
        side: with the leaders.
    """
    c = rules.components
    leaders = {block.id: block.kind for block in c.blocks[side] if block.bit & c.fatal_mask[side]}
    disks = {disk.id for disk in c.disks if disk.side == side and disk.fatal}
    found: dict[str, Stand] = {}
    for name, place in view["locations"].items():
        here = place.get(side.label, {"count": 0})
        blocks = here.get("blocks", ())
        found |= {leaders[block]: Stand(name, here["count"] - 1) for block in blocks if block in leaders}
        if place.get("disk") in disks:
            found[place["disk"]] = Stand(name, here["count"])
    return found


def reasons(worths: Worths, played: Facts, preferred: Facts) -> Reasons:
    """The facts that speak for the preferred turn, and the one that most speaks against it.

    A fact counts if it is clear and makes up a good part of the difference in the chance to win. Where a
    leader is lost, the next reason is where it stands.

    Args:
        worths: of things at that time.
        played, preferred: of both turns in the same rehearsals.
    """
    weighed = [*_by_leaders(played, preferred), *_by_numbers(worths, played, preferred)]
    least = PART * abs(preferred.chance - played.chance)
    best = sorted((each for each in weighed if each.gain >= least), key=lambda each: -each.gain)
    worst = min(weighed, key=lambda each: each.gain, default=None)
    found: list[Reason] = []
    for each in best:
        found.append(each.reason)
        if each.reason.kind == FactKind.LOST:
            found += _by_stand(each.reason.leader, played, preferred)
    return Reasons(found[:MOST_REASONS], worst.reason if worst is not None and -worst.gain >= least else None)


def _by_leaders(played: Facts, preferred: Facts) -> Iterator[_Weighed]:
    for kind, before, after in (
        (FactKind.LOST, played.lost, preferred.lost),
        (FactKind.WON, played.won, preferred.won),
    ):
        for leader in sorted({*before, *after} - {""}):
            then, now = ([float(each == leader) for each in fallen] for fallen in (before, after))
            if _is_clear(then, now, CERTAIN):
                first, second = fmean(then), fmean(now)
                # Otherwise it would have had the usual chance.
                worth = -preferred.chance if kind == FactKind.LOST else 1 - played.chance
                yield _Weighed(Reason(kind, first, second, leader), worth * (second - first))


def _by_stand(leader: str, played: Facts, preferred: Facts) -> Iterator[Reason]:
    before, after = played.stands.get(leader), preferred.stands.get(leader)
    # Where he stands alike, it hangs on what the enemy does; and a reader is to know that.
    if before is not None and after is not None:
        yield Reason(FactKind.STAND, before.guard, after.guard, leader, before.place, after.place)


def _by_numbers(worths: Worths, played: Facts, preferred: Facts) -> Iterator[_Weighed]:
    even = (played.chance + preferred.chance) / 2
    slope = even * (1 - even)
    fallen = worths.block + worths.lost
    for kind, worth in (
        (FactKind.POINTS, worths.point),
        (FactKind.OWN_LOSSES, -fallen),
        (FactKind.ENEMY_LOSSES, fallen),
        (FactKind.ARRIVALS, worths.block),
        (FactKind.CARDS, worths.card),
    ):
        before, after = played.numbers[kind], preferred.numbers[kind]
        if _is_clear(before, after, MUCH):
            first, second = fmean(before), fmean(after)
            yield _Weighed(Reason(kind, first, second), slope * worth * (second - first))


def _is_clear(before: Sequence[float], after: Sequence[float], least: float) -> bool:
    """Whether, in the same rehearsals, two numbers differ by as much, and by more than by chance."""
    apart = [second - first for first, second in zip(before, after, strict=True)]
    error = stdev(apart) / math.sqrt(len(apart))
    return abs(fmean(apart)) >= max(least, ERRORS * error)
