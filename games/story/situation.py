"""The state of a game for a viewer: the moment, what each side holds, and a table of the viewer's stacks."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.edition_data import MORI_BOX, RECRUITMENT
from games.engine.side import LABELS
from games.story.names import (
    Names,
    Seen,
    blocks_counted,
    cards_counted,
    castles_counted,
    listing,
    resources_counted,
)
from games.story.sentences import sentence

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
        seen: the view of any viewer.
    """
    result = seen["result"]
    if result is not None:
        points = result["points"]
        event = {"event": "game-over", "winner": result["winner"], "victory": result["victory"], **points}
        return sentence(names, event)
    values = {"week": seen["week"], "phase": PHASES[seen["phase"]]}
    if seen["active"] is None:
        return _("Week %(week)d, %(phase)s.") % values
    if seen["turn"] == "A":
        text = _("Week %(week)d, %(side)s's first %(phase)s.")
    else:
        text = _("Week %(week)d, %(side)s's second %(phase)s.")
    return text % {**values, "side": names.side(seen["active"])}


class Holdings(NamedTuple):
    """The public numbers of a side, as a row of a table.

    Attributes:
        label: ``east`` or ``west``.
        side: in words.
        is_asked: whether it is to move.
        points: its victory points, if the game were scored now.
        disks: how many of its own are left; None where they are worth no points.
        cards: how many are in its hand.
        line: the same numbers in words, where there is no table.
    """

    label: str
    side: str
    is_asked: bool
    points: int
    castles: int
    resources: int
    disks: int | None
    cards: int
    line: str


class Situation(NamedTuple):
    """The public summary of a game.

    Attributes:
        moment: the week, turn and phase; of a finished game, who won.
        fight: the impact so far; empty until a block is deployed.
        sides: East, then West.
    """

    moment: str
    fight: str
    sides: list[Holdings]


def situation(names: Names, seen: Seen) -> Situation:
    """The moment, the score of a fight, and what each side holds.

    Args:
        seen: the view of any viewer.
    """
    pending = {row["side"] for row in seen["pending"]}
    sides = [_holdings(names, seen, label, is_asked=label in pending) for label in LABELS]
    return Situation(moment(names, seen), _impact(names, seen), sides)


def _holdings(names: Names, seen: Seen, label: str, *, is_asked: bool) -> Holdings:
    side = seen["sides"][label]
    castles, resources, cards = side["castles"], side["resources"], side["hand"]
    scoring, disks = [castles_counted(castles), resources_counted(resources)], None
    if names.rules.edition.flags.disk_points:
        disks = sum(1 for disk in seen["disks"] if names.side_of_disk(disk) == label)
        scoring.append(ngettext("%(count)d disk", "%(count)d disks", disks) % {"count": disks})
    points = side["points"]
    counted = ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    line = _("%(side)s: %(points)s (%(held)s), %(cards)s in hand.") % {
        "side": names.side(label),
        "points": counted,
        "held": listing(scoring),
        "cards": cards_counted(cards),
    }
    return Holdings(label, names.side(label), is_asked, points, castles, resources, disks, cards, line)


def _impact(names: Names, seen: Seen) -> str:
    """A sentence about the impact so far; empty until a block is deployed."""
    combat = seen["combat"]
    if combat is None or seen["result"] is not None or not any(combat["impact"].values()):
        return ""
    values = {"location": names.place(combat["location"]), **combat["impact"]}
    if combat["siege"]:
        values["impact"] = combat["impact"][combat["attacker"]]
        return _("Siege of %(location)s: impact %(impact)d.") % values
    return _("Battle of %(location)s: impact %(east)d of East, %(west)d of West.") % values


class Stack(NamedTuple):
    """A viewer's blocks in one place, as a row of a table.

    Attributes:
        location: the location's name, or the box's.
        size: how many blocks of the viewer's are there.
        blocks: their names, alike ones together.
        enemies: how many enemy blocks are there.
        known: the names of those of them that the viewer knows; empty where there are none.
        marks: what else is there: capital, castle, resource location, disk, siege.
        held: the ids and names of the viewer's blocks; in the Mori box those of their kinds.
        place: the id of the location, or of the box.
    """

    location: str
    size: int
    blocks: str
    enemies: int
    known: str
    marks: list[str]
    held: list[tuple[str, str]]
    place: str

    @property
    def title(self) -> str:
        """The location, and in parentheses what else is there."""
        return f"{self.location} ({', '.join(self.marks)})" if self.marks else self.location

    @property
    def holding(self) -> str:
        """Whose blocks are there, and how many, where there is no table."""
        size = f"{blocks_counted(self.size)}, " if self.size > 1 else ""
        parts = [f"{size}{self.blocks}"]
        if self.enemies:
            known = _("known: %(blocks)s") % {"blocks": self.known}
            theirs = ngettext("%(count)d enemy block", "%(count)d enemy blocks", self.enemies)
            parts.append(theirs % {"count": self.enemies} + (f" ({known})" if self.known else ""))
        return "; ".join(parts)


def stacks(names: Names, seen: Seen) -> list[Stack]:
    """The viewer's stacks in the order of the board, then what waits in boxes; none for the public.

    Args:
        seen: the view of a side.
    """
    mine = seen["viewer"]
    if mine not in LABELS:
        return []
    enemy = enemy_of(seen)
    rows = []
    for location, place in seen["locations"].items():
        if mine in place:
            theirs = place.get(enemy, {"count": 0})
            known = names.blocks(theirs.get("known", ()))
            row = _boxed(names, location, place[mine]["blocks"])
            rows.append(
                row._replace(enemies=theirs["count"], known=known, marks=marks(names, location, place))
            )
    waiting = {RECRUITMENT: seen["mine"]["recruitment"], MORI_BOX: seen["mori_box"] if mine == "west" else ()}
    return rows + [_boxed(names, box, blocks) for box, blocks in waiting.items() if blocks]


def elsewhere(names: Names, seen: Seen) -> list[str]:
    """A line on every other place where there is anything: enemy blocks, castles, resource locations, disks.

    Args:
        seen: the view of a side.
    """
    lines, unclaimed = [], []
    for location, place in seen["locations"].items():
        if place == {"resource": None}:
            unclaimed.append(names.place(location))
        elif seen["viewer"] not in place and (what := at_place(names, seen, location)):
            lines.append(_("%(place)s: %(what)s") % {"place": names.place(location), "what": what})
    if unclaimed:
        lines.append(_("Unclaimed resource locations: %(places)s") % {"places": listing(unclaimed)})
    return lines


def _boxed(names: Names, place: str, blocks: list[str]) -> Stack:
    held = [(block, names.block(block)) for block in blocks]
    return Stack(capfirst(names.place(place)), len(blocks), names.blocks(blocks), 0, "", [], held, place)


def sealed(names: Names, own: Seen | None) -> list[str]:
    """Sentences about the cards that a side has bid or discarded face down.

    Args:
        own: the secrets of the side; None for the public.
    """
    lines = []
    if own is not None and own["bid"] is not None:
        lines.append(_("Sealed bid: %(card)s.") % {"card": names.card(own["bid"])})
    if own is not None and own["sealed_discards"]:
        lines.append(_("Sealed discards: %(cards)s.") % {"cards": names.cards(own["sealed_discards"])})
    return lines


def marks(names: Names, location: str, place: Seen) -> list[str]:
    """What is at a location besides blocks, with its owner: capital, castle, resource location, disk.

    Args:
        place: the location's row in a view, which also tells of a siege; empty where nothing is.
    """
    found = []
    if capital := names.capital(location):
        found.append(_("capital of %(side)s") % {"side": names.side(capital)})
    if "castle" in place:
        found.append(_("castle of %(side)s") % {"side": names.side(place["castle"])})
    if place.get("resource"):
        found.append(_("resource location of %(side)s") % {"side": names.side(place["resource"])})
    elif "resource" in place:
        found.append(_("unclaimed resource location"))
    if "disk" in place:
        found.append(names.disk(place["disk"]))
    if "besieged" in place:
        found.append(_("%(side)s is besieged") % {"side": names.side(place["besieged"])})
    return found


def enemy_of(seen: Seen) -> str:
    """The label of the other side of a side's view."""
    return "west" if seen["viewer"] == "east" else "east"


def forces_at(seen: Seen, place: str) -> tuple[int, int]:
    """The number of blocks at a location: of the side that looks, and of the other."""
    here = seen["locations"].get(place, {})
    mine, theirs = (here.get(side, {"count": 0})["count"] for side in (seen["viewer"], enemy_of(seen)))
    return mine, theirs


def at_place(names: Names, seen: Seen, place: str) -> str:
    """What is at a location: capital, castle or resource, and the number of blocks of each side.

    Args:
        names: of the edition.
        seen: the view of the side that reads it.
        place: the id of the location.

    Returns:
        A list in words; empty if nothing is there.
    """
    items = marks(names, place, seen["locations"].get(place, {}))
    mine, theirs = forces_at(seen, place)
    if mine:
        items.append(_("%(blocks)s of yours") % {"blocks": blocks_counted(mine)})
    if theirs:
        items.append(_("%(blocks)s of theirs") % {"blocks": blocks_counted(theirs)})
    known = seen["locations"].get(place, {}).get(enemy_of(seen), {}).get("known")
    if known:
        items.append(_("known: %(blocks)s") % {"blocks": names.blocks(known)})
    return ", ".join(items)
