"""Stack moves as rows: read from the options, or estimated before the level is bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.bots.ashigaru.position import SeatPosition
from games.rule_numbers import OVERRUN_RATIO, PENALTY_STEP


class March(NamedTuple):
    """Groups of ``least`` to ``most`` blocks may go along a path, at a price, to meet something."""

    source: str
    path: tuple[str, ...]
    least: int
    most: int
    force_march: bool
    leader: bool
    meets: str


class MarchSource(NamedTuple):
    """One source, the blocks that may leave it, the daimyo who could lead them, and where to."""

    place: str
    blocks: list[str]
    leaders: list[str]
    marches: list[March]


def offered(shape: dict[str, Any]) -> list[MarchSource]:
    """The rows of a ``route``."""
    return [
        MarchSource(
            row["source"], row["blocks"], row["leaders"], [_row(row["source"], x) for x in row["reach"]]
        )
        for row in shape["sources"]
    ]


def _row(source: str, row: dict[str, Any]) -> March:
    least, most = row["size"]
    path = tuple(row["path"])
    return March(source, path, least, most, row["force_march"], row["leader"], row["meets"])


def reckoned(position: SeatPosition) -> list[MarchSource]:
    """Where stacks could go with a move each and no force march, for the choice of a level."""
    found = []
    for place, names in position.mine.items():
        if place in position.theirs and position.my_stronghold(place):
            continue
        led = is_led(position, place)
        leaders = [] if led else [name for name in names if position.board.blocks[name].daimyo]
        rows = list(_rows(position, place, len(names), led or bool(leaders)))
        found.append(MarchSource(place, names, leaders, rows))
    return found


def is_led(position: SeatPosition, place: str) -> bool:
    """Whether castle, capital or disk lend leadership there [7.3.4]."""
    board, me = position.board, position.me
    if board.castles.get(place) == me == position.castle.get(place) or board.capitals.get(place) == me:
        return True
    return board.disk_leads and place in position.my_disk


def _rows(position: SeatPosition, place: str, size: int, led: bool) -> Iterator[March]:
    for path, price in _paths(position, place, 1 + led):
        for band in range((size - 1) // PENALTY_STEP + 1):
            if price + band > 1 + led:
                break
            most = min(size, (band + 1) * PENALTY_STEP)
            meets = _meeting(position, path[-1], most)
            yield March(place, path, band * PENALTY_STEP + 1, most, False, False, meets)


def _paths(position: SeatPosition, place: str, allowance: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Ways out of a place that stop at enemies, with their length less what the highway gives."""
    edge: list[tuple[tuple[str, ...], bool]] = [((), True)]
    while edge:
        further = []
        for path, fast in edge:
            for road in position.board.roads[path[-1] if path else place]:
                if road.to == place or road.to in path:
                    continue
                highway = fast and road.highway
                price = len(path) + 1 - highway
                if price <= allowance:
                    yield (*path, road.to), price
                    if road.to not in position.hostile:
                        further.append(((*path, road.to), highway))
        edge = further


def _meeting(position: SeatPosition, end: str, size: int) -> str:
    if end not in position.hostile:
        return "nothing"
    enemies, friends = position.theirs.get(end, 0), len(position.friends(end))
    if enemies and size + friends >= OVERRUN_RATIO * enemies and not position.foe_stronghold(end):
        return "overrun"
    if enemies >= OVERRUN_RATIO * (size + friends) and not position.my_stronghold(end):
        return "overrun-by-them"
    return "fight"
