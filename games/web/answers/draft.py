"""Drafts of stack moves: the complete groups so far, and the group in the form [7.3]."""

from collections import Counter
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.engine.actions import Group, Move
from games.web.answers import ways
from games.web.answers.form_context import FormContext
from games.web.answers.form_data import Incomplete, not_offered

SOURCE, GROUP, BLOCKS, PATH, CARD, LEADER = "from", "group", "blocks", "path", "force-march", "leader"
"""The names of the fields."""
ADD, MOVE, REMOVE = "add-group", "move", "remove-group-"
"""The values of the buttons. ``REMOVE`` is followed by the number of a group, from 1."""

ALL_BLOCKS = "all"
"""A value of ``BLOCKS`` that means all remaining blocks."""
LONGEST_GROUP = 2000
"""The maximum length of a group in a hidden field, in characters. A whole army needs less."""


class Draft(NamedTuple):
    """An unfinished stack move.

    Attributes:
        groups: the complete groups, in order.
        is_open: whether the form holds input for one more group.
    """

    groups: list[Group]
    is_open: bool = True


def to_text(group: Group) -> str:
    """The form value of a complete group."""
    return msgspec.json.encode(group).decode()


def source(context: FormContext) -> dict[str, Any] | None:
    """The options for the chosen source of the move; None while no source that is offered is chosen."""
    place = context.data.value(SOURCE)
    return next((row for row in sources(context) if row["source"] == place), None)


def sources(context: FormContext) -> list[dict[str, Any]]:
    """The options for each place where a move can begin."""
    return [row for shape in context.answers for row in shape.get("sources", ())]


def draft(context: FormContext, row: dict[str, Any]) -> Draft:
    """Apply the pressed button to the draft. If the input is invalid the draft does not change.

    Args:
        context: of the form.
        row: the options of the source.
    """
    try:
        groups = _groups(context, row)
    except Incomplete:
        return Draft([])
    button = context.data.button
    if button == ADD:
        try:
            return Draft([*groups, _filled_in(context, row, groups)], is_open=False)
        except Incomplete:
            return Draft(groups)
    removed = _removed(button, groups)
    return Draft([group for place, group in enumerate(groups) if place != removed])


def _removed(button: str, groups: list[Group]) -> int | None:
    """The index of the group whose remove button was pressed; None for another button."""
    places = {f"{REMOVE}{place + 1}": place for place in range(len(groups))}
    return places.get(button)


def read_group(context: FormContext) -> None:
    """Check that the form holds a complete group.

    Raises:
        Incomplete: it does not.
    """
    row = _source(context)
    _filled_in(context, row, _groups(context, row))


def read_removal(context: FormContext) -> None:
    """Check that the group to remove exists.

    Raises:
        Incomplete: it does not.
    """
    groups = _groups(context, _source(context))
    if _removed(context.data.button, groups) is None:
        raise not_offered()


def read_move(context: FormContext) -> Move:
    """Read the move: the complete groups, and the group in the form unless it is empty.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    row = _source(context)
    groups = _groups(context, row)
    if not groups or context.data.values(BLOCKS) or context.data.values(PATH):
        groups.append(_filled_in(context, row, groups))
    return Move(row["source"], tuple(groups), _leader(context, row))


def _source(context: FormContext) -> dict[str, Any]:
    if not context.data.value(SOURCE):
        raise Incomplete(_("Choose where the move begins."))
    row = source(context)
    if row is None or len(context.data.values(SOURCE)) > 1:
        raise not_offered()
    return row


def _leader(context: FormContext, row: dict[str, Any]) -> str | None:
    leaders = context.data.values(LEADER)
    if len(leaders) > 1 or (leaders and leaders[0] and leaders[0] not in row["leaders"]):
        raise not_offered()
    return leaders[0] or None if leaders else None


def _groups(context: FormContext, row: dict[str, Any]) -> list[Group]:
    """The complete groups, read from the hidden fields."""
    groups: list[Group] = []
    for text in context.data.values(GROUP):
        try:
            group = msgspec.json.decode(text[:LONGEST_GROUP].encode(errors="replace"), type=Group)
        except msgspec.DecodeError:
            raise not_offered() from None
        taken = Counter(block for earlier in groups for block in earlier.blocks)
        offered = dict.fromkeys(row["blocks"], 1)
        if not group.blocks or taken + Counter(group.blocks) - Counter(offered):
            raise not_offered()
        _check_path(context, group.path)
        _check_card(context, group.force_march)
        groups.append(group)
    return groups


def _filled_in(context: FormContext, row: dict[str, Any], groups: list[Group]) -> Group:
    """The group in the visible fields of the form."""
    data = context.data
    taken = {block for group in groups for block in group.blocks}
    left = [block for block in row["blocks"] if block not in taken]
    blocks = data.chosen(BLOCKS, dict.fromkeys([ALL_BLOCKS, *left], 1))
    if ALL_BLOCKS in blocks:
        blocks = tuple(left)
    missing = []
    if not blocks:
        missing.append(_("Choose the blocks that go."))
    if not data.value(PATH):
        missing.append(_("Choose where they go."))
    if missing:
        raise Incomplete(*missing)
    path = ways.from_text(data.required(PATH, ""))
    _check_path(context, path)
    if len(data.values(CARD)) > 1:
        raise not_offered()
    card = data.value(CARD) or None
    _check_card(context, card)
    return Group(blocks, path, card)


def _check_path(context: FormContext, path: ways.Path) -> None:
    """Check that every place is on the board. The engine checks the roads between them."""
    if not path or not set(path) <= set(context.rules.components.locations):
        raise not_offered()


def _check_card(context: FormContext, card: str | None) -> None:
    """Check that the edition has the card. The engine checks that it is in the hand."""
    if card is not None and all(card != known.id for known in context.rules.edition.cards):
        raise not_offered()
