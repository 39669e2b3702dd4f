"""Where to fight, inside or outside, whom to lose and where to retreat [8.1, 8.7, 8.8, 8.9]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Declare, Losses, Retreat
from games.engine.side import LABELS
from games.story.names import blocks_counted
from games.web.answers.asking import Asking, Seen, copies, in_reach, together
from games.web.answers.filled_in import Incomplete, check_blocks, not_offered
from games.web.answers.parts import Button, Option, Part, Section, checkboxes, radios
from games.web.answers.places import at_place


def declare(asking: Asking, seen: Seen) -> list[Section]:
    """The places where combat is due, with who stands there."""
    options = [
        Option(place, asking.names.place(place), _forces(asking, seen, place)) for place in _places(asking)
    ]
    return [
        Section(
            [Button("declare", _("Fight here"))],
            [radios(asking.given, "location", _("The next combat"), options)],
            lines=[_("You fight at every one of these places; you only choose the order.")],
            warning=_("The combat begins at once."),
        )
    ]


def _places(asking: Asking) -> list[str]:
    return [row["action"]["location"] for row in asking.choices()]


def _forces(asking: Asking, seen: Seen, place: str) -> str:
    here = seen["locations"].get(place, {})
    mine, theirs = seen["viewer"], _enemy(seen)
    counts = [blocks_counted(here.get(side, {"count": 0})["count"]) for side in (mine, theirs)]
    told = _("%(mine)s of yours, %(theirs)s of theirs") % {"mine": counts[0], "theirs": counts[1]}
    more = [asking.names.disk(here["disk"])] if "disk" in here else []
    if "besieged" in here:
        more.append(_("castle of %(side)s") % {"side": asking.names.side(here["besieged"])})
    return ", ".join([told, *more])


def _enemy(seen: Seen) -> str:
    return LABELS[1 - LABELS.index(seen["viewer"])]


def read_declare(asking: Asking) -> Declare:
    place = asking.given.one("location", _("Choose the place where you fight next."))
    if place not in _places(asking):
        raise not_offered()
    return Declare(place)


def stance(asking: Asking, seen: Seen) -> list[Section]:
    """Behind the walls, or out of them."""
    if seen["combat"]["attacker"] == seen["viewer"]:
        inside = _("No fight: the walls stay closed and nobody is hurt.")
    else:
        inside = _("A siege: only the other side attacks. You lose a block for every 7 impact, and no more.")
    outside = _("A battle: both sides deploy, and the loser loses a block more and retreats.")
    return [
        Section(
            [
                Button("inside", _("Stay inside"), inside),
                Button("outside", _("Come out and fight"), outside),
            ],
            warning=_("This cannot be taken back."),
        )
    ]


def losses(asking: Asking, seen: Seen) -> list[Section]:
    """The blocks that can be lost, and a disk that may go in place of one; those that must be are ticked."""
    subset = next(asking.subsets("losses"))
    count = subset["most"]
    tiers = in_reach(subset["of"], count)
    forced = [block for tier in tiers[:-1] for block in tier]
    if len(tiers[-1]) <= count - len(forced):
        forced += tiers[-1]
    parts: list[Part] = [
        checkboxes(asking.given, "blocks", legend, [asking.unit(unit) for unit in tier], default=forced)
        for tier, legend in zip(tiers, _legends(seen), strict=False)
    ]
    lines = [_("Blocks that changed sides are lost first, then those that deployed, then the rest.")]
    warning = _("What is lost is out of the game, and the other side sees what it was.")
    button = Button("lose", _losing(asking, together(subset["of"]), count))
    return [Section([button], parts, lines=lines if len(subset["of"]) > 1 else (), warning=warning)]


def _losing(asking: Asking, units: Iterable[str], count: int) -> str:
    """What the button says; a disk is no block."""
    if any(asking.names.is_disk(unit) for unit in units):
        return _("Give this up") if count == 1 else _("Give these up")
    return ngettext("Lose this block", "Lose these blocks", count)


def _legends(seen: Seen) -> list[str]:
    """What the blocks of each tier have in common."""
    combat = seen["combat"]
    mine = seen["viewer"]
    if combat["siege"]:
        return [_("Blocks in the castle")]
    stood = {
        _("Blocks that changed sides"): bool(combat["defected"][mine]),
        _("Blocks that deployed"): bool(combat["loyal"][mine]),
        _("Blocks that did not deploy"): bool(combat["waiting"]),
    }
    return [legend for legend, is_there in stood.items() if is_there]


def read_losses(asking: Asking) -> Losses:
    subset = next(asking.subsets("losses"))
    blocks = asking.given.some("blocks", together(subset["of"]))
    check_blocks(blocks, subset["least"], subset["most"])
    return Losses(blocks)


def retreat(asking: Asking, seen: Seen) -> list[Section]:
    """Where to, and who stays in the castle, where there is one."""
    ways = _ways(asking)
    places = [
        Option(place, asking.names.place(place), at_place(asking.names, seen, place))
        for place in ways
        if place
    ]
    parts: list[Part] = [radios(asking.given, "to", _("Where to"), places)]
    staying = max(subset["most"] for place, subset in ways.items() if place)
    if staying:
        legend = ngettext(
            "Who stays in the castle: one block, or nobody",
            "Who stays in the castle: up to %(count)d blocks, or nobody",
            staying,
        )
        force = [asking.block(block) for block in copies(together(next(iter(ways.values()))["of"]))]
        parts.append(checkboxes(asking.given, "stay", legend % {"count": staying}, force))
    buttons = [Button("retreat", _("Retreat"))]
    if None in ways:
        hint = _("Nobody goes: all your blocks shut themselves up in the castle.")
        buttons.append(Button("stay", _("Stay in the castle"), hint, "quiet"))
    return [Section(buttons, parts, warning=_("This cannot be taken back."))]


def _ways(asking: Asking) -> dict[str | None, dict[str, Any]]:
    """By where it goes, or None where everybody stays: the subset of blocks that stay."""
    return {subset["action"].get("to"): subset for subset in asking.subsets("retreat")}


def read_retreat(asking: Asking) -> Retreat:
    """The retreat that was filled in.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    to = asking.given.one("to", _("Choose where your blocks retreat."))
    subset = _ways(asking).get(to)
    if subset is None:
        raise not_offered()
    stay = asking.given.some("stay", together(subset["of"]))
    if len(stay) == sum(together(subset["of"]).values()):
        raise Incomplete(_("Somebody must go. Let fewer stay, or have all of them stay in the castle."))
    check_blocks(stay, subset["least"], subset["most"])
    return Retreat(to, stay)


def read_stay(asking: Asking) -> Retreat:
    subset = _ways(asking).get(None)
    if subset is None:
        raise not_offered()
    return Retreat(None, tuple(copies(together(subset["of"]))))
