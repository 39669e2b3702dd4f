"""Values for the optional rules of a game."""

from typing import Any

from games.engine.edition_layers import OPTIONAL, is_same
from games.rulebook.editions import layered


def flipped(edition: str) -> dict[str, Any]:
    """Every flag that may be chosen, otherwise than the edition has it."""
    own = layered(edition).own.flags
    return {
        flag: next(value for value in values if not is_same(value, getattr(own, flag)))
        for flag, values in OPTIONAL.items()
    }
