"""A battle or siege as its page shows it: both sides face each other, with their impact and their cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.bars import about_impact, impact_bar
from games.drawing.blocks import block_svg
from games.drawing.cards import card_svg
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS
from games.story import Names

View = dict[str, Any]


class Fighter(NamedTuple):
    """A block in a row.

    Attributes:
        picture: of its face.
        note: what is special about it; empty if nothing is.
        is_open: whether its deployment can still be challenged.
    """

    picture: SafeString
    note: str = ""
    is_open: bool = False


class Row(NamedTuple):
    """One side of a battle.

    Attributes:
        label: ``east`` or ``west``.
        name: of the side.
        impact: of the side so far; None for the besieged, who have none.
        bar: the impact as a drawing; empty for the besieged.
        about: the impact in words; empty for the besieged.
        fighters: its deployed blocks, and those of the other side that changed sides.
        cards: with which it deployed.
        waiting: how many of its blocks are not deployed, in words; empty for none.
        finished: that it has stopped deploying; empty while it has not.
    """

    label: str
    name: str
    impact: int | None
    bar: str
    about: str
    fighters: list[Fighter]
    cards: list[SafeString]
    waiting: str
    finished: str


class Scene(NamedTuple):
    """A battle or siege: two rows that face each other, the viewer's below, or else the attacker's.

    Attributes:
        place: where it is, by id.
        heading: where it is, in words.
        rows: of both sides.
        waiting: the viewer's blocks that can still be deployed, by id, with their names and pictures.
    """

    place: str
    heading: str
    rows: list[Row]
    waiting: list[tuple[str, str, SafeString]]


def scene(rules: Ruleset, names: Names, view: View) -> Scene | None:
    """The combat in a view; None if there is none.

    Args:
        rules: of the game.
        names: of its edition.
        view: of any viewer.
    """
    combat = view["combat"]
    if combat is None or view["result"] is not None:
        return None
    place = {"place": names.place(combat["location"])}
    heading = _("Siege of %(place)s") % place if combat["siege"] else _("Battle of %(place)s") % place
    attacker: str = combat["attacker"]
    below = view["viewer"] if view["viewer"] in LABELS else attacker
    order = [other_side(below), below]  # one's own blocks are nearest
    return Scene(
        combat["location"],
        heading,
        [_row(rules, names, view, side) for side in order],
        [
            (block, names.block(block), block_svg(rules, block))
            for block in _own_waiting(combat, view["viewer"])
        ],
    )


def _own_waiting(combat: View, viewer: str) -> list[str]:
    """The blocks that the viewer can still deploy. The besieged deploy none."""
    if viewer not in LABELS or combat["finished"][viewer] or _is_besieged(combat, viewer):
        return []
    waiting: list[str] = combat["waiting"]
    return waiting


def other_side(side: str) -> str:
    """The label of the other side."""
    return LABELS[1 - LABELS.index(side)]


def _row(rules: Ruleset, names: Names, view: View, side: str) -> Row:
    combat = view["combat"]
    theirs = other_side(side)
    has_impact = not _is_besieged(combat, side)
    impact: int = combat["impact"][side]
    return Row(
        side,
        names.side(side),
        impact if has_impact else None,
        impact_bar(side, impact, combat["impact"][theirs]) if has_impact else "",
        about_impact(impact) if has_impact else "",
        [
            *_loyal(rules, combat, side, may_challenge=_may_challenge(rules, view)),
            *_defectors(rules, combat["defected"][theirs]),
        ],
        [card_svg(rules, card) for card in combat["played"][side]],
        _waiting(view, side),
        _("has stopped deploying") if combat["finished"][side] and has_impact else "",
    )


def _is_besieged(combat: View, side: str) -> bool:
    """Whether a side only holds out, and deploys nothing."""
    return bool(combat["siege"]) and side != combat["attacker"]


def _loyal(rules: Ruleset, combat: View, side: str, *, may_challenge: bool) -> Iterable[Fighter]:
    window = combat["window"]
    challenged = list(window["kinds"]) if window is not None and window["deployer"] == side else []
    note = _("can be challenged") if may_challenge else _("just brought")
    for kind in combat["loyal"][side]:
        is_open = kind in challenged
        if is_open:
            challenged.remove(kind)
        yield Fighter(block_svg(rules, kind), note if is_open else "", is_open)


def _may_challenge(rules: Ruleset, view: View) -> bool:
    """Whether the deployment just made can be challenged, as far as the viewer knows."""
    window = view["combat"]["window"]
    if window is None or view["viewer"] not in LABELS or window["deployer"] == view["viewer"]:
        return True
    return not rules.edition.challenge_cards().isdisjoint(view["mine"]["hand"])


def _defectors(rules: Ruleset, kinds: Iterable[str]) -> Iterable[Fighter]:
    return (Fighter(block_svg(rules, kind), _("changed sides")) for kind in kinds)


def _waiting(view: View, side: str) -> str:
    combat = view["combat"]
    here = view["locations"].get(combat["location"], {}).get(side, {"count": 0})
    count = here["count"] - len(combat["loyal"][side]) - len(combat["defected"][side])
    if count <= 0:
        return ""
    if _is_besieged(combat, side):
        text = ngettext("%(count)d block inside the castle", "%(count)d blocks inside the castle", count)
    else:
        text = ngettext("%(count)d block is not deployed", "%(count)d blocks are not deployed", count)
    return text % {"count": count}
