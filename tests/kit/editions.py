"""Selects editions by their properties, so that tests include new editions automatically."""

from collections.abc import Callable

from games.engine.edition_data import Edition
from games.rulebook.editions import edition_ids, layered, ruleset


def editions_where(holds: Callable[[Edition], object]) -> list[str]:
    """The ids of the editions of which something holds."""
    return [edition for edition in edition_ids() if holds(ruleset(edition).edition)]


def variants() -> list[tuple[str, str]]:
    """Each edition that changes another, after that other."""
    bases = ((layered(edition).base.id, edition) for edition in edition_ids())
    return [(base, edition) for base, edition in bases if base != edition]


def ishida_is_fatal(edition: Edition) -> bool:
    """Whether the game ends with his death, as with Ieyasu's."""
    return any(block.id == "ishida-mitsunari" and block.fatal for block in edition.blocks)


def has_capital(edition: Edition, location: str, side: str) -> bool:
    """Whether the location is the capital of the side."""
    return any((place.id, place.capital) == (location, side) for place in edition.locations)
