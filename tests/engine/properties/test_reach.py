"""The rows of a stack move against every path there is, tried one by one [7.3]."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from games.engine import Ruleset, Side, apply, pending
from games.engine import actions as a
from games.engine.components import bits
from games.engine.decisions import MoveStacks
from games.engine.state import State
from tests.kit.random_play import Step, offered_to, refusal

LONGEST = 4
POSITIONS = 5
Price = tuple[int, bool, bool]
"""A size, whether a card is paid for a force march, whether a daimyo is named."""
Path = tuple[str, ...]


def _moving(steps: list[Step]) -> list[tuple[State, Side]]:
    found = [
        (step.after, asked.side)
        for step in steps
        for asked in pending(step.after)
        if type(asked) is MoveStacks and step.after.moves_left
    ]
    return Random(3).sample(found, POSITIONS)


def _rows(rules: Ruleset, state: State, side: Side) -> dict[str, Any]:
    """The sources of the options, by name; empty where no stack can move."""
    offered = offered_to(rules, state, side)
    answers = json.loads(msgspec.json.encode(offered.describe()))["answers"]
    routes = [shape for shape in answers if shape["shape"] == "route"]
    return {source["source"]: source for shape in routes for source in shape["sources"]}


def _paths(rules: Ruleset, place: int, before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every walk up to the longest path, over whatever road."""
    if before:
        yield before
    if len(before) < LONGEST:
        for road in rules.components.roads_from[before[-1] if before else place]:
            yield from _paths(rules, place, (*before, road.to))


def _moves(rules: Ruleset, state: State, side: Side, place: int) -> Iterator[tuple[Price, a.Move]]:
    """One group of each size over each path at each price, whatever is allowed."""
    c = rules.components
    here = c.ids(side, state.at[side][place] & ~state.spent)
    daimyo = c.ids(side, state.at[side][place] & c.daimyo_mask[side])
    cards = c.card_ids(side, state.hand[side])
    sizes = sorted({1, len(here), *(n for n in (2, 4, 5, 8, 9) if n <= len(here))}) if here else []
    for path in _paths(rules, place):
        names = tuple(c.locations[end] for end in path)
        for size in sizes:
            for card in (None, *cards[:1]):
                for leader in (None, *daimyo[:1]):
                    group = a.Group(here[:size], names, card)
                    price = (size, card is not None, leader is not None)
                    yield price, a.Move(c.locations[place], (group,), leader)


@pytest.mark.rule("7.3.3", "7.3.2")
def test_rows_tell_every_legal_way_and_no_other(rules: Ruleset, steps: list[Step]) -> None:
    """For each source, size and price every path is a row if and only if a group may go it."""
    tried = 0
    for state, side in _moving(steps):
        rows = _rows(rules, state, side)
        for place in rules.components.indexes:
            if not state.at[side][place] & ~state.spent:
                continue
            name = rules.components.locations[place]
            legal: dict[Price, set[Path]] = {}
            for price, move in _moves(rules, state, side, place):
                taken = refusal(rules, state, side, move) is None
                found = legal.setdefault(price, set())
                if taken:
                    found.add(move.groups[0].path)
                tried += 1
            for price, paths in legal.items():
                assert _told(rows.get(name), *price) == paths, f"{name} {price}"
    assert tried > 1_500


def _told(source: Any, size: int, force_march: bool, leader: bool) -> set[Path]:
    """The paths the rows of a source tell for a size at a price."""
    return {
        tuple(row["path"])
        for row in (source["reach"] if source else ())
        if row["size"][0] <= size <= row["size"][1]
        and (row["force_march"], row["leader"]) == (force_march, leader)
    }


@pytest.mark.rule("7.4.1")
def test_rows_tell_what_is_met_at_the_end(rules: Ruleset, steps: list[Step]) -> None:
    """Each row's path at its price is legal for its smallest and largest group, and ends as it says."""
    seen = set()
    for state, side in _moving(steps):
        for source in _rows(rules, state, side).values():
            for row in source["reach"][::3]:
                for size in {row["size"][0], min(row["size"][1], len(source["blocks"]))}:
                    move = _march(rules, state, side, source, row, size)
                    turned = apply(rules, state, side, move)
                    swept = {(e.public["location"], e.side) for e in turned.events if e.kind == "overrun"}
                    met = row["meets"]
                    assert ((row["to"], side.enemy) in swept) == (met == "overrun")
                    assert ((row["to"], side) in swept) == (met == "overrun-by-them")
                    seen.add(met)
    assert {"nothing", "fight"} <= seen


def _march(rules: Ruleset, state: State, side: Side, source: Any, row: Any, size: int) -> a.Move:
    cards = rules.components.card_ids(side, state.hand[side])
    group = a.Group(
        tuple(source["blocks"][:size]), tuple(row["path"]), cards[0] if row["force_march"] else None
    )
    return a.Move(source["source"], (group,), source["leaders"][0] if row["leader"] else None)


def test_blocks_listed_for_a_source_are_those_free_to_go(rules: Ruleset, steps: list[Step]) -> None:
    c = rules.components
    for state, side in _moving(steps):
        for name, source in _rows(rules, state, side).items():
            free = state.at[side][c.location_index[name]] & ~state.spent
            assert source["blocks"] == [c.blocks[side][number].id for number in bits(free)]
