"""The differences between editions in words: their flags, and facts about what is printed."""

import json
from collections.abc import Callable, Iterable

from games.engine.edition_data import MORI_BOX, RECRUITMENT, Edition, SideName
from games.rulebook.rules import ANY, DifferenceValue, rulebook


def described(name: str, edition: Edition) -> DifferenceValue:
    """What an edition has at one difference, in the words of the rules.

    Args:
        name: of the difference: a flag, or a fact of ``FACTS``.
    """
    values = rulebook().differences[name].values
    parts = _parts(name, edition)
    words = values.get(parts[0]) or values[ANY]
    return DifferenceValue(words.short.format(*parts), words.text.format(*parts))


def _parts(name: str, edition: Edition) -> tuple[str, ...]:
    """The values for the placeholders of the sentence; the first decides which sentence it is."""
    if name in FACTS:
        return FACTS[name](edition)
    flag = getattr(edition.flags, name)
    if isinstance(flag, tuple):
        return (_listed(str(each) for each in flag),)
    return (flag if isinstance(flag, str) else json.dumps(flag),)


def _listed(each: Iterable[str]) -> str:
    return ", ".join(each) or "none"


def _fatal_pieces(edition: Edition) -> tuple[str, ...]:
    """[2.1]."""
    disks = [disk.name for disk in edition.disks if disk.fatal]
    return (_listed(disks + [block.name for block in edition.blocks if block.fatal]),)


def _first_blocks(edition: Edition) -> tuple[str, ...]:
    """[5.2.3]: East's and West's."""

    def drawn(side: SideName) -> int:
        return sum(row.random for row in edition.setup if (row.side, row.place) == (side, RECRUITMENT))

    return str(drawn("east")), str(drawn("west"))


def _capitals(edition: Edition) -> tuple[str, ...]:
    """[7.3.4], R-39."""
    return (_listed(place.name for place in edition.locations if place.capital),)


def _disks(edition: Edition) -> tuple[str, ...]:
    """[9.1.1-9.1.3]."""
    names = {place.id: place.name for place in edition.locations}
    return (_listed(f"{disk.name} ({names[disk.location]})" for disk in edition.disks),)


def _disks_that_fall_early(edition: Edition) -> tuple[str, ...]:
    """[8.9.3]."""
    return (_listed(disk.name for disk in edition.disks if disk.falls == "any"),)


def _mori_blocks(edition: Edition) -> tuple[str, ...]:
    """[9.3]."""
    return (str(sum(len(row.blocks) for row in edition.setup if row.place == MORI_BOX)),)


def _wildcards(edition: Edition) -> tuple[str, ...]:
    """[9.4], R-30: with their strength and without."""
    wild = [block for block in edition.blocks if block.wildcard]
    strong = (f"{each.name} ({each.mon} mon{_armed(each.arm)})" for each in wild)
    return _listed(strong), _listed(each.name for each in wild)


def _armed(arm: str | None) -> str:
    return f", {arm}" if arm else ""


FACTS: dict[str, Callable[[Edition], tuple[str, ...]]] = {
    "fatal_pieces": _fatal_pieces,
    "first_blocks": _first_blocks,
    "capitals": _capitals,
    "disks": _disks,
    "disks_that_fall_early": _disks_that_fall_early,
    "mori_blocks": _mori_blocks,
    "wildcards": _wildcards,
}
"""Differences that are not flags, by name."""
