"""Whole games told twice: a twin shows a viewer the same at every step, and hides other things.

The hidden side's blocks that nobody saw have other names from the set-up on, or from some later moment at
which two of them stood side by side. Cards it holds, and cards nobody has drawn, are dealt again. Sealed
choices are other choices. And what is done unseen is done more often or less: bids replaced, windows passed
without a word, for the rest of the battle too, and such a pass taken back. So the two logs differ in length.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from games.engine import EngineError, Side
from games.engine.actions import Undo
from games.engine.side import NOBODY, SIDES
from games.engine.state import State
from tests.secrecy.hidden_actions import Sealed
from tests.secrecy.memory import LeakError
from tests.secrecy.script import Dealt, Point, Script, drawn_by, told
from tests.secrecy.twin_draws import Names, cards

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
    one: Script
    other: Script


def hidden_from(viewer: int) -> list[Side]:
    """The sides whose secrets the viewer does not know."""
    return [side for side in SIDES if side != viewer]


def watching(viewer: int) -> list[int]:
    """Everybody to whom the twins must look alike."""
    return [viewer] if viewer == NOBODY else [viewer, NOBODY]


def twins(script: Script, viewer: int, seed: str) -> Twins:
    """A game with a twin.

    Raises:
        LeakError: the rules tell something of what they should hide.
        NoTwinError: none was found.
    """
    for attempt in range(TRIES):
        other = _Retelling(script, viewer, Random(f"{seed}|{attempt}")).script()
        if other is not None:
            return Twins(viewer, script, other)
    raise NoTwinError(seed)


class _Retelling:
    """One attempt at a twin."""

    def __init__(self, script: Script, viewer: int, random: Random) -> None:
        self._course, self._viewer, self._random = script, viewer, random
        self._taken_back = _taken_back(script.points)
        self._names = {side: Names(script, side, random) for side in hidden_from(viewer)}
        piles = drawn_by(script.points)
        for side, names in self._names.items():
            piles[f"{side.label}-cards"] = cards(script, side, random)
            blocks = piles[f"{side.label}-blocks"]
            piles[f"{side.label}-blocks"] = [names.of(block) for block in blocks]
        self._twin = Script(script.rules, Dealt(piles))
        self._sealed = {
            side: Sealed(script, side, watching(viewer), names, random) for side, names in self._names.items()
        }

    def script(self) -> Script | None:
        """The twin; None where by the rules it has to show something else than the game does.

        Raises:
            LeakError: it shows something else, and should not.
        """
        for index in range(1, len(self._course.points)):
            try:
                self._go_on(index)
            except EngineError as error:
                point, last = self._course.points[index], self._twin.points[-1]
                # Where nobody is asked any more, the combat may be over in one of them alone.
                if _is_passed_otherwise(point.before, last.after) or _is_passed_otherwise(
                    self._course.points[index - 1].before, last.before
                ):
                    return None
                raise LeakError(f"{point.body}: legal in the game, but not in the twin: {error}") from error
            if _is_answered_otherwise(self._course.points[index], self._twin.points[-1]):
                return None
        for viewer in watching(self._viewer):
            if not self._is_told_the_same(viewer):
                return None
        return self._twin

    def _is_told_the_same(self, viewer: int) -> bool:
        one, other = self._course, self._twin
        both = told(one, viewer), told(other, viewer)
        if both[0] == both[1]:
            return True
        points = [[point for point in script.points if point.is_seen_by([viewer])] for script in (one, other)]
        for here, there, point, twin in zip(*both, *points, strict=False):
            if here != there:
                if _is_passed_otherwise(point.before, twin.before):
                    return False
                raise LeakError(f"{point.body}: {here}\n  but in the twin, {twin.body}: {there}")
        raise LeakError(f"{viewer} notices {len(both[0])} steps, in the twin {len(both[1])}")

    def _go_on(self, index: int) -> None:
        for each in self._sealed.values():
            each.do_unseen(self._twin, index)
        for names in self._names.values():
            if index - 1 not in self._taken_back and self._random.random() < EXCHANGES:
                names.exchange(index - 1)
        point = self._course.points[index]
        assert point.side is not None
        sealed = self._sealed.get(point.side)
        body = point.body if sealed is None else sealed.instead(self._twin, index)
        if body is not None:
            self._twin.act(point.side, body)


def _taken_back(points: Sequence[Point]) -> set[int]:
    """The numbers of the steps whose outcome does not last: blocks that stand together in it part again."""
    taken_back: set[int] = set()
    able: list[int] = []
    for index, point in enumerate(points):
        if isinstance(point.body, Undo):
            taken_back.update(range(able.pop(), index))
        elif point.can_undo:
            able.append(index)
        else:
            able.clear()
    return taken_back


def _is_answered_otherwise(point: Point, twin: Point) -> bool:
    """Whether a challenge is refuted in one game alone, or by another card: hands decide that (R-20)."""
    return point.has("challenged") and _refuted(point) != _refuted(twin)


def _refuted(point: Point) -> list[Any]:
    return [event.public["card"] for event in point.events if event.kind == "refuted"]


def _is_passed_otherwise(state: State, twin: State) -> bool:
    """Whether a side passes for the rest of the battle in one game alone, and so is not asked there."""
    both = [each.combat.passing for each in (state, twin) if each.combat is not None]
    return len(both) == 2 and both[0] != both[1]
