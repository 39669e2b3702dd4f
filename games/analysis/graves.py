"""Grave answers that were given although another was legal: turning points by that fact, not rehearsed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games.analysis.course import Course
from games.engine import grave_actions
from games.engine.actions import Undo
from games.engine.grave import FATAL, GraveReasons
from games.engine.ruleset import Ruleset
from games.engine.worlds import Json

MOST_GRAVE = 5
"""The most of a game that are told: those that lost it, and the latest."""


class GraveDeed(Struct, frozen=True):
    """A grave answer that was given.

    Attributes:
        moment: the number of the moment before it, as its side counts.
        week, turn, side: in which it was, and whose.
        reasons: why it is grave.
        done: what it did, as events that its side saw: the answer itself, and blocks that were overrun.
    """

    moment: int
    week: int
    turn: str
    side: str
    reasons: GraveReasons
    done: tuple[Json, ...]


def grave_deeds(rules: Ruleset, course: Course) -> list[GraveDeed]:
    """The grave answers of a game, in its order."""
    found = [*_all(rules, course)]
    first = [deed for deed in found if set(deed.reasons) & set(FATAL)]
    others = [deed for deed in found if deed not in first]
    kept = [*others, *first][-MOST_GRAVE:]
    return [deed for deed in found if deed in kept]


def _all(rules: Ruleset, course: Course) -> Iterator[GraveDeed]:
    for index, step, before in course.effective:
        side, body = step.side, step.body
        if side is None or body is None or isinstance(body, Undo):
            continue
        reasons = grave_actions.grave_reasons(rules, before, side, body)
        if not reasons:
            continue
        moment = sum(each.seen[side] for each in course.steps[:index])
        told = [event.seen_by(side) for event in step.events[:1]]
        told += [event.seen_by(side) for event in step.events[1:] if event.kind == "overrun"]
        yield GraveDeed(moment, before.week, "AB"[before.turn], side.label, reasons, tuple(told))
