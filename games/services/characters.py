"""The characters of computer players in games. They are public, and stay as they are for the whole game."""

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from games.bots.characters import character
from games.bots.levels import LEVELS
from games.models.seat import Seat
from games.reads import queries

_HAVE_ONE = {level.name for level in LEVELS}


def character_of(seat: Seat) -> str:
    """The code of the character of a seat's computer player (``games.bots.characters``).

    It follows from the game's secret seed, and reveals nothing else about it. Empty for people, and for
    players that are no level.
    """
    if seat.computer not in _HAVE_ONE:
        return ""
    data = b"|".join([bytes(seat.game.seed), b"character", seat.plays.label.encode()])
    drawn = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return character(_printed(seat.game.edition_text_id), seat.plays.label, drawn)


@lru_cache(maxsize=16)
def _printed(digest: str) -> dict[str, Any]:
    return dict(msgspec.to_builtins(queries.pinned(digest).whole))
