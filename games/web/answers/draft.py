"""A stack move being put together: the groups so far, and the one that is filled in now [7.3]."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.engine.actions import Group, Move
from games.web.answers import ways
from games.web.answers.asking import Asking
from games.web.answers.filled_in import Incomplete, not_offered

SOURCE, GROUP, BLOCKS, PATH, CARD, LEADER = "from", "group", "blocks", "path", "force-march", "leader"
"""The names of the fields."""
ADD, MOVE, REMOVE = "add-group", "move", "remove-group-"
"""The values of the buttons; the last is followed by the place of a group in the list, from 1."""

ALL = "all"
"""Sent in place of the blocks of a group, for every block that is left."""
LONGEST = 2000
"""Letters of a group in a hidden field; every block of an army together has fewer."""


class Draft(NamedTuple):
    """A stack move so far.

    Attributes:
        groups: those that are complete, in order.
        is_open: whether what is filled in beside them belongs to none of them.
    """

    groups: list[Group]
    is_open: bool = True


def to_text(group: Group) -> str:
    """What is sent for a group that is complete."""
    return msgspec.json.encode(group).decode()


def source(asking: Asking) -> dict[str, Any] | None:
    """What the options say of the place the move begins, or None while none is chosen that is offered."""
    wanted = asking.given.first(SOURCE)
    return next((row for row in sources(asking) if row["source"] == wanted), None)


def sources(asking: Asking) -> list[dict[str, Any]]:
    """The places a move can begin."""
    return [row for shape in asking.answers for row in shape.get("sources", ())]


def draft(asking: Asking, row: dict[str, Any]) -> Draft:
    """The move after the button that was pressed; where something is wrong, as it was before.

    Args:
        row: of the source.
    """
    try:
        groups = _groups(asking, row)
    except Incomplete:
        return Draft([])
    button = asking.given.button
    if button == ADD:
        try:
            return Draft([*groups, _filled_in(asking, row, groups)], is_open=False)
        except Incomplete:
            return Draft(groups)
    removed = _removed(button, groups)
    return Draft([group for place, group in enumerate(groups) if place != removed])


def _removed(button: str, groups: list[Group]) -> int | None:
    """The place of the group whose remove button was pressed."""
    places = {f"{REMOVE}{place + 1}": place for place in range(len(groups))}
    return places.get(button)


def read_group(asking: Asking) -> None:
    """See whether another group can be added.

    Raises:
        Incomplete: as what is filled in is no group.
    """
    row = _source(asking)
    _filled_in(asking, row, _groups(asking, row))


def read_removal(asking: Asking) -> None:
    """See whether a group can be removed.

    Raises:
        Incomplete: as there is no such group.
    """
    groups = _groups(asking, _source(asking))
    if _removed(asking.given.button, groups) is None:
        raise not_offered()


def read_move(asking: Asking) -> Move:
    """The groups so far and, unless nothing is filled in for it, one more."""
    row = _source(asking)
    groups = _groups(asking, row)
    if not groups or asking.given.all(BLOCKS) or asking.given.all(PATH):
        groups.append(_filled_in(asking, row, groups))
    return Move(row["source"], tuple(groups), _leader(asking, row))


def _source(asking: Asking) -> dict[str, Any]:
    if not asking.given.first(SOURCE):
        raise Incomplete(_("Choose where the move begins."))
    row = source(asking)
    if row is None or len(asking.given.all(SOURCE)) > 1:
        raise not_offered()
    return row


def _leader(asking: Asking, row: dict[str, Any]) -> str | None:
    told = asking.given.all(LEADER)
    if len(told) > 1 or (told and told[0] and told[0] not in row["leaders"]):
        raise not_offered()
    return told[0] or None if told else None


def _groups(asking: Asking, row: dict[str, Any]) -> list[Group]:
    """The groups that were added before."""
    groups: list[Group] = []
    for text in asking.given.all(GROUP):
        try:
            group = msgspec.json.decode(text[:LONGEST].encode(errors="replace"), type=Group)
        except msgspec.DecodeError:
            raise not_offered() from None
        taken = Counter(block for earlier in groups for block in earlier.blocks)
        offered = dict.fromkeys(row["blocks"], 1)
        if not group.blocks or taken + Counter(group.blocks) - Counter(offered):
            raise not_offered()
        _check_path(asking, group.path)
        _check_card(asking, group.force_march)
        groups.append(group)
    return groups


def _filled_in(asking: Asking, row: dict[str, Any], groups: list[Group]) -> Group:
    """The group that is filled in now."""
    given = asking.given
    taken = {block for group in groups for block in group.blocks}
    left = [block for block in row["blocks"] if block not in taken]
    blocks = given.some(BLOCKS, dict.fromkeys([ALL, *left], 1))
    if ALL in blocks:
        blocks = tuple(left)
    missing = []
    if not blocks:
        missing.append(_("Choose the blocks that go."))
    if not given.first(PATH):
        missing.append(_("Choose where they go."))
    if missing:
        raise Incomplete(*missing)
    path = ways.from_text(given.one(PATH, ""))
    _check_path(asking, path)
    if len(given.all(CARD)) > 1:
        raise not_offered()
    card = given.first(CARD) or None
    _check_card(asking, card)
    return Group(blocks, path, card)


def _check_path(asking: Asking, path: ways.Path) -> None:
    """Every place is on the board; whether one leads to the next, the engine says."""
    if not path or not set(path) <= set(asking.rules.components.locations):
        raise not_offered()


def _check_card(asking: Asking, card: str | None) -> None:
    """It is one of the edition's; whether it is in the hand, the engine says."""
    if card is not None and all(card != known.id for known in asking.rules.edition.cards):
        raise not_offered()
