"""Stores the responses of the first game, to compare them with those of its twin."""

from __future__ import annotations

import zlib
from collections import Counter

AROUND = 160
"""Bytes shown on either side of a difference."""


class LeakError(AssertionError):
    """Somebody was told one thing in a game and another in its twin, which nobody should tell apart."""


class Memory:
    """Everything told of a game, in order.

    Attributes:
        heard: how often something was compared, by its sort.
    """

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()
        self._told: list[tuple[str, bytes]] = []
        self._next = -1

    def begin_again(self) -> None:
        """Everything has been told once, or once more: from here on it is compared with the first time.

        Raises:
            LeakError: the first time there was more.
        """
        if 0 <= self._next < len(self._told):
            raise LeakError(f"{self._told[self._next][0]}: told in the game alone")
        self._next = 0

    def note(self, sort: str, what: str, told: bytes) -> None:
        """Something is told.

        Args:
            sort: the channel.
            what: when, to whom, and asked how.

        Raises:
            LeakError: something else was told at this place the first time.
        """
        if self._next < 0:
            self._told.append((what, zlib.compress(told, 1)))
            return
        if self._next == len(self._told):
            raise LeakError(f"{what}: told in the twin alone")
        expected, packed = self._told[self._next]
        self._next += 1
        self.heard[sort] += 1
        first = zlib.decompress(packed)
        if expected != what:
            raise LeakError(f"in the game comes {expected}, in the twin {what}")
        if first != told:
            raise LeakError(f"{what}\n{_difference(first, told)}")


def _difference(first: bytes, second: bytes) -> str:
    """Where they differ first: in the body, if they do, for that is what lengths and tags are of."""
    heads, bodies = zip(*(told.partition(b"\r\n\r\n")[::2] for told in (first, second)), strict=True)
    first, second = heads if bodies[0] == bodies[1] else bodies
    pairs = enumerate(zip(first, second, strict=False))
    where = next((place for place, (one, two) in pairs if one != two), min(len(first), len(second)))
    start = max(0, where - AROUND)
    one, two = (told[start : where + AROUND].decode(errors="replace") for told in (first, second))
    return f"  of the game: …{one}…\n  of the twin: …{two}…"
