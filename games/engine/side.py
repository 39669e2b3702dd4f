"""The two sides of the campaign."""

from __future__ import annotations

import enum
from typing import Final


class Side(enum.IntEnum):
    """East (Tokugawa, black) or West (Toyotomi and Ishida, gold). Usable as an index into any pair."""

    EAST = 0
    WEST = 1

    @property
    def enemy(self) -> Side:
        return OTHER[self]

    @property
    def label(self) -> str:
        """The word used in JSON: ``east`` or ``west``."""
        return LABELS[self]

    @classmethod
    def named(cls, label: str) -> Side:
        """The side with that JSON word.

        Raises:
            ValueError: for any other word.
        """
        return SIDES[LABELS.index(label)]


EAST: Final = Side.EAST
WEST: Final = Side.WEST
SIDES: Final = (EAST, WEST)
OTHER: Final = (WEST, EAST)
LABELS: Final = ("east", "west")
NOBODY: Final = -1
"""The value for no side: no one holds or controls it."""
