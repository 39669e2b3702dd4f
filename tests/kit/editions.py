"""Editions selected by their properties, so that tests include new ones automatically, and altered ones."""

from collections.abc import Callable
from functools import cache
from typing import Any

from games.engine import Ruleset
from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL, is_same
from games.rulebook.editions import edition_ids, edition_text, layered, ruleset


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


@cache
def ruleset_of(edition: str, revision: int) -> Ruleset:
    """The rules of an edition as games of an earlier revision keep them."""
    return Ruleset.from_text(edition_text(edition), revision)


def flipped(edition: str) -> dict[str, Any]:
    """Every flag that may be chosen, otherwise than the edition has it."""
    own = layered(edition).own.flags
    return {
        flag: next(value for value in values if not is_same(value, getattr(own, flag)))
        for flag, values in OPTIONAL.items()
    }
