"""The levels of computer players, as they are offered to people."""

from typing import NamedTuple

from games.bots.levels import LEVELS
from games.story import computers as story


class OfferedLevel(NamedTuple):
    """A computer player that one can choose.

    Attributes:
        name: of the player.
        about: what it is like, how strong, and how long it thinks, in sentences.
        is_friendly: whether it is the one for first games.
    """

    name: str
    about: str
    is_friendly: bool = False


def computer_levels() -> list[OfferedLevel]:
    """All levels, from the weakest to the strongest."""
    return [
        OfferedLevel(level.name, story.in_full(level.name), is_friendly=not number)
        for number, level in enumerate(LEVELS)
    ]
