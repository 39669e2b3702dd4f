"""The characters of computer players: leanings that an opponent can tell apart in play."""

from __future__ import annotations

import random
from typing import Any

CAUTIOUS = "cautious"
"""Fights where it is strong, guards its leaders well."""
BOLD = "bold"
"""Looks for fights, marches on the enemy's leaders, challenges on little hope."""
LOYAL = "loyal"
"""Fights with the blocks of one clan before all others, and spares them where it must lose some."""
CHARACTERS = (CAUTIOUS, BOLD, LOYAL)


def character(edition: dict[str, Any], side: str, seed: int) -> str:
    """The code of the character that belongs to a seed: ``cautious``, ``bold`` or, as one of a clan,
    ``loyal-date``.

    Args:
        edition: public edition data as JSON.
        side: that the player has; it is loyal to a clan of that side.
        seed: one seed always gives the same character.
    """
    drawn = random.Random(f"character|{seed}")  # noqa: S311 - a character keeps no secret
    chosen = drawn.choice(CHARACTERS)
    if chosen != LOYAL:
        return chosen
    clans = sorted({card["clan"] for card in edition["cards"] if card["side"] == side and card["clan"]})
    return f"{LOYAL}-{drawn.choice(clans)}"


def clan_of(code: str) -> str:
    """The clan that a character is loyal to; empty for the others."""
    name, _, clan = code.partition("-")
    return clan if name == LOYAL else ""
