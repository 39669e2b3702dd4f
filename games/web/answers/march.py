"""Moving a stack: first where it stands, then who goes where, group by group [7.3]."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlencode

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Group
from games.web.answers import draft, ways
from games.web.answers.asking import Asking, Seen
from games.web.answers.boxes import last_move
from games.web.answers.draft import Draft
from games.web.answers.filled_in import Given
from games.web.answers.parts import (
    Button,
    Folded,
    Line,
    Lines,
    Link,
    Links,
    Option,
    Part,
    Pick,
    Section,
    Select,
    checkboxes,
    radios,
    select,
)

ANCHOR = "#answer"
FEW = 4
"""Blocks that are soon ticked one by one."""


def stacks(asking: Asking, seen: Seen) -> list[Section]:
    """The places a move can begin, as links; nothing where no stack may move."""
    rows = draft.sources(asking)
    if not rows:
        return []
    wanted = asking.given.first(draft.SOURCE)
    problems = [_("No stack of yours can move from there now. Choose another.")] if wanted else []
    links = [_link(asking, seen, row) for row in rows]
    section = Section([], [Links(links)], _("Move a stack"), [_moves_left(seen)], problems=problems)
    return [section]


def _link(asking: Asking, seen: Seen, row: dict[str, Any]) -> Link:
    place = row["source"]
    here = seen["locations"][place]
    enemy = "west" if seen["viewer"] == "east" else "east"
    hint = asking.names.blocks(row["blocks"])
    if enemy in here:
        count = here[enemy]["count"]
        text = ngettext("%(count)d enemy block is there", "%(count)d enemy blocks are there", count)
        hint = "; ".join([hint, text % {"count": count}])
    return Link(_href(seen, {draft.SOURCE: place}), asking.names.place(place), hint)


def _href(seen: Seen, query: dict[str, str]) -> str:
    return f"?{urlencode({'as': seen['viewer'], **query})}{ANCHOR}"


def _moves_left(seen: Seen) -> str:
    left = seen["movement"]["moves_left"]
    if left is None:
        return _("Every block may move once, as long as there are roads: each serves one move in a phase.")
    text = ngettext(
        "You have %(count)d stack move left. Each road serves one move in a phase.",
        "You have %(count)d stack moves left. Each road serves one move in a phase.",
        left,
    )
    return text % {"count": left}


def march(asking: Asking, seen: Seen, row: dict[str, Any]) -> Section:
    """One stack: the groups so far, another one, and what the move is paid with."""
    now = draft.draft(asking, row)
    given = asking.given if now.is_open else asking.given.only(draft.LEADER)
    taken = {block for group in now.groups for block in group.blocks}
    left = [block for block in row["blocks"] if block not in taken]
    parts: list[Part] = []
    if now.groups:
        parts.append(_so_far(asking, now))
    if left:
        parts += _group(asking, seen, row, given, left)
        parts += _force_march(asking, seen, now, given)
    parts += _leader(asking, row)
    buttons = [Button(draft.MOVE, _("Move"))]
    if left and (len(left) > 1 or now.groups):
        hint = _("For a stack that parts, at once or on the way. Nothing happens until you move.")
        buttons.append(Button(draft.ADD, _("Add this group, then another"), hint, "quiet"))
    return Section(
        buttons,
        parts,
        _("Move from %(place)s") % {"place": asking.names.place(row["source"])},
        [*last_move(seen), *_here(seen, row), *_parting(now)],
        warning=_(
            "A leader, a force march and an overrun show something: then the move cannot be taken back."
        ),
        hidden=[(draft.SOURCE, row["source"])],
        way_out=Link(_href(seen, {}), _("Do something else instead")),
    )


def _here(seen: Seen, row: dict[str, Any]) -> list[str]:
    """What everybody who leaves has in common."""
    lines = []
    standing = seen["locations"][row["source"]][seen["viewer"]]["count"] - len(row["blocks"])
    if standing:
        text = ngettext(
            "%(count)d more block here cannot move any more.",
            "%(count)d more blocks here cannot move any more.",
            standing,
        )
        lines.append(text % {"count": standing})
    if row["led"]:
        lines.append(
            _("Moves from here are led without showing a daimyo: one location further, reckoned in below.")
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


def _so_far(asking: Asking, now: Draft) -> Lines:
    lines = [
        Line(draft.GROUP, draft.to_text(group), _told(asking, group), f"{draft.REMOVE}{number}")
        for number, group in enumerate(now.groups, start=1)
    ]
    return Lines(_("Groups of this move so far"), lines)


def _told(asking: Asking, group: Group) -> str:
    names = asking.names
    text = _("%(blocks)s to %(way)s") % {
        "blocks": names.blocks(group.blocks),
        "way": ways.way(names, group.path),
    }
    if group.force_march is None:
        return text
    return _("%(group)s; force march for %(card)s") % {"group": text, "card": names.card(group.force_march)}


def _group(asking: Asking, seen: Seen, row: dict[str, Any], given: Given, left: list[str]) -> list[Part]:
    """Who goes, and where to: by distance, and all other ways folded away."""
    blocks = [asking.block(block) for block in left]
    if len(left) > FEW:
        text = _("All %(count)d of them") % {"count": len(left)}
        blocks.insert(0, Option(draft.ALL, text))
    alone = left if len(left) == 1 else ()
    listed = ways.listed(row)
    by_distance: dict[int, list[Option]] = {}
    for path, by_size in sorted(listed.items(), key=lambda item: len(item[0])):
        option = ways.option(asking.names, seen, path, by_size, len(row["blocks"]))
        by_distance.setdefault(len(path), []).append(option)
    parts: list[Part] = [checkboxes(given, draft.BLOCKS, _("Who goes"), blocks, default=alone)]
    parts += [_distance(given, length, options) for length, options in by_distance.items()]
    return [*parts, *_others(asking, seen, row, given)]


def _distance(given: Given, length: int, options: list[Option]) -> Pick:
    legend = ngettext("Where to: %(count)d location away", "Where to: %(count)d locations away", length)
    return radios(given, draft.PATH, legend % {"count": length}, options)


def _others(asking: Asking, seen: Seen, row: dict[str, Any], given: Given) -> list[Folded]:
    size = len(row["blocks"])
    options = [ways.option(asking.names, seen, path, {}, size) for path in ways.others(asking, seen, row)]
    if not options:
        return []
    hint = _(
        "Longer or dearer, or past enemies whom groups overrun together. Not each is allowed every time."
    )
    return [Folded(_("Other ways"), hint, [radios(given, draft.PATH, _("Where to: other ways"), options)])]


def _force_march(asking: Asking, seen: Seen, now: Draft, given: Given) -> list[Select]:
    """A card for the group, of those that no other group of the move takes."""
    held = Counter(seen["mine"]["hand"])
    held.subtract(group.force_march for group in now.groups if group.force_march)
    cards = [card for card, count in held.items() if count > 0]
    if not cards:
        return []
    options = [
        Option("", _("No force march")),
        *(Option(card, capfirst(asking.names.card(card))) for card in cards),
    ]
    hint = _("One location further for this group, where it is needed. The card is spent.")
    return [select(given, draft.CARD, _("Force march"), options, hint=hint)]


def _leader(asking: Asking, row: dict[str, Any]) -> list[Select]:
    if not row["leaders"]:
        return []
    options = [Option("", _("Nobody leads"))]
    options += [Option(block, asking.names.block(block)) for block in row["leaders"]]
    hint = _(
        "A daimyo here leads the whole move: one location further, where needed. The other side sees who."
    )
    return [select(asking.given, draft.LEADER, _("Leader"), options, hint=hint)]
