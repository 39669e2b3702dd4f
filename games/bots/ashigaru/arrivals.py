"""Blocks from the boxes: musters, and what cards bring from the Mori box."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru.decisions import Answer, filled
from games.bots.ashigaru.plans import Planner

MUSTERED = 2
"""Blocks of one clan that a box commonly holds."""
CARD = 0.9
"""What the card that brings a Mori block is worth, whichever it is."""


def reckoned_muster(planner: Planner) -> float:
    """About what a muster is worth, before its places are known and its blocks are shown."""
    position = planner.position
    waiting: int = position.view["sides"][position.me]["recruitment"]
    return planner.judgement.temper.recruit * min(waiting, MUSTERED) * 1.2


def judge(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    """The best answer of a muster or Mori shape, and its worth in points."""
    if shape["action"]["type"] == "muster":
        return _muster(planner, shape)
    return _mori(planner, shape)


def _muster(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    place = shape["action"]["location"]
    ready = [name for tier in shape["of"] for name in tier]
    chosen = planner.by_use(ready)[: shape["most"]]
    value = _standing(planner, place, chosen)
    value += 0.1 * planner.judgement.temper.whim(planner.position.week, place, "muster")
    return value, filled(shape, chosen)


def _standing(planner: Planner, place: str, names: list[str]) -> float:
    """What fresh blocks are worth in a place: themselves, what they hold, and what they are near."""
    position, judgement, pull = planner.position, planner.judgement, planner.aims.pull
    friends = position.friends(place)
    count = len(friends) + len(names)
    value = judgement.temper.recruit * len(names)
    value += judgement.hold(place, [*friends, *names]) - judgement.hold(place, friends)
    value += judgement.passing((place,))
    return value + pull(place, count, place)[0] - (pull(place, len(friends), place)[0] if friends else 0.0)


def _mori(planner: Planner, shape: dict[str, Any]) -> tuple[float, Answer]:
    """A card for a block, two for a double: worth it when the card fits nothing or the place is in need."""
    position = planner.position
    ready = [name for tier in shape["of"] for name in tier]
    # Now and then somebody keeps the second block of a double back in the box.
    most = 1 if planner.judgement.temper.whim("mori", position.view["week"]) < 0.3 else shape["most"]
    chosen = planner.by_use(ready[: -1 if len(ready) > 1 else None])[:most]
    place = position.board.mori_location
    late = 0.7 if position.view["turn"] == "B" else 1.0
    whim = planner.judgement.temper.whim("mori", position.week, len(position.view["mori_box"]))
    price = CARD * late * (0.4 + whim)
    return _standing(planner, place, chosen) - price - 0.1, filled(shape, chosen)
