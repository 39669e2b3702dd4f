"""Whole games told twice: a twin shows a viewer the same at every step, and hides other things.

The hidden side's blocks that nobody saw have other names from the set-up on, or from some later moment at
which two of them stood side by side. Cards it holds, and cards nobody has drawn, are dealt anew. Sealed
choices are other choices. And what is done unseen is done more often or less: bids replaced, windows passed
without a word, for the rest of the battle too, and such a pass taken back. So the two logs differ in length.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.engine import EngineError, Side
from games.engine.side import NOBODY, SIDES
from tests.secrecy.course import Course, Dealt, drawn_by, told
from tests.secrecy.dealing import Names, cards
from tests.secrecy.sealed import Sealed

TRIES = 40
EXCHANGES = 0.3
"""How likely two blocks change names after a step."""


class NoTwinError(Exception):
    """Every attempt showed something of what it should hide."""


class Twins(NamedTuple):
    """Two games that a viewer cannot tell apart.

    Attributes:
        viewer: a side, or NOBODY for the public.
    """

    viewer: int
    one: Course
    other: Course


def hidden_from(viewer: int) -> list[Side]:
    """The sides whose secrets the viewer does not know."""
    return [side for side in SIDES if side != viewer]


def watching(viewer: int) -> list[int]:
    """Everybody to whom the twins must look alike."""
    return [viewer] if viewer == NOBODY else [viewer, NOBODY]


def twins(course: Course, viewer: int, seed: str) -> Twins:
    """A game with a twin.

    Raises:
        NoTwinError: none was found.
    """
    seen = [told(course, each) for each in watching(viewer)]
    for attempt in range(TRIES):
        other = _Retelling(course, viewer, Random(f"{seed}|{attempt}")).course()
        if other is not None and [told(other, each) for each in watching(viewer)] == seen:
            return Twins(viewer, course, other)
    raise NoTwinError(seed)


class _Retelling:
    """One attempt at a twin."""

    def __init__(self, course: Course, viewer: int, random: Random) -> None:
        self._course, self._random = course, random
        self._names = {side: Names(course, side, random) for side in hidden_from(viewer)}
        piles = drawn_by(course.points)
        for side, names in self._names.items():
            piles[f"{side.label}-cards"] = cards(course, side, random)
            blocks = piles[f"{side.label}-blocks"]
            piles[f"{side.label}-blocks"] = [names.of(block) for block in blocks]
        self._twin = Course(course.rules, Dealt(piles))
        self._sealed = {
            side: Sealed(course, side, watching(viewer), names, random) for side, names in self._names.items()
        }

    def course(self) -> Course | None:
        """The twin, or None where the rules do not allow it."""
        try:
            for index in range(1, len(self._course.points)):
                self._go_on(index)
        except EngineError:
            return None
        return self._twin

    def _go_on(self, index: int) -> None:
        for each in self._sealed.values():
            each.do_unseen(self._twin, index)
        for names in self._names.values():
            if self._random.random() < EXCHANGES:
                names.exchange(index - 1)
        point = self._course.points[index]
        assert point.side is not None
        sealed = self._sealed.get(point.side)
        body = point.body if sealed is None else sealed.instead(self._twin, index)
        if body is not None:
            self._twin.act(point.side, body)
