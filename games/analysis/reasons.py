"""Why one turn is better than another: facts about what each of them leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from statistics import fmean
from typing import Any

from msgspec import Struct

from games.analysis.rehearsing import Stage
from games.bots.hatamoto.value import POINTS
from games.engine.ruleset import Ruleset
from games.engine.side import Side

Json = dict[str, Any]

CERTAIN = 0.05
"""Of all rehearsals, so many more must end at once for that to be a reason."""
MUCH = 0.5
"""So many points, blocks or cards more, on average, are a reason."""
MOST = 3
"""Reasons that are given."""


class Facts(Struct, frozen=True):
    """What a turn leads to: right after its moves, and on average after its fights and the enemy's answer.

    Attributes:
        guards: right after its moves, by leader of the side, how many of its other blocks stand there.
        lost: the share of rehearsals in which the side has lost a leader, and with him the game.
        won: the share in which the enemy has.
        points: the side's victory points less those of the enemy.
        own_losses: blocks that the side has lost in the game so far.
        enemy_losses: blocks that the enemy has.
        cards: in the side's hand.
    """

    guards: dict[str, int]
    lost: float
    won: float
    points: float
    own_losses: float
    enemy_losses: float
    cards: float


class Kind(StrEnum):
    """Which fact a reason is about."""

    LOST = "lost"
    GUARD = "guard"
    WON = "won"
    POINTS = "points"
    OWN_LOSSES = "own-losses"
    ENEMY_LOSSES = "enemy-losses"
    CARDS = "cards"


class Reason(Struct, frozen=True):
    """A fact in which two turns differ.

    Attributes:
        kind: which fact.
        played: its value for the turn that was played.
        preferred: for the other.
        leader: whom it is about; empty for none.
    """

    kind: Kind
    played: float
    preferred: float
    leader: str = ""


def facts(stage: Stage, moved: Json, ends: Sequence[Json], side: Side) -> Facts:
    """The facts of a turn.

    Args:
        moved: what the side sees right after its moves.
        ends: what it sees at the end of each rehearsal.
        side: whose turn it is.
    """
    label, enemy = side.label, side.enemy.label
    fatal = [end["result"] for end in ends if end["result"] is not None and _is_by_leader(end)]
    return Facts(
        guards=guards(stage.rules, moved, side),
        lost=sum(result["winner"] == enemy for result in fatal) / len(ends),
        won=sum(result["winner"] == label for result in fatal) / len(ends),
        points=fmean(stage.value.features(end)[POINTS[0]] for end in ends),
        own_losses=fmean(len(end["sides"][label]["lost"]) for end in ends),
        enemy_losses=fmean(len(end["sides"][enemy]["lost"]) for end in ends),
        cards=fmean(end["sides"][label]["hand"] for end in ends),
    )


def _is_by_leader(end: Json) -> bool:
    return not end["result"]["victory"].startswith("points")


def guards(rules: Ruleset, view: Json, side: Side) -> dict[str, int]:
    """By leader of a side on the board, how many of its other blocks stand in the same place.

    A leader is a block or disk with which the game is lost.

    Args:
        view: of the side.
        side: with the leaders.
    """
    c = rules.components
    leaders = {block.id: block.kind for block in c.blocks[side] if block.bit & c.fatal_mask[side]}
    disks = {disk.id for disk in c.disks if disk.side == side and disk.fatal}
    found: dict[str, int] = {}
    for place in view["locations"].values():
        here = place.get(side.label, {"count": 0})
        found |= {leaders[block]: here["count"] - 1 for block in here.get("blocks", ()) if block in leaders}
        if place.get("disk") in disks:
            found[place["disk"]] = here["count"]
    return found


def reasons(played: Facts, preferred: Facts) -> list[Reason]:
    """The facts that speak for the preferred turn, those that decide most first."""
    return [*_reasons(played, preferred)][:MOST]


def _reasons(played: Facts, preferred: Facts) -> Iterator[Reason]:
    if played.lost - preferred.lost >= CERTAIN:
        yield Reason(Kind.LOST, played.lost, preferred.lost)
        for leader, count in sorted(played.guards.items()):
            if preferred.guards.get(leader, 0) > count:
                yield Reason(Kind.GUARD, count, preferred.guards[leader], leader)
    if preferred.won - played.won >= CERTAIN:
        yield Reason(Kind.WON, played.won, preferred.won)
    if preferred.points - played.points >= MUCH:
        yield Reason(Kind.POINTS, played.points, preferred.points)
    if played.own_losses - preferred.own_losses >= MUCH:
        yield Reason(Kind.OWN_LOSSES, played.own_losses, preferred.own_losses)
    if preferred.enemy_losses - played.enemy_losses >= MUCH:
        yield Reason(Kind.ENEMY_LOSSES, played.enemy_losses, preferred.enemy_losses)
    if preferred.cards - played.cards >= MUCH:
        yield Reason(Kind.CARDS, played.cards, preferred.cards)
