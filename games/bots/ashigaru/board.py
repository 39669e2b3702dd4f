"""What is printed: the board, the blocks and the cards, read from public edition data."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

EAST, WEST = "east", "west"
FOE = {EAST: WEST, WEST: EAST}
FAR = 99
"""Steps between places no road joins."""


class PrintedBlock(NamedTuple):
    """What is printed on a block."""

    clan: str
    mon: int
    arm: str | None
    daimyo: bool
    wildcard: bool
    fatal: bool


class PrintedCard(NamedTuple):
    """What is printed on a card. A loyalty challenge has no clan."""

    side: str
    clan: str | None
    type: str
    bid: int
    copies: int


class Disk(NamedTuple):
    """A disk and where it stands."""

    side: str
    location: str
    fatal: bool


class Road(NamedTuple):
    """A road seen from one of its ends."""

    to: str
    highway: bool


class Board:
    """The edition's facts, cross-referenced once for a player.

    Args:
        edition: public edition data as JSON.
    """

    def __init__(self, edition: dict[str, Any]) -> None:
        flags = edition["flags"]
        self.weeks: int = flags["weeks"]
        self.disk_points: int = flags["disk_points"]
        self.disk_leads: bool = flags["disk_leadership"]
        self.arm_bonus: int = flags["special_bonus_per_earlier"]
        self.doubles_lone_wildcards: bool = flags["double_and_wildcard"] == "alone"
        self.mori_location: str = edition["mori"]["location"]
        self.castles: dict[str, str] = {x["id"]: x["castle"] for x in edition["locations"] if x["castle"]}
        self.capitals: dict[str, str] = {x["id"]: x["capital"] for x in edition["locations"] if x["capital"]}
        self.resources = frozenset(x["id"] for x in edition["locations"] if x["resource"])
        self.disks = {x["id"]: Disk(x["side"], x["location"], x["fatal"]) for x in edition["disks"]}
        self.kinds = {x["id"]: _block(x) for x in edition["blocks"]}
        self.blocks = _copies(edition["blocks"], self.kinds)
        self.fatal = frozenset(name for name, block in self.blocks.items() if block.fatal)
        self.cards = {
            x["id"]: PrintedCard(x["side"], x["clan"], x["type"], x["bid"], x["count"])
            for x in edition["cards"]
        }
        self.deck = {
            side: sum(card.copies for card in self.cards.values() if card.side == side) for side in FOE
        }
        self.clan_cards = _clan_cards(self.cards)
        self.roads = _roads(edition)
        self.steps = {start: _steps(self.roads, start) for start in self.roads}


def _block(data: dict[str, Any]) -> PrintedBlock:
    return PrintedBlock(
        data["clan"], data["mon"], data["arm"], data["daimyo"], data["wildcard"], data["fatal"]
    )


def _copies(blocks: list[dict[str, Any]], kinds: dict[str, PrintedBlock]) -> dict[str, PrintedBlock]:
    """Facts by block id: the kind's id, numbered where there is more than one."""
    found: dict[str, PrintedBlock] = {}
    for data in blocks:
        kind = kinds[data["id"]]
        if data["count"] == 1:
            found[data["id"]] = kind
        else:
            found |= {f"{data['id']}-{number + 1}": kind for number in range(data["count"])}
    return found


def _clan_cards(cards: dict[str, PrintedCard]) -> dict[str, int]:
    """How many cards each clan has in its side's deck."""
    found: dict[str, int] = {}
    for card in cards.values():
        if card.clan:
            found[card.clan] = found.get(card.clan, 0) + card.copies
    return found


def _roads(edition: dict[str, Any]) -> dict[str, list[Road]]:
    roads: dict[str, list[Road]] = {x["id"]: [] for x in edition["locations"]}
    for road in edition["roads"]:
        roads[road["a"]].append(Road(road["b"], road["highway"]))
        roads[road["b"]].append(Road(road["a"], road["highway"]))
    return roads


def _steps(roads: dict[str, list[Road]], start: str) -> dict[str, int]:
    """Roads from one place to every other, by the shortest way."""
    found = dict.fromkeys(roads, FAR)
    found[start] = 0
    edge = deque([start])
    while edge:
        place = edge.popleft()
        for road in roads[place]:
            if found[road.to] == FAR:
                found[road.to] = found[place] + 1
                edge.append(road.to)
    return found
