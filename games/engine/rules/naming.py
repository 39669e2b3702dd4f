"""Resolves the names in an action to masks and numbers, and refuses unknown ones."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.errors import Illegal, Malformed
from games.engine.play import Play
from games.engine.side import Side


def blocks(play: Play, side: Side, names: Sequence[str], within: int, rule: str) -> int:
    """The mask of the named blocks.

    Args:
        within: mask of the blocks that may be named.
        rule: the rule a refusal points to.

    Raises:
        Malformed: a name no block of the side has, or one named twice.
        Illegal: a block that is not among ``within``.
    """
    table = play.c.block_bit[side]
    mask = 0
    for name in names:
        bit = table.get(name)
        if bit is None:
            raise Malformed("unknown-block", rule, block=name)
        if mask & bit:
            raise Malformed("block-twice", rule, block=name)
        if not bit & within:
            raise Illegal("block-not-available", rule, block=name)
        mask |= bit
    return mask


def location(play: Play, name: str) -> int:
    """The index of a location.

    Raises:
        Malformed: the board has none with that name.
    """
    index = play.c.location_index.get(name)
    if index is None:
        raise Malformed("unknown-location", "4.1", location=name)
    return index


def card(play: Play, side: Side, name: str, rule: str) -> int:
    """The kind of a card that is in the side's hand.

    Raises:
        Malformed: when the side's deck has no such card.
        Illegal: when the hand has none.
    """
    kind = play.c.card_index[side].get(name)
    if kind is None:
        raise Malformed("unknown-card", rule, card=name)
    if not play.s.hand[side][kind]:
        raise Illegal("card-not-in-hand", rule, card=name)
    return kind


def cards(play: Play, side: Side, names: Sequence[str], rule: str) -> list[int]:
    """The kinds of several cards that are in the side's hand together.

    Raises:
        Malformed: when the side's deck has no such card.
        Illegal: when the hand does not hold them all.
    """
    found: list[int] = []
    for name in names:
        kind = card(play, side, name, rule)
        if play.s.hand[side][kind] <= found.count(kind):
            raise Illegal("card-not-in-hand", rule, card=name)
        found.append(kind)
    return found
