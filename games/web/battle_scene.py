"""A battle or siege as pages show it: both sides face each other, with their impact and their cards.

What is new to the viewer is marked, and scripts show it as a picture that moves.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.bars import impact_bar
from games.drawing.blocks import back_svg, block_svg
from games.drawing.cards import card_svg
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, Side
from games.rule_numbers import IMPACT_PER_BLOCK
from games.story import Fight, Names, Sentence, outcome
from games.story.fight import fight_heading, is_besieged, is_fighting, undeployed
from games.story.names import blocks_counted, cards_counted
from games.web.battle_motion import Motion

CombatView = dict[str, Any]
"""A view, or a part of one."""
AFTERMATH = frozenset({"losses", "retreat"})
"""The decisions that are left once it is known who won."""


def scene(
    rules: Ruleset, names: Names, view: CombatView, fight: Fight | None = None, *, is_past: bool = False
) -> dict[str, Any] | None:
    """The combat in a view: two rows that face each other, the viewer's below, or the attacker's.

    None where nobody fights, and on the page of a game also where `still` shows how it ended.

    ``waiting`` are the viewer's blocks that can still be deployed, with their names and pictures.

    Args:
        rules: of the game.
        names: of its edition.
        view: of any viewer.
        fight: what the viewer saw of the latest fight, if it is known.
        is_past: whether it is a moment of a replay, where nobody can challenge what has just been deployed.
    """
    if not is_fighting(view):
        return None
    combat = view["combat"]
    if not is_past and fight is not None and fight.fresh and _is_decided(view, fight):
        return None
    if fight is not None and (fight.place != combat["location"] or fight.ended):
        fight = None  # this one has not begun, or how it ended stands beside it
    motion = Motion(fight)
    before = combat["impact"] if fight is None else fight.impact_before(combat["impact"])
    attacker: str = combat["attacker"]
    below = view["viewer"] if view["viewer"] in LABELS else attacker
    order = [Side.named(below).enemy.label, below]  # one's own blocks are nearest
    return {
        "place": combat["location"],
        "heading": fight_heading(names, view),
        "again": _again(names, fight),
        "rows": [_row(rules, names, view, side, motion, before[side], is_past=is_past) for side in order],
        "has_picture": motion.is_any,
        "waiting": [
            (block, names.block(block), block_svg(rules, block))
            for block in _own_waiting(combat, view["viewer"])
        ],
    }


def _is_decided(view: CombatView, fight: Fight) -> bool:
    """Whether the fight of a view has ended, and only losses or the retreat are left of it."""
    asked = {row["decision"] for row in view["pending"]}
    return fight.ended is not None and fight.place == view["combat"]["location"] and asked <= AFTERMATH


def still(rules: Ruleset, names: Names, fight: Fight | None) -> dict[str, Any] | None:
    """How a fight ended, while that is new: who won by how much, whom each side lost, where the loser went.

    ``told`` are the sentences that it makes superfluous elsewhere.

    Args:
        rules: of the game.
        names: of its edition.
        fight: the latest one, or None.
    """
    if fight is None or not fight.fresh or (ended := fight.ended) is None:
        return None
    again = _was_again(fight)
    sentences = list(outcome(names, fight))
    rows = [_outcome_row(rules, names, fight, ended, side) for side in LABELS]
    losses = [loss for row in rows for loss in row["losses"]]
    return {
        "place": fight.place,
        "sentences": [*sentences, again] if again else sentences,
        "rows": [row for row in rows if row["impact"] is not None or row["said"]],
        "told": {*sentences, *losses},
    }


def _outcome_row(rules: Ruleset, names: Names, fight: Fight, ended: CombatView, side: str) -> dict[str, Any]:
    theirs = Side.named(side).enemy.label
    lost = fight.lost(side)
    is_besieged = ended["siege"] and side != ended["winner"]
    is_undecided = ended["siege"] and all(event["event"] != "castle-fell" for event in fight.events)
    overrun, retreat = fight.overrun(side), fight.retreat(side)
    count = {"count": len(lost)}
    said = []
    if lost:
        said.append(ngettext("lost %(count)d block", "lost %(count)d blocks", len(lost)) % count)
    elif ended[theirs] < IMPACT_PER_BLOCK and (ended["siege"] or side == ended["winner"]):
        # a side may still have to choose its losses, and the loser of the battle loses one in any case
        said.append(_("lost no blocks"))
    if overrun:
        said.append(_("%(blocks)s overrun") % {"blocks": blocks_counted(len(overrun))})
    return {
        "label": side,
        "name": names.side(side),
        "impact": None if is_besieged else ended[side],
        "bar": "" if is_besieged else impact_bar(side, ended[side], ended[theirs]),
        "has_won": side == ended["winner"] and not is_undecided,
        "said": "; ".join(said),
        "losses": [
            Sentence.of(names, event)
            for event in fight.events
            if event["event"] == "blocks-lost" and event["side"] == side
        ],
        "lost": [block_svg(rules, kind) for kind in [*lost, *overrun]],
        **({} if retreat is None or overrun else _went(rules, names, retreat)),
    }


def _went(rules: Ruleset, names: Names, retreat: CombatView) -> dict[str, Any]:
    """Where a side went after a fight, and its blocks: open for itself, from behind for others."""
    if retreat["to"] is None:
        where, count, known = _("in the castle"), retreat["stayed"], retreat.get("stay", ())
    else:
        where = _("retreated to %(place)s") % {"place": names.place(retreat["to"])}
        count, known = retreat["count"], retreat.get("blocks", ())
    backs = [back_svg(retreat["side"])] * (count - len(known))
    return {"where": where, "went": [*(block_svg(rules, block) for block in known), *backs]}


def _again(names: Names, fight: Fight | None) -> str:
    """Which fight of the week it is at its place; empty for the first."""
    values = {"place": "" if fight is None else names.place(fight.place)}
    match 1 if fight is None else fight.number:
        case 1:
            return ""
        case 2:
            return _("It is the second fight at %(place)s this week.") % values
        case 3:
            return _("It is the third fight at %(place)s this week.") % values
        case _:
            return _("It is one more fight at %(place)s this week.") % values


def _was_again(fight: Fight) -> str:
    """Which fight of its week it was at its place; empty for the first."""
    match fight.number:
        case 1:
            return ""
        case 2:
            return _("It was the second fight there that week.")
        case 3:
            return _("It was the third fight there that week.")
        case _:
            return _("It was one more fight there that week.")


def _own_waiting(combat: CombatView, viewer: str) -> list[str]:
    """The blocks that the viewer can still deploy. The besieged deploy none."""
    if viewer not in LABELS or combat["finished"][viewer] or is_besieged(combat, viewer):
        return []
    waiting: list[str] = combat["waiting"]
    return waiting


def _row(
    rules: Ruleset, names: Names, view: CombatView, side: str, motion: Motion, before: int, *, is_past: bool
) -> dict[str, Any]:
    """One side of a battle. The besieged have no impact. Fighters include blocks that changed to it.

    Args:
        before: its impact before what the picture shows.
        is_past: as for `scene`.
    """
    combat = view["combat"]
    theirs = Side.named(side).enemy.label
    has_impact = not is_besieged(combat, side)
    impact: int = combat["impact"][side]
    return {
        "label": side,
        "name": names.side(side),
        "impact": impact if has_impact else None,
        "bar": impact_bar(side, impact, combat["impact"][theirs], before) if has_impact else "",
        "fighters": [
            *_loyal(rules, combat, side, motion, may_challenge=not is_past and _may_challenge(rules, view)),
            *(
                {
                    "picture": block_svg(rules, kind),
                    "note": _("changed sides"),
                    "look": f"turned {motion.take('defected', theirs, kind)}",
                }
                for kind in combat["defected"][theirs]
            ),
        ],
        "cards": [
            (card_svg(rules, card), motion.take("played", side, card)) for card in combat["played"][side]
        ],
        "hidden": list(_hidden(rules, view, side)),
        "shown": [
            (card_svg(rules, card), motion.take("shown", side, card))
            for card in view["sides"][side]["shown_cards"]
        ],
        "hand": _("%(cards)s in hand") % {"cards": cards_counted(view["sides"][side]["hand"])},
        "waiting": _waiting(view, side),
        "finished": _("has stopped deploying") if combat["finished"][side] and has_impact else "",
    }


def _loyal(
    rules: Ruleset, combat: CombatView, side: str, motion: Motion, *, may_challenge: bool
) -> Iterable[dict[str, Any]]:
    """A side's own blocks; the one just brought is open, because it can still be challenged."""
    window = combat["window"]
    challenged = list(window["kinds"]) if window is not None and window["deployer"] == side else []
    note = _("can be challenged") if may_challenge else _("just deployed")
    for kind in combat["loyal"][side]:
        is_open = kind in challenged
        if is_open:
            challenged.remove(kind)
        look = f"{'open ' if is_open else ''}{motion.take('loyal', side, kind)}"
        yield {"picture": block_svg(rules, kind), "note": note if is_open else "", "look": look}


def _may_challenge(rules: Ruleset, view: CombatView) -> bool:
    """Whether the deployment just made can be challenged, as far as the viewer knows."""
    window = view["combat"]["window"]
    if window is None or view["viewer"] not in LABELS or window["deployer"] == view["viewer"]:
        return True
    return not rules.edition.challenge_cards().isdisjoint(view["mine"]["hand"])


def _hidden(rules: Ruleset, view: CombatView, side: str) -> Iterable[dict[str, Any]]:
    """The blocks of another side that are not deployed: open if the viewer knows them, else from behind."""
    if view["viewer"] == side:
        return
    known, unknown = undeployed(view, side)
    for block in known:
        note = "" if view["viewer"] == "referee" else _("known")
        yield {"picture": block_svg(rules, block), "note": note}
    for _block in range(unknown):
        yield {"picture": back_svg(side), "note": ""}


def _waiting(view: CombatView, side: str) -> str:
    known, unknown = undeployed(view, side)
    count = len(known) + unknown
    if not count:
        return ""
    if is_besieged(view["combat"], side):
        text = ngettext("%(count)d block inside the castle", "%(count)d blocks inside the castle", count)
    else:
        text = ngettext("%(count)d block is not deployed", "%(count)d blocks are not deployed", count)
    return text % {"count": count}
