"""Problems of an edition that has the right shape: one sentence for each, naming the entry.

Wrong facts that no check can find, such as a road that is not on the printed board, are marked by their
grade.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from games.engine.edition_data import MORI_BOX, RECRUITMENT, BlockData, CardData, Edition, RoadData, SideName

EDITION_SIDES: tuple[SideName, ...] = ("east", "west")
BLOCKS_A_SIDE = 48
CARDS_A_SIDE = 55
# Roads used and places held are kept as bits of one number, which stays fast up to this many.
MOST_BITS = 63


def lint(edition: Edition) -> Iterator[str]:
    """Yield every problem found, in the order of the sections of an edition; nothing if it can be played."""
    yield from _flags(edition)
    yield from _repeated_ids(edition)
    yield from _locations(edition)
    yield from _roads(edition)
    yield from _connected(edition)
    yield from _disks(edition)
    yield from _blocks(edition)
    yield from _cards(edition)
    yield from _bids(edition)
    yield from _losing(edition)
    yield from _setup(edition)
    yield from _setup_places(edition)
    yield from _mori(edition)


def _flags(edition: Edition) -> Iterator[str]:
    weeks, waves = edition.flags.weeks, edition.flags.reinforcement_blocks
    if len(waves) != weeks:
        yield f"flags: reinforcement_blocks has {len(waves)} numbers, but the game has {weeks} weeks"
    if waves and waves[0]:
        yield "flags: reinforcement_blocks starts with week 1, which has no reinforcement step: it must be 0"


def _repeated_ids(edition: Edition) -> Iterator[str]:
    for noun in ("clan", "location", "disk", "block", "card"):
        for id_, times in Counter(entry.id for entry in getattr(edition, f"{noun}s")).items():
            if times > 1:
                yield f'{noun} "{id_}": {times} entries have this id'


def _locations(edition: Edition) -> Iterator[str]:
    clans = {clan.id for clan in edition.clans}
    clans_with_blocks = {block.clan for block in edition.blocks}
    if len(edition.locations) > MOST_BITS:
        yield f"locations: there are {len(edition.locations)}, more than the {MOST_BITS} supported"
    for location in edition.locations:
        where = f'location "{location.id}"'
        if location.id in (RECRUITMENT, MORI_BOX):
            yield f"{where}: this id means a box beside the board"
        if location.capital and location.castle and location.capital != location.castle:
            yield f"{where}: it is a capital of {location.capital} with a castle of {location.castle}"
        for clan in location.recruitment:
            if clan not in clans:
                yield f'{where}: recruitment names "{clan}", which is no clan'
            elif clan not in clans_with_blocks:
                yield f'{where}: recruitment names the clan "{clan}", which has no blocks'


def _roads(edition: Edition) -> Iterator[str]:
    locations = {location.id for location in edition.locations}
    if len(edition.roads) > MOST_BITS:
        yield f"roads: there are {len(edition.roads)}, more than the {MOST_BITS} supported"
    for road in edition.roads:
        for end in (road.a, road.b):
            if end not in locations:
                yield f'{_road(road)}: it leads nowhere, there is no location "{end}"'
        if road.a == road.b:
            yield f"{_road(road)}: it leads back to where it starts"
    first: dict[frozenset[str], RoadData] = {}
    for road in edition.roads:
        if first.setdefault(frozenset((road.a, road.b)), road) is not road:
            yield f"{_road(road)}: there is another road between the two"


def _road(road: RoadData) -> str:
    return f'road "{road.a}" - "{road.b}"'


def _connected(edition: Edition) -> Iterator[str]:
    if not edition.locations:
        return
    neighbours: dict[str, set[str]] = {location.id: set() for location in edition.locations}
    for road in edition.roads:
        if road.a in neighbours and road.b in neighbours:
            neighbours[road.a].add(road.b)
            neighbours[road.b].add(road.a)
    start = edition.locations[0].id
    reached, ahead = {start}, [start]
    while ahead:
        new = neighbours[ahead.pop()] - reached
        reached |= new
        ahead += new
    if isolated := [id_ for id_ in neighbours if id_ not in reached]:
        yield f'the board is not connected: no way leads from "{start}" to {_quoted(isolated)}'


def _disks(edition: Edition) -> Iterator[str]:
    castles = {location.id: location.castle for location in edition.locations}
    blocks = {block.id for block in edition.blocks}
    taken: dict[str, str] = {}
    for disk in edition.disks:
        # Losses are named in one list, blocks and disks together [8.7.2].
        if disk.id in blocks:
            yield f'disk "{disk.id}": a block has this id'
        if disk.location not in castles:
            yield f'disk "{disk.id}": there is no location "{disk.location}"'
            continue
        # One stronghold has one owner, R-33, so its castle and its disk must be of one side.
        if castles[disk.location] not in (None, disk.side):
            yield f'disk "{disk.id}": it is of {disk.side}, the castle at "{disk.location}" is not'
        if edition.flags.disk_model == "in-castle" and castles[disk.location] is None:
            yield f'disk "{disk.id}": it needs a castle to be in, and "{disk.location}" has none'
        if edition.flags.disk_model == "destructible-castle" and disk.falls != "last":
            yield f'disk "{disk.id}": a disk that is a castle of its own falls last'
        other = taken.setdefault(disk.location, disk.id)
        if other != disk.id:
            yield f'disk "{disk.id}": the disk "{other}" is at "{disk.location}" already'


def _blocks(edition: Edition) -> Iterator[str]:
    for block in edition.blocks:
        yield from _clan(edition, f'block "{block.id}"', block.clan, block.side)
        if block.fatal and block.count > 1:
            yield f'block "{block.id}": its loss loses the game, so there can be one only, not {block.count}'
    yield from _totals("blocks", edition.blocks, BLOCKS_A_SIDE)


def _totals(what: str, pieces: Iterable[BlockData | CardData], needed: int) -> Iterator[str]:
    for side in EDITION_SIDES:
        total = sum(piece.count for piece in pieces if piece.side == side)
        if total != needed:
            yield f"{what}: {side} has {total}, it needs {needed}"


def _clan(edition: Edition, what: str, clan: str, side: SideName) -> Iterator[str]:
    serves = {known.id: known.side for known in edition.clans}
    if clan not in serves:
        yield f'{what}: there is no clan "{clan}"'
    elif serves[clan] != side:
        yield f'{what}: it is of {side}, its clan "{clan}" of {serves[clan]}'


def _cards(edition: Edition) -> Iterator[str]:
    clans_with_blocks = {block.clan for block in edition.blocks}
    for card in edition.cards:
        what = f'card "{card.id}"'
        if card.type == "loyalty":
            if card.clan is not None:
                yield f"{what}: a loyalty challenge has no clan"
        elif card.clan is None:
            yield f"{what}: it needs a clan"
        else:
            yield from _clan(edition, what, card.clan, card.side)
            if card.clan not in clans_with_blocks:
                yield f'{what}: its clan "{card.clan}" has no blocks'
    yield from _totals("cards", edition.cards, CARDS_A_SIDE)


def _bids(edition: Edition) -> Iterator[str]:
    """One deck is even and the other odd, R-31: the rules have no answer to a tie."""
    parities = {side: {card.bid % 2 for card in edition.cards if card.side == side} for side in EDITION_SIDES}
    mixed = [side for side in EDITION_SIDES if len(parities[side]) > 1]
    for side in mixed:
        yield f"cards: {side} has even and odd bids; one deck must be even, the other odd, or bids could tie"
    if not mixed and parities["east"] & parities["west"]:
        yield "cards: both decks are even or both odd; one must be even, the other odd, or bids could tie"


def _losing(edition: Edition) -> Iterator[str]:
    fatal = {block.side for block in edition.blocks if block.fatal}
    fatal |= {disk.side for disk in edition.disks if disk.fatal}
    for side in EDITION_SIDES:
        if side not in fatal:
            yield f"{side}: no block and no disk of it is fatal, one must be"


def _setup(edition: Edition) -> Iterator[str]:
    kinds = {block.id: block for block in edition.blocks}
    for side in EDITION_SIDES:
        entries = [entry for entry in edition.setup if entry.side == side]
        placed = Counter(id_ for entry in entries for id_ in entry.blocks)
        for id_, copies in placed.items():
            if id_ not in kinds:
                yield f'setup of {side}: there is no block "{id_}"'
            elif kinds[id_].side != side:
                yield f'setup of {side}: the block "{id_}" is of {kinds[id_].side}'
            elif copies > kinds[id_].count:
                yield f'setup of {side}: "{id_}" is placed {copies} times, there are {kinds[id_].count}'
        bag = sum(kind.count for kind in edition.blocks if kind.side == side) - placed.total()
        drawn = sum(entry.random for entry in entries)
        if drawn > max(bag, 0):
            yield f"setup of {side}: {drawn} random blocks are to be drawn from a bag of {max(bag, 0)}"


def _setup_places(edition: Edition) -> Iterator[str]:
    """Nobody starts besieged or in contact: who was there first would be unknown, R-04."""
    places = {location.id for location in edition.locations} | {RECRUITMENT, MORI_BOX}
    for (side, place), times in Counter((entry.side, entry.place) for entry in edition.setup).items():
        if place not in places:
            yield f'setup of {side}: there is no location "{place}"'
        if times > 1:
            yield f'setup of {side}: "{place}" has {times} entries'
    starts = {side: {entry.place for entry in edition.setup if entry.side == side} for side in EDITION_SIDES}
    for place in sorted(starts["east"] & starts["west"] - {RECRUITMENT, MORI_BOX}):
        yield f'setup: both sides start at "{place}"'
    for disk in edition.disks:
        enemy: SideName = "west" if disk.side == "east" else "east"
        if disk.location in starts[enemy]:
            yield f'setup of {enemy}: "{disk.location}" has the disk "{disk.id}" of {disk.side}'


def _mori(edition: Edition) -> Iterator[str]:
    """The box is West's, open, of one clan, and its daimyo comes last [9.3]."""
    if edition.mori.location not in {location.id for location in edition.locations}:
        yield f'mori: there is no location "{edition.mori.location}"'
    kinds = {block.id: block for block in edition.blocks}
    for entry in edition.setup:
        if entry.place != MORI_BOX:
            continue
        held = [kinds[id_] for id_ in entry.blocks if id_ in kinds]
        clans = {kind.clan for kind in held}
        daimyo = sum(kind.daimyo for kind in held)
        box = f"setup of {entry.side}: the Mori box"
        if entry.side != "west":
            yield f"{box} is for west only"
        if entry.random:
            yield f"{box} holds named blocks only, none are drawn for it"
        if len(clans) > 1:
            yield f"{box} holds blocks of {_quoted(sorted(clans))}, not of one clan"
        if daimyo != 1:
            yield f"{box} holds {daimyo} daimyo, it needs exactly one"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
