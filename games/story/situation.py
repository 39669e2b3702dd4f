"""How a game stands for a viewer: the moment, both sides in a line, and the viewer's stacks for a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.editions import MORI_BOX, RECRUITMENT
from games.engine.side import LABELS
from games.story.names import Names, cards_counted, castles_counted, listing, resources_counted
from games.story.sentences import sentence

Seen = dict[str, Any]

PHASES: dict[str, Promise] = {
    "setup": gettext_lazy("setting up"),
    "reinforcement": gettext_lazy("reinforcement"),
    "turn-order": gettext_lazy("the bids for turn order"),
    "movement": gettext_lazy("movement phase"),
    "combat": gettext_lazy("combat phase"),
}


def moment(names: Names, seen: Seen) -> str:
    """The week, turn and phase; of a finished game, who won.

    Args:
        seen: the view of anybody.
    """
    result = seen["result"]
    if result is not None:
        points = result["points"]
        told = {"event": "game-over", "winner": result["winner"], "victory": result["victory"], **points}
        return sentence(names, told)
    values = {"week": seen["week"], "turn": seen["turn"], "phase": PHASES[seen["phase"]]}
    if seen["active"] is None:
        return _("Week %(week)d, %(phase)s.") % values
    text = _("Week %(week)d, turn %(turn)s of %(side)s, %(phase)s.")
    return text % {**values, "side": names.side(seen["active"])}


def situation(names: Names, seen: Seen) -> str:
    """The moment, how a fight stands, and what of each side everybody can count, in one line.

    Args:
        seen: the view of anybody.
    """
    lines = [moment(names, seen), *_impact(names, seen)]
    for label in LABELS:
        side = seen["sides"][label]
        lines.append(
            _("%(side)s: %(holdings)s.")
            % {
                "side": names.side(label),
                "holdings": listing(
                    (
                        castles_counted(side["castles"]),
                        resources_counted(side["resources"]),
                        _("%(cards)s in hand") % {"cards": cards_counted(side["hand"])},
                    )
                ),
            }
        )
    return " ".join(lines)


def _impact(names: Names, seen: Seen) -> list[str]:
    """How the fight stands, as soon as anybody has deployed."""
    combat = seen["combat"]
    if combat is None or seen["result"] is not None or not any(combat["impact"].values()):
        return []
    values = {"location": names.place(combat["location"]), **combat["impact"]}
    if combat["siege"]:
        values["impact"] = combat["impact"][combat["attacker"]]
        return [_("Siege of %(location)s: impact %(impact)d so far.") % values]
    return [_("Battle of %(location)s: impact %(east)d of East, %(west)d of West so far.") % values]


class Stack(NamedTuple):
    """A viewer's blocks in one place, as a row of a table.

    Attributes:
        location: the location's name, or the box's.
        size: how many blocks of the viewer's are there.
        blocks: their names, alike ones together.
        enemies: how many enemy blocks are there.
        known: the names of those of them that the viewer knows; empty where there are none.
        marks: what else is there: castle, resource location, disk, siege.
        held: the ids of the viewer's blocks.
    """

    location: str
    size: int
    blocks: str
    enemies: int
    known: str
    marks: list[str]
    held: list[str]


def stacks(names: Names, seen: Seen) -> list[Stack]:
    """The viewer's stacks in the order of the board, then what waits in boxes; none for the public.

    Args:
        seen: the view of a side.
    """
    mine = seen["viewer"]
    if mine not in LABELS:
        return []
    enemy = "west" if mine == "east" else "east"
    rows = []
    for location, place in seen["locations"].items():
        if mine in place:
            theirs = place.get(enemy, {"count": 0})
            known = names.blocks(theirs.get("known", ()))
            row = _boxed(names, location, place[mine]["blocks"])
            rows.append(row._replace(enemies=theirs["count"], known=known, marks=_marks(names, place)))
    waiting = {RECRUITMENT: seen["mine"]["recruitment"], MORI_BOX: seen["mori_box"] if mine == "west" else ()}
    return rows + [_boxed(names, box, blocks) for box, blocks in waiting.items() if blocks]


def _boxed(names: Names, place: str, blocks: list[str]) -> Stack:
    return Stack(capfirst(names.place(place)), len(blocks), names.blocks(blocks), 0, "", [], blocks)


def _marks(names: Names, place: dict[str, Any]) -> list[str]:
    marks = []
    if "castle" in place:
        marks.append(_("castle of %(side)s") % {"side": names.side(place["castle"])})
    if place.get("resource"):
        marks.append(_("resource location of %(side)s") % {"side": names.side(place["resource"])})
    elif "resource" in place:
        marks.append(_("resource location of nobody"))
    if "disk" in place:
        marks.append(names.disk(place["disk"]))
    if "besieged" in place:
        marks.append(_("%(side)s is besieged") % {"side": names.side(place["besieged"])})
    return marks
