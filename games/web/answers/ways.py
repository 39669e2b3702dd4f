"""The ways a group can take from one source: those the options list, in words, and all others [7.3]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rules.overrun import RATIO
from games.engine.side import LABELS
from games.story.names import Names, blocks_counted, listing
from games.web.answers.asking import Asking, Seen
from games.web.answers.parts import Option

Path = tuple[str, ...]
Prices = list[tuple[bool, bool]]
"""Ways to pay, as (force march, named leader)."""


class Terms(NamedTuple):
    """What a way costs groups of some sizes, and what they meet at its end."""

    least: int
    most: int
    prices: Prices
    meets: str


def listed(source: dict[str, Any]) -> dict[Path, list[Terms]]:
    """The ways in the rows of a source, with their terms by size of the group."""
    ways: dict[Path, list[Terms]] = {}
    for row in source["reach"]:
        least, most = row["size"]
        terms = ways.setdefault(tuple(row["path"]), [])
        price = (row["force_march"], row["leader"])
        last = terms[-1] if terms else None
        if last is not None and (last.least, last.most, last.meets) == (least, most, row["meets"]):
            last.prices.append(price)
        else:
            terms.append(Terms(least, most, [price], row["meets"]))
    return {path: _joined(terms) for path, terms in ways.items()}


def _joined(terms: list[Terms]) -> list[Terms]:
    """Sizes that follow each other on the same terms, as one."""
    joined: list[Terms] = []
    for each in terms:
        last = joined[-1] if joined else None
        if last and (last.most + 1, last.prices, last.meets) == (each.least, each.prices, each.meets):
            joined[-1] = last._replace(most=each.most)
        else:
            joined.append(each)
    return joined


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


def option(names: Names, seen: Seen, path: Path, terms: Iterable[Terms], size: int) -> Option:
    """A way to choose.

    Args:
        terms: empty for a way that no row lists.
        size: how many blocks could go at most.
    """
    told = [_terms(each, size) for each in terms]
    hints = [*_standing(seen, path[-1]), *[text for text in told if text]]
    return Option(to_text(path), way(names, path), "; ".join(hints))


def way(names: Names, path: Path) -> str:
    """The end of a way, and what it goes by."""
    *by, end = [names.place(place) for place in path]
    if not by:
        return end
    return _("%(end)s, by %(by)s") % {"end": end, "by": listing(by)}


def _standing(seen: Seen, place: str) -> list[str]:
    """Who stands at the end of a way."""
    mine = seen["viewer"]
    here = seen["locations"].get(place, {})
    friends, enemies = (
        here.get(side, {"count": 0})["count"] for side in (mine, LABELS[1 - LABELS.index(mine)])
    )
    told = []
    if friends:
        told.append(_("%(blocks)s of yours there") % {"blocks": blocks_counted(friends)})
    if enemies:
        told.append(_("%(blocks)s of theirs there") % {"blocks": blocks_counted(enemies)})
    return told


def _terms(terms: Terms, size: int) -> str:
    """Sizes, price, what is met; empty where anybody goes for nothing and meets nobody."""
    said = [text for text in (_price(terms.prices), _meets(terms.meets)) if text]
    if terms.least == 1 and terms.most >= size:
        return ", ".join(said)
    if terms.least == terms.most:
        sizes = blocks_counted(terms.least)
    elif terms.least == 1:
        sizes = ngettext("up to %(most)d block", "up to %(most)d blocks", terms.most) % {"most": terms.most}
    else:
        sizes = _("%(least)d to %(most)d blocks") % {"least": terms.least, "most": terms.most}
    return _("%(sizes)s: %(terms)s") % {"sizes": sizes, "terms": ", ".join(said)} if said else sizes


def _price(prices: Prices) -> str:
    if prices == [(False, False)]:
        return ""
    if prices == [(True, False)]:
        return _("with a force march")
    if prices == [(False, True)]:
        return _("with a leader")
    if prices == [(True, True)]:
        return _("with a leader and a force march")
    return _("with a leader or a force march")


def _meets(meets: str) -> str:
    return {
        "nothing": "",
        "fight": _("it comes to a fight"),
        "overrun": _("you overrun them"),
        "overrun-by-them": _("they overrun you"),
    }[meets]
