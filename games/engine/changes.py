"""The change of the position by one log entry, as data. A trusted replay of changes runs no rules.

A change is derived from an entry that was validated when it was made. Changes can be deleted at any time,
because they can be derived again. A replay of changes compares the digest of the last position with a known
one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from games.engine.decisions import AgendaItem
from games.engine.errors import CorruptLog
from games.engine.state import Combat, Result, State

SCALARS = (
    "disks",
    "week",
    "turn",
    "first",
    "active",
    "level",
    "moves_left",
    "mustered",
    "spent",
    "fresh",
    "roads_used",
    "declared",
)


SHORT = {"cells": "c", "kept": "k", "agenda": "a", "scalars": "s", "combat": "b", "others": "o"}


class Change(Struct, omit_defaults=True, rename=SHORT):
    """The difference between two positions.

    Attributes:
        cells: list, index, new value; the lists are numbered as ``_lists`` gives them.
        kept: how many items at the bottom of the agenda are unchanged.
        agenda: the items above them.
        scalars: index into SCALARS and new value.
        others: the remaining fields that changed.
    """

    cells: list[tuple[int, int, int]]
    kept: int
    agenda: list[AgendaItem]
    scalars: list[tuple[int, int | bool]] = []
    combat: Combat | UnsetType | None = UNSET
    others: Others | None = None


class Others(Struct, omit_defaults=True):
    """Fields that seldom change, each as a whole."""

    origin: list[dict[int, int]] | UnsetType = UNSET
    sealed: list[list[int] | None] | UnsetType = UNSET
    bids: list[int] | UnsetType = UNSET
    wishes: list[str] | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Change)


def _lists(state: State) -> list[list[int]]:
    """The lists of a position, in the order in which stored changes number them."""
    pairs = (*state.at, *state.hand, *state.deck, *state.discards, *state.shown)
    return [*pairs, state.holder, state.control, state.known, state.drawn]


def between(before: State, after: State) -> bytes:
    """The change that turns one position into the other, encoded."""
    cells = [
        (number, index, new)
        for number, (olds, news) in enumerate(zip(_lists(before), _lists(after), strict=True))
        if olds != news
        for index, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]
    kept = 0
    for old, new in zip(before.agenda, after.agenda, strict=False):
        if old != new:
            break
        kept += 1
    scalars = [
        (number, getattr(after, name))
        for number, name in enumerate(SCALARS)
        if getattr(before, name) != getattr(after, name)
    ]
    combat = UNSET if before.combat == after.combat else after.combat
    fields = Others.__struct_fields__
    others = {name: getattr(after, name) for name in fields if getattr(before, name) != getattr(after, name)}
    return _encoder.encode(
        Change(cells, kept, after.agenda[kept:], scalars, combat, Others(**others) if others else None)
    )


def replay(state: State, changes: Iterable[bytes]) -> State:
    """The position after a series of changes, without running a rule.

    Args:
        state: the position before the first; is not changed.

    Raises:
        CorruptLog: when one cannot be read or does not fit.
    """
    state = state.copy()
    lists = _lists(state)
    agenda = state.agenda
    try:
        for encoded in changes:
            change = _decoder.decode(encoded)
            for number, index, value in change.cells:
                lists[number][index] = value
            del agenda[change.kept :]
            agenda += change.agenda
            for number, scalar in change.scalars:
                setattr(state, SCALARS[number], scalar)
            if change.combat is not UNSET:
                state.combat = change.combat
            if change.others is not None:
                _set_others(state, change.others)
    except (msgspec.DecodeError, IndexError) as error:
        raise CorruptLog("change-does-not-fit", reason=str(error)) from None
    return state


def _set_others(state: State, others: Others) -> None:
    for name in Others.__struct_fields__:
        value: Any = getattr(others, name)
        if value is not UNSET:
            setattr(state, name, value)
