"""A battle or siege as its page shows it: both sides face each other, with their impact and their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.bars import impact_bar
from games.drawing.blocks import back_svg, block_svg
from games.drawing.cards import card_svg
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, Side
from games.story import Names
from games.story.names import cards_counted

CombatView = dict[str, Any]
"""A view, or a part of one."""


def scene(rules: Ruleset, names: Names, view: CombatView) -> dict[str, Any] | None:
    """The combat in a view, or None: two rows that face each other, the viewer's below, or the attacker's.

    ``waiting`` are the viewer's blocks that can still be deployed, with their names and pictures.

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
    order = [Side.named(below).enemy.label, below]  # one's own blocks are nearest
    return {
        "place": combat["location"],
        "heading": heading,
        "rows": [_row(rules, names, view, side) for side in order],
        "waiting": [
            (block, names.block(block), block_svg(rules, block))
            for block in _own_waiting(combat, view["viewer"])
        ],
    }


def _own_waiting(combat: CombatView, viewer: str) -> list[str]:
    """The blocks that the viewer can still deploy. The besieged deploy none."""
    if viewer not in LABELS or combat["finished"][viewer] or _is_besieged(combat, viewer):
        return []
    waiting: list[str] = combat["waiting"]
    return waiting


def _row(rules: Ruleset, names: Names, view: CombatView, side: str) -> dict[str, Any]:
    """One side of a battle. The besieged have no impact. Fighters include blocks that changed to it."""
    combat = view["combat"]
    theirs = Side.named(side).enemy.label
    has_impact = not _is_besieged(combat, side)
    impact: int = combat["impact"][side]
    return {
        "label": side,
        "name": names.side(side),
        "impact": impact if has_impact else None,
        "bar": impact_bar(side, impact, combat["impact"][theirs]) if has_impact else "",
        "fighters": [
            *_loyal(rules, combat, side, may_challenge=_may_challenge(rules, view)),
            *(
                {"picture": block_svg(rules, kind), "note": _("changed sides")}
                for kind in combat["defected"][theirs]
            ),
        ],
        "cards": [card_svg(rules, card) for card in combat["played"][side]],
        "hidden": list(_hidden(rules, view, side)),
        "shown": [card_svg(rules, card) for card in view["sides"][side]["shown_cards"]],
        "hand": _("%(cards)s in hand") % {"cards": cards_counted(view["sides"][side]["hand"])},
        "waiting": _waiting(view, side),
        "finished": _("has stopped deploying") if combat["finished"][side] and has_impact else "",
    }


def _is_besieged(combat: CombatView, side: str) -> bool:
    """Whether a side only holds out, and deploys nothing."""
    return bool(combat["siege"]) and side != combat["attacker"]


def _loyal(rules: Ruleset, combat: CombatView, side: str, *, may_challenge: bool) -> Iterable[dict[str, Any]]:
    """A side's own blocks; the one just brought is open, because it can still be challenged."""
    window = combat["window"]
    challenged = list(window["kinds"]) if window is not None and window["deployer"] == side else []
    note = _("can be challenged") if may_challenge else _("just brought")
    for kind in combat["loyal"][side]:
        is_open = kind in challenged
        if is_open:
            challenged.remove(kind)
        yield {"picture": block_svg(rules, kind), "note": note if is_open else "", "is_open": is_open}


def _may_challenge(rules: Ruleset, view: CombatView) -> bool:
    """Whether the deployment just made can be challenged, as far as the viewer knows."""
    window = view["combat"]["window"]
    if window is None or view["viewer"] not in LABELS or window["deployer"] == view["viewer"]:
        return True
    return not rules.edition.challenge_cards().isdisjoint(view["mine"]["hand"])


def _hidden(rules: Ruleset, view: CombatView, side: str) -> Iterable[dict[str, Any]]:
    """The blocks of another side that are not deployed: open if the viewer knows them, else from behind."""
    if view["viewer"] in (side, "referee"):
        return
    combat = view["combat"]
    known = Counter(view["locations"].get(combat["location"], {}).get(side, {}).get("known", ()))
    known -= Counter([*combat["loyal"][side], *combat["defected"][side]])
    for kind in known.elements():
        yield {"picture": block_svg(rules, kind), "note": _("known")}
    for _block in range(_count_waiting(view, side) - known.total()):
        yield {"picture": back_svg(side), "note": ""}


def _count_waiting(view: CombatView, side: str) -> int:
    """How many blocks of a side are there and not deployed."""
    combat = view["combat"]
    here = view["locations"].get(combat["location"], {}).get(side, {"count": 0})
    count: int = here["count"] - len(combat["loyal"][side]) - len(combat["defected"][side])
    return max(count, 0)


def _waiting(view: CombatView, side: str) -> str:
    combat, count = view["combat"], _count_waiting(view, side)
    if not count:
        return ""
    if _is_besieged(combat, side):
        text = ngettext("%(count)d block inside the castle", "%(count)d blocks inside the castle", count)
    else:
        text = ngettext("%(count)d block is not deployed", "%(count)d blocks are not deployed", count)
    return text % {"count": count}
