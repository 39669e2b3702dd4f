"""The paths a group can take from a source: those in the options, and all others, with their labels [7.3]."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.rule_numbers import OVERRUN_RATIO
from games.story import Names
from games.story.consequences import MEETINGS, price
from games.story.names import blocks_counted, listing
from games.story.situation import at_place, forces_at
from games.web.answers.form_context import FormContext, SideView
from games.web.answers.parts import Option

Path = tuple[str, ...]


class PathTerms(NamedTuple):
    """What a path costs a group, and what happens at its end.

    Attributes:
        prices: alternatives, each as (force march, named leader).
        meets: a key of ``story.consequences.MEETINGS``.
    """

    prices: tuple[tuple[bool, bool], ...]
    meets: str


By = dict[int, PathTerms]
"""The terms by the size of the group, without sizes that cannot take the path."""


def listed(source: dict[str, Any]) -> dict[Path, By]:
    """The paths that the options of a source list, with their terms."""
    ways: dict[Path, By] = {}
    for row in source["reach"]:
        by_size = ways.setdefault(tuple(row["path"]), {})
        least, most = row["size"]
        for size in range(least, most + 1):
            known = by_size.get(size, PathTerms((), row["meets"]))
            price = (row["force_march"], row["leader"])
            by_size[size] = known._replace(prices=(*known.prices, price))
    return ways


def others(context: FormContext, view: SideView, source: dict[str, Any]) -> list[Path]:
    """Paths that no group can take alone, past enemies whom several might overrun together.

    The engine checks that a move along such a path is legal.
    """
    known = {tuple(row["path"]) for row in source["reach"]}
    found = [path for path in _Walk(context, view, source).paths() if path not in known]
    return sorted(found, key=lambda path: (len(path), path))


class _Walk:
    """Enumerates the paths along free roads, as far as the most expensive move could go."""

    def __init__(self, context: FormContext, view: SideView, source: dict[str, Any]) -> None:
        self.start: str = source["source"]
        used = {frozenset(ends) for ends in view["movement"]["roads_used"]}
        self.roads: dict[str, list[tuple[str, bool]]] = {}
        for road in context.rules.edition.roads:
            if frozenset((road.a, road.b)) not in used:
                self.roads.setdefault(road.a, []).append((road.b, road.highway))
                self.roads.setdefault(road.b, []).append((road.a, road.highway))
        can_lead = source["led"] or bool(source["leaders"])
        self.bonus = can_lead + bool(view["mine"]["hand"])
        self.view = view
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
        """Whether all blocks that could go there might overrun the enemies at a place."""
        mine, theirs = forces_at(self.view, place)
        return self.size + mine >= OVERRUN_RATIO * theirs


def to_text(path: Path) -> str:
    """The form value of a path."""
    return "/".join(path)


def from_text(text: str) -> Path:
    """Parse the form value of a path."""
    return tuple(text.split("/"))


def option(names: Names, view: SideView, path: Path, by_size: By, most: int) -> Option:
    """An option for a path.

    Args:
        names: of the edition.
        view: of the side that moves.
        path: its places, without the source.
        by_size: its terms; empty for a path that the options do not list.
        most: how many blocks could go.
    """
    prices = _by_span({size: _price(terms) for size, terms in by_size.items()}, most)
    meetings = {size: str(MEETINGS[terms.meets]) for size, terms in by_size.items()}
    parts = [
        at_place(names, view, path[-1]),
        prices,
        _by_span(meetings, most) if any(meetings.values()) else "",
    ]
    hint = " ".join(_("%(sentence)s.") % {"sentence": capfirst(text)} for text in parts if text)
    return Option(to_text(path), way(names, path), hint)


def way(names: Names, path: Path) -> str:
    """A path in words: its end, and the places on the way."""
    *by, end = [names.place(place) for place in path]
    if not by:
        return end
    return _("%(end)s, by %(by)s") % {"end": end, "by": listing(by)}


def _by_span(texts: dict[int, str], most: int) -> str:
    """Join texts for groups of each size, merging neighbouring sizes with the same text.

    If one text holds for all sizes, only that text is returned.
    """
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


def _price(terms: PathTerms) -> str:
    force_march, leader = zip(*terms.prices, strict=True)
    if len(terms.prices) > 1:
        return _("with a leader or a force march")
    return price(force_march=force_march[0], leader=leader[0])
