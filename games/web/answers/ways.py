"""The ways a group can take from one source: those the options list, in words, and all others [7.3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.overrun import RATIO
from games.engine.side import LABELS
from games.story.names import Names, blocks_counted, listing
from games.web.answers.asking import Asking, Seen
from games.web.answers.parts import Option
from games.web.answers.places import at_place

Path = tuple[str, ...]


class Terms(NamedTuple):
    """What a way costs a group, and whom it meets at the end.

    Attributes:
        prices: ways to pay, as (force march, named leader).
        meets: as the row says it.
    """

    prices: tuple[tuple[bool, bool], ...]
    meets: str


By = dict[int, Terms]
"""The terms by the size of the group; a size that cannot go has none."""


def listed(source: dict[str, Any]) -> dict[Path, By]:
    """The ways in the rows of a source."""
    ways: dict[Path, By] = {}
    for row in source["reach"]:
        by_size = ways.setdefault(tuple(row["path"]), {})
        least, most = row["size"]
        for size in range(least, most + 1):
            known = by_size.get(size, Terms((), row["meets"]))
            price = (row["force_march"], row["leader"])
            by_size[size] = known._replace(prices=(*known.prices, price))
    return ways


def others(asking: Asking, seen: Seen, source: dict[str, Any]) -> list[Path]:
    """Every other way that some legal move could take: longer, dearer, or past enemies that are overrun.

    Whether a move along one is legal, the engine says.
    """
    known = {tuple(row["path"]) for row in source["reach"]}
    found = [path for path in _Walk(asking, seen, source).paths() if path not in known]
    return sorted(found, key=lambda path: (len(path), path))


class _Walk:
    """Goes along every road that is free, as far as the best paid move could."""

    def __init__(self, asking: Asking, seen: Seen, source: dict[str, Any]) -> None:
        self.start: str = source["source"]
        used = {frozenset(ends) for ends in seen["movement"]["roads_used"]}
        self.roads: dict[str, list[tuple[str, bool]]] = {}
        for road in asking.rules.edition.roads:
            if frozenset((road.a, road.b)) not in used:
                self.roads.setdefault(road.a, []).append((road.b, road.highway))
                self.roads.setdefault(road.b, []).append((road.a, road.highway))
        can_lead = source["led"] or bool(source["leaders"])
        self.bonus = can_lead + bool(seen["mine"]["hand"])
        self.seen = seen
        self.size = len(source["blocks"])

    def paths(self) -> Iterator[Path]:
        yield from self._on(self.start, (), frozenset(), is_highway=True)

    def _on(
        self, at: str, path: Path, gone: frozenset[frozenset[str]], *, is_highway: bool
    ) -> Iterator[Path]:
        for end, fast in self.roads.get(at, ()):
            road = frozenset((at, end))
            highway = is_highway and fast
            if road in gone or len(path) > highway + self.bonus:
                continue
            yield (*path, end)
            if self._may_pass(end):
                yield from self._on(end, (*path, end), gone | {road}, is_highway=highway)

    def _may_pass(self, place: str) -> bool:
        """Whether everybody together might overrun who stands there."""
        mine = self.seen["viewer"]
        enemy = LABELS[1 - LABELS.index(mine)]
        here = self.seen["locations"].get(place, {})
        theirs = here.get(enemy, {"count": 0})["count"]
        return bool(self.size + here.get(mine, {"count": 0})["count"] >= RATIO * theirs)


def to_text(path: Path) -> str:
    """What is sent for a way."""
    return "/".join(path)


def from_text(text: str) -> Path:
    """The reverse."""
    return tuple(text.split("/"))


def option(names: Names, seen: Seen, path: Path, by_size: By, most: int) -> Option:
    """A way to choose.

    Args:
        by_size: empty for a way that no row lists.
        most: how many blocks could go.
    """
    prices = _by_span({size: _price(terms) for size, terms in by_size.items()}, most)
    meetings = {size: str(MEETINGS[terms.meets]) for size, terms in by_size.items()}
    told = [
        at_place(names, seen, path[-1]),
        prices,
        _by_span(meetings, most) if any(meetings.values()) else "",
    ]
    hint = " ".join(_("%(sentence)s.") % {"sentence": capfirst(text)} for text in told if text)
    return Option(to_text(path), way(names, path), hint)


def way(names: Names, path: Path) -> str:
    """The end of a way, and what it goes by."""
    *by, end = [names.place(place) for place in path]
    if not by:
        return end
    return _("%(end)s, by %(by)s") % {"end": end, "by": listing(by)}


def _by_span(texts: dict[int, str], most: int) -> str:
    """What holds for groups of each size, equal neighbours together; only the text where it holds for all."""
    spans: list[tuple[int, int, str]] = []
    for size, text in sorted(texts.items()):
        if spans and spans[-1][1:] == (size - 1, text):
            spans[-1] = (spans[-1][0], size, text)
        else:
            spans.append((size, size, text))
    if len(spans) == 1 and spans[0][:2] == (1, most):
        return spans[0][2]
    free = _("free") if len(spans) > 1 else ""
    return "; ".join(_span(least, end, text or free, most) for least, end, text in spans)


def _span(least: int, end: int, text: str, most: int) -> str:
    if least == end:
        sizes = blocks_counted(least)
    elif least == 1:
        sizes = _("up to %(end)d blocks") % {"end": end}
    elif end == most:
        sizes = _("%(least)d blocks or more") % {"least": least}
    else:
        sizes = _("%(least)d to %(end)d blocks") % {"least": least, "end": end}
    return _("%(sizes)s: %(text)s") % {"sizes": sizes, "text": text} if text else sizes


def _price(terms: Terms) -> str:
    force_march, leader = zip(*terms.prices, strict=True)
    if len(terms.prices) > 1:
        return _("with a leader or a force march")
    if force_march[0] and leader[0]:
        return _("with a leader and a force march")
    if force_march[0]:
        return _("with a force march")
    return _("with a leader") if leader[0] else ""


MEETINGS: dict[str, Promise | str] = {
    "nothing": "",
    "fight": gettext_lazy("a fight"),
    "overrun": gettext_lazy("you overrun them"),
    "overrun-by-them": gettext_lazy("they overrun you"),
}
"""What comes of meeting enemies at the end of a way."""
