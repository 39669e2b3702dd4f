"""Around the fighting: where first, inside or outside, what to lose, where to retreat [8.1, 8.7-8.9]."""

from __future__ import annotations

import math
from typing import Any

from games.bots.ashigaru.aims import Aims
from games.bots.ashigaru.decisions import Answer, PendingDecision, filled
from games.bots.ashigaru.judgement import Judgement
from games.rule_numbers import OVERRUN_RATIO


def declare(pending: PendingDecision) -> Answer:
    """The most promising combat first: what is drawn after it helps in the others."""
    judgement = pending.judgement
    choices = pending.choices()
    action: Answer = max(choices, key=lambda choice: promise(judgement, choice["action"]["location"]))[
        "action"
    ]
    return action


def promise(judgement: Judgement, place: str) -> float:
    """What it is worth to fight at a place with the blocks there."""
    return judgement.hold(place, judgement.position.friends(place))


def stance(pending: PendingDecision) -> Answer:
    """Inside or outside."""
    place = pending.view["combat"]["location"]
    return {"type": "stance", "inside": stays_inside(pending.judgement, place)}


def stays_inside(judgement: Judgement, place: str) -> bool:
    """Whether to stay in a castle: outside only with the better army; the walls do the rest."""
    names = judgement.position.friends(place)
    mine = judgement.my_impact(names)
    brave = judgement.fatal.isdisjoint(names) and judgement.position.my_disk.get(place) is None
    chance = judgement.chance(mine, judgement.foe_impact(place))
    return not (brave and chance > 0.62 / judgement.temper.courage)


def losses(pending: PendingDecision) -> Answer:
    """The weakest blocks, in the order the rules set."""
    shape = pending.shapes[0]
    judgement = pending.judgement
    chosen: list[str] = []
    for tier in shape["of"]:
        ranked = sorted(tier, key=lambda name: keeping(judgement, name))
        chosen += ranked[: shape["least"] - len(chosen)]
    return filled(shape, chosen)


def keeping(judgement: Judgement, name: str) -> float:
    """What a block is worth to its side; those that few cards fit are worth less.

    A disk that may fall in place of a block is there for just that.
    """
    disk = judgement.board.disks.get(name)
    if disk is not None:
        return LAST if disk.fatal else 0.0
    block = judgement.board.blocks[name]
    if block.fatal:
        return LAST
    fitting = judgement.fitting(block)
    return (
        block.mon
        + 0.5 * (block.arm is not None)
        + 0.7 * block.daimyo
        + 0.8 * fitting
        + judgement.temper.favour(block.clan)
    )


LAST = 99.0


def retreat(pending: PendingDecision) -> Answer:
    """To friends and away from the enemy; some may hold the castle on."""
    judgement = pending.judgement
    aims = Aims(judgement)
    place = pending.view["combat"]["location"]
    force = judgement.position.friends(place)
    best, action = -math.inf, Answer()
    for shape in pending.shapes:
        for stay in _stays(judgement, shape, force):
            going = [name for name in force if name not in stay]
            value = _walls(judgement, place, stay)
            if going:
                value += refuge(judgement, aims, shape["action"]["to"], going)
            if value > best:
                best, action = value, filled(shape, stay)
    return action


def _stays(judgement: Judgement, shape: dict[str, Any], force: list[str]) -> list[list[str]]:
    """Nobody, or the least valuable that fit inside."""
    ranked = sorted(force, key=lambda name: keeping(judgement, name))
    bold = judgement.temper.stays or judgement.has_fatal(judgement.position.view["combat"]["location"], ())
    counts = {shape["least"], shape["most"]} if bold else {shape["least"]}
    return [ranked[:count] for count in sorted(counts)]


def _walls(judgement: Judgement, place: str, stay: list[str]) -> float:
    """A castle held on scores and delays; its garrison may starve."""
    if not stay:
        return 0.0
    held = 0.45 * judgement.swing(place)
    if judgement.has_fatal(place, stay):
        held += 4.0
    return held - 0.35 * judgement.temper.block * len(stay)


def refuge(judgement: Judgement, aims: Aims, place: str, going: list[str]) -> float:
    """What it is worth to retreat to a place with these blocks."""
    position = judgement.position
    friends = position.friends(place)
    value = judgement.hold(place, [*friends, *going]) - judgement.hold(place, friends)
    if position.enemies(place) >= OVERRUN_RATIO * (len(friends) + len(going)):
        value -= judgement.temper.block * len(going)
    pulled, _ = aims.pull(place, len(friends) + len(going), place)
    return value + 0.5 * pulled + 0.1 * len(friends) - 0.15 * position.threat(place)
