"""The forms for a stack move: first the stack, then its groups and where each goes [7.3]."""

from collections import Counter
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Group
from games.story.situation import enemy_of
from games.web.answers import draft, ways
from games.web.answers.boxes import last_move
from games.web.answers.draft import Draft
from games.web.answers.form_context import FormContext, SideView
from games.web.answers.form_data import FormData
from games.web.answers.parts import (
    Added,
    Button,
    Folded,
    FormLink,
    FormPart,
    Links,
    Option,
    Pick,
    Section,
    checkboxes,
    radios,
    select,
)
from games.web.answers.sure import grave_last, warned

ANCHOR = "#answer"
FEW = 4
"""Up to this number of blocks there is no "all of them" option."""


def stacks(context: FormContext, view: SideView) -> list[Section]:
    """Links to the places where a move can begin. Empty if no stack may move."""
    rows = draft.sources(context)
    if not rows:
        return []
    place = context.data.value(draft.SOURCE)
    problems = [_("No stack of yours can move from there now. Choose another.")] if place else []
    links = [_link(context, view, row) for row in rows]
    return [Section([], [Links(links)], _("Move a stack"), [_moves_left(view)], problems=problems)]


def _link(context: FormContext, view: SideView, row: dict[str, Any]) -> FormLink:
    place = row["source"]
    here = view["locations"][place]
    enemy = enemy_of(view)
    hint = context.names.blocks(row["blocks"])
    if enemy in here:
        count = here[enemy]["count"]
        text = ngettext("%(count)d enemy block is there", "%(count)d enemy blocks are there", count)
        hint = "; ".join([hint, text % {"count": count}])
    return FormLink(_href(view, place), context.names.place(place), hint)


def _href(view: SideView, source: str = "") -> str:
    """The address of the form, or of that for a move from a location."""
    return f"?as={view['viewer']}{f'&{draft.SOURCE}={source}' if source else ''}{ANCHOR}"


def _moves_left(view: SideView) -> str:
    left = view["movement"]["moves_left"]
    if left is None:
        return _("Every block may move once, as long as there are roads: each serves one move in a phase.")
    text = ngettext(
        "You have %(count)d stack move left. Each road serves one move in a phase.",
        "You have %(count)d stack moves left. Each road serves one move in a phase.",
        left,
    )
    return text % {"count": left}


def march(context: FormContext, view: SideView, row: dict[str, Any]) -> Section:
    """The form for moving one stack: the groups so far, one more group, and the leader."""
    now = draft.draft(context, row)
    data = context.data if now.is_open else context.data.keep(draft.LEADER)
    taken = {block for group in now.groups for block in group.blocks}
    left = [block for block in row["blocks"] if block not in taken]
    parts: list[FormPart] = []
    if now.groups:
        parts.append(_so_far(context, now))
    if left:
        parts += _group(context, view, row, data, left)
        parts += _force_march(context, view, now, data)
    parts += _leader(context, row)
    buttons = [Button(draft.MOVE, _("Move"))]
    if left and (len(left) > 1 or now.groups):
        hint = _("To split a stack, at once or on the way. Nothing happens until you move.")
        buttons.append(Button(draft.ADD, _("Add this group, then another"), hint, "quiet"))
    return Section(
        buttons,
        parts,
        _("Move from %(place)s") % {"place": context.names.place(row["source"])},
        [*last_move(view), *_here(view, row), *_parting(now)],
        warning=_("A leader, a force march and an overrun show something: then the move cannot be undone."),
        hidden=[(draft.SOURCE, row["source"])],
        way_out=FormLink(_href(view), _("Do something else instead")),
    )


def _here(view: SideView, row: dict[str, Any]) -> list[str]:
    """Notes that hold for every move from this place."""
    lines = []
    standing = view["locations"][row["source"]][view["viewer"]]["count"] - len(row["blocks"])
    if standing:
        text = ngettext(
            "%(count)d more block here cannot move any more.",
            "%(count)d more blocks here cannot move any more.",
            standing,
        )
        lines.append(text % {"count": standing})
    if row["led"]:
        lines.append(
            _("Moves from here need no daimyo to lead them: one location further, as counted below.")
        )
    return lines


def _parting(now: Draft) -> list[str]:
    if not now.groups:
        return []
    return [
        _(
            "Groups that begin on the same road go together as far as it is the same: "
            "how far they may go depends on how many they are together."
        )
    ]


def _so_far(context: FormContext, now: Draft) -> Added:
    groups = [
        (draft.to_text(group), _in_words(context, group), f"{draft.REMOVE}{number}")
        for number, group in enumerate(now.groups, start=1)
    ]
    return Added(_("Groups of this move so far"), draft.GROUP, groups)


def _in_words(context: FormContext, group: Group) -> str:
    names = context.names
    text = _("%(blocks)s to %(way)s") % {
        "blocks": names.blocks(group.blocks),
        "way": ways.way(names, group.path),
    }
    if group.force_march is None:
        return text
    return _("%(group)s; force march for %(card)s") % {"group": text, "card": names.card(group.force_march)}


def _group(
    context: FormContext, view: SideView, row: dict[str, Any], data: FormData, left: list[str]
) -> list[FormPart]:
    """The fields of a group: its blocks, and its ways by distance, with the rarer ways folded."""
    blocks = [context.block(block) for block in left]
    if len(left) > FEW:
        text = _("All %(count)d of them") % {"count": len(left)}
        blocks.insert(0, Option(draft.ALL_BLOCKS, text))
    alone = left if len(left) == 1 else ()
    listed = ways.listed(row)
    by_distance: dict[int, list[Option]] = {}
    for path, by_size in sorted(listed.items(), key=lambda item: len(item[0])):
        option = ways.option(context.names, view, path, by_size, len(row["blocks"]))
        is_grave = all(terms.meets == "overrun-by-them" for terms in by_size.values())
        option = warned(context, view, option, ["runs-into-overrun"] if is_grave else [])
        by_distance.setdefault(len(path), []).append(option)
    parts: list[FormPart] = [checkboxes(data, draft.BLOCKS, _("Who goes"), blocks, default=alone)]
    for length, options in by_distance.items():
        legend = ngettext("Where to: %(count)d location away", "Where to: %(count)d locations away", length)
        parts.append(radios(data, draft.PATH, legend % {"count": length}, grave_last(options)))
    return [*parts, *_others(context, view, row, data)]


def _others(context: FormContext, view: SideView, row: dict[str, Any], data: FormData) -> list[Folded]:
    size = len(row["blocks"])
    options = [ways.option(context.names, view, path, {}, size) for path in ways.others(context, view, row)]
    if not options:
        return []
    hint = _("Past enemies whom several groups overrun together. Not all are allowed.")
    return [Folded(_("Other ways"), hint, [radios(data, draft.PATH, _("Where to: other ways"), options)])]


def _force_march(context: FormContext, view: SideView, now: Draft, data: FormData) -> list[Pick]:
    """A list of cards for a force march, without those that other groups of the move use."""
    held = Counter(view["mine"]["hand"])
    held.subtract(group.force_march for group in now.groups if group.force_march)
    cards = [card for card, count in held.items() if count > 0]
    if not cards:
        return []
    options = [
        Option("", _("No force march")),
        *(Option(card, capfirst(context.names.card(card))) for card in cards),
    ]
    hint = _("One location further for this group, where it is needed. The card is spent.")
    return [select(data, draft.CARD, _("Force march"), options, hint=hint)]


def _leader(context: FormContext, row: dict[str, Any]) -> list[Pick]:
    if not row["leaders"]:
        return []
    options = [Option("", _("Nobody leads"))]
    options += [Option(block, context.names.block(block)) for block in row["leaders"]]
    if context.rules.edition.flags.leader_shown:
        hint = _(
            "A daimyo here leads the whole move: one location further, where needed. The other side sees who."
        )
    else:
        hint = _(
            "A daimyo here leads the whole move: one location further, where needed. The other side sees "
            "that one leads, and not who."
        )
    return [select(context.data, draft.LEADER, _("Leader"), options, hint=hint)]
