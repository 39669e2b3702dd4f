"""The order of events in two games: public events at the same moments, unseen ones in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from games.engine import Side
from games.engine.actions import Action, Pass, Undo
from tests.secrecy.script import Point, Script
from tests.secrecy.twins import Twins, watching

BEGIN = datetime(2031, 4, 7, 9, tzinfo=UTC)


class Deed(NamedTuple):
    """One request of a side: actions in a list, or an undo."""

    side: Side
    bodies: tuple[Action | Undo, ...]


class Beat(NamedTuple):
    """A stretch of time that ends with something to be noticed, at the same moment in both games.

    Attributes:
        begin: when the last such moment was.
        at: this one.
        unseen: what is done in between.
        seen: what is done then, in one request or more.
        before: the numbers of the steps of the course before what is seen.
    """

    begin: datetime
    at: datetime
    unseen: list[Deed]
    seen: list[Deed]
    before: int


class _Group(NamedTuple):
    """The steps of a course that are done at one moment, and the unseen ones before them."""

    unseen: list[Point]
    seen: list[Point]
    before: int


def schedule(twins: Twins, seed: str, begin: datetime = BEGIN) -> tuple[list[Beat], list[Beat]]:
    """The beats of the game and of its twin; there are as many.

    Args:
        begin: when the game does.
    """
    groups = _groups(twins.one, twins.viewer), _groups(twins.other, twins.viewer)
    random = Random(seed)
    joined = list(_joined(*groups, random))
    moments = _moments(begin, len(joined), random)
    one, other = (
        [
            Beat(*moment, *_deeds(group, twins.viewer, Random(f"{seed}|{which}|{number}")), group.before)
            for number, (moment, group) in enumerate(zip(moments, _together(each, joined), strict=True))
        ]
        for which, each in enumerate(groups)
    )
    return one, other


def _groups(script: Script, viewer: int) -> list[_Group]:
    groups: list[_Group] = []
    unseen: list[Point] = []
    for number, point in enumerate(script.points[1:], 1):
        if point.is_seen_by(watching(viewer)):
            groups.append(_Group(unseen, [point], number))
            unseen = []
        else:
            unseen.append(point)
    return groups


def _joined(one: Sequence[_Group], other: Sequence[_Group], random: Random) -> Iterator[list[int]]:
    """The numbers of the groups that are done together: steps that one request may hold."""
    together: list[int] = []
    for number, (group, twin) in enumerate(zip(one, other, strict=True)):
        follows = (
            together and _may_follow(one[together[-1]], group) and _may_follow(other[together[-1]], twin)
        )
        if together and not (follows and random.random() < 0.4):
            yield together
            together = []
        together.append(number)
    if together:
        yield together


def _may_follow(first: _Group, then: _Group) -> bool:
    """Whether a list may hold both."""
    (one,), (two,) = first.seen, then.seen
    is_list = one.can_undo and not isinstance(one.body, Undo) and not isinstance(two.body, Undo)
    return is_list and one.side == two.side and not then.unseen


def _together(groups: Sequence[_Group], joined: Sequence[list[int]]) -> Iterator[_Group]:
    for numbers in joined:
        first = groups[numbers[0]]
        yield first._replace(seen=[point for number in numbers for point in groups[number].seen])


def _moments(now: datetime, count: int, random: Random) -> list[tuple[datetime, datetime]]:
    moments = []
    for _ in range(count):
        then = now + timedelta(minutes=random.randint(60, 36 * 60), seconds=random.randrange(60))
        moments.append((now, then))
        now = then
    return moments


def _deeds(group: _Group, viewer: int, random: Random) -> tuple[list[Deed], list[Deed]]:
    """The requests: the hidden side's in one list or one by one, at the same moment either way."""
    unseen, seen = list(group.unseen), [list(group.seen)]
    is_own = group.seen[0].side == viewer
    if not is_own and random.random() < 0.5:
        seen = [[point] for point in group.seen]
    last = unseen[-1] if unseen else None
    if last is not None and _leads_to(last, seen[0][0]) and random.random() < 0.5:
        seen[0].insert(0, unseen.pop())
    return [_deed([point]) for point in unseen], [_deed(points) for points in seen]


def _leads_to(unseen: Point, seen: Point) -> bool:
    return (
        isinstance(unseen.body, Pass)
        and unseen.can_undo
        and unseen.side == seen.side
        and not isinstance(seen.body, Undo)
    )


def _deed(points: Sequence[Point]) -> Deed:
    side = points[0].side
    assert side is not None
    return Deed(side, tuple(point.body for point in points if point.body is not None))
