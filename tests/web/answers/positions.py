"""Positions of recorded games with a pending decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.engine import Ruleset, Side, options, view
from games.engine.actions import Action, Drawn, Resign
from games.engine.options import Options
from games.engine.state import State
from tests.engine.golden.recording import names, positions, read
from tests.kit.positions import Table
from tests.web.answers.filling import Reader


class Asked(NamedTuple):
    """A position, what a side is asked in it, and what it answered."""

    rules: Ruleset
    state: State
    side: Side
    options: Options
    action: Action

    def reader(self) -> Reader:
        """Whoever is asked, with the page of it."""
        return Reader(self.rules, view(self.rules, self.state, self.side), self.options)


def asked(name: str) -> Iterator[Asked]:
    """Every decision of a recorded game, in order."""
    recording = read(name)
    state: State | None = None
    for (side, outcome), (after, _) in zip(recording.log, positions(recording), strict=True):
        if side is not None and state is not None:
            offered = options(recording.rules, state, side)
            assert offered is not None
            assert not isinstance(outcome, Drawn | Resign)
            yield Asked(recording.rules, state, side, offered, outcome)
        state = after


@cache
def one_of_each() -> dict[tuple[str, str], Asked]:
    """By decision and kind of answer, the recorded one that had the most to choose from, in three games."""
    found: dict[tuple[str, str], Asked] = {}
    for name in names()[:3]:
        for each in asked(name):
            key = (each.options.decision, type(each.action).__name__)
            if key not in found or len(each.options) > len(found[key].options):
                found[key] = each
    return found


def reader_at(table: Table, side: str) -> Reader:
    """Whoever is asked in a position on the table, with the page of it."""
    offered = table.offered(side)
    assert offered is not None, f"{side} is asked nothing"
    return Reader(table.rules, table.view(side), offered)
