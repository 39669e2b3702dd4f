"""An analysis in words."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.graves import GraveDeed
from games.analysis.luck import Luck
from games.analysis.reasons import ERRORS, FactKind, Reason
from games.analysis.turning_points import CostDifference, TurningPoint
from games.engine.grave import GraveReason
from games.engine.worlds import Json
from games.story.names import Names, blocks_counted
from games.story.sentences import sentence

HARDLY, LITTLE, WELL = 0.5, 1.0, 2.0
"""Of the usual range: up to here luck is as usual, a little better or worse, and better or worse."""


def luck_in_words(side: str, luck: Luck) -> str:
    """How a side drew.

    Args:
        side: its name.
        luck: of all its draws.
    """
    part = abs(luck.castles) / luck.usual if luck.usual else 0.0
    if part < HARDLY:
        text = _("%(side)s drew about as usual.")
    elif luck.castles > 0:
        text = _better(part)
    else:
        text = _worse(part)
    return text % {"side": side}


def _better(part: float) -> str:
    if part < LITTLE:
        return _("%(side)s drew a little better than usual.")
    return (
        _("%(side)s drew better than usual.") if part < WELL else _("%(side)s drew much better than usual.")
    )


def _worse(part: float) -> str:
    if part < LITTLE:
        return _("%(side)s drew a little worse than usual.")
    return _("%(side)s drew worse than usual.") if part < WELL else _("%(side)s drew much worse than usual.")


def luck_in_castles(luck: Luck) -> str:
    """The luck of draws as a number, with its usual range."""
    values = {"castles": signed(luck.castles), "usual": number_format(round(luck.usual, 1), 1)}
    # One castle and less is singular.
    count = 1 if abs(round(luck.castles, 1)) <= 1 else 2
    text = ngettext("%(castles)s castle, usual ± %(usual)s", "%(castles)s castles, usual ± %(usual)s", count)
    return text % values


def signed(number: float) -> str:
    """A number with one decimal and its sign."""
    rounded = round(abs(number), 1)
    shown = number_format(rounded, 1)
    if not rounded:
        return shown
    return f"+{shown}" if number > 0 else f"\N{MINUS SIGN}{shown}"


def net_of_luck(names: Names, east: Luck, west: Luck) -> str:
    """The luck of East less that of West, as a sentence."""
    net = Luck(east.castles - west.castles, math.hypot(east.usual, west.usual))
    values = {"luck": luck_in_castles(Luck(abs(net.castles), net.usual))}
    if not net.usual or abs(net.castles) < HARDLY * net.usual:
        return _("Net of both sides, luck was about even (%(luck)s).") % values
    values["side"] = names.side("east" if net.castles > 0 else "west")
    return _("Net of both sides, luck favoured %(side)s (%(luck)s).") % values


def why_grave(names: Names, deed: GraveDeed) -> list[str]:
    """Why an answer was grave, a sentence for each reason."""
    leaders = names.leaders(deed.side)
    shown = [unit for event in deed.done for unit in (*event.get("kinds", ()), event.get("disk"))]
    named = [unit for unit in leaders if unit in shown] or leaders
    leader = get_text_list([names.leader(unit) for unit in named], _("or"))
    return [GRAVE_TEXTS[each]() % {"leader": leader, "side": names.side(deed.side)} for each in deed.reasons]


def cost(names: Names, point: TurningPoint) -> str:
    """What a turn cost, by what its side knew then."""
    found = _points(point.known)
    text = ngettext(
        "By what %(side)s knew then, it cost %(points)d point of 100 (± %(error)d) in chance to win.",
        "By what %(side)s knew then, it cost %(points)d points of 100 (± %(error)d) in chance to win.",
        found["points"],
    ) % {"side": names.side(point.side), **found}
    return _unbroken(text)


def hindsight(point: TurningPoint) -> str:
    """What it cost as everything truly lay."""
    found = point.hindsight
    values = _points(found)
    if not found.is_clear or not values["points"]:
        text = ngettext(
            "As everything truly lay, it made no clear difference (± %(error)d point).",
            "As everything truly lay, it made no clear difference (± %(error)d points).",
            values["error"],
        )
        return _unbroken(text % values)
    if found.cost > 0:
        text = ngettext(
            "As everything truly lay, it cost %(points)d point (± %(error)d).",
            "As everything truly lay, it cost %(points)d points (± %(error)d).",
            values["points"],
        )
    else:
        text = ngettext(
            "As everything truly lay, it was better by %(points)d point (± %(error)d).",
            "As everything truly lay, it was better by %(points)d points (± %(error)d).",
            values["points"],
        )
    return _unbroken(text % values)


def _unbroken(text: str) -> str:
    """A sentence in which no line ends between a range and its sign."""
    return text.replace("± ", "±\N{NO-BREAK SPACE}")


def _points(difference: CostDifference) -> dict[str, int]:
    """A difference in points of a hundred, with the range that is right 19 times in 20."""
    error = max(1, round(100 * ERRORS * difference.error))
    return {"points": round(100 * abs(difference.cost)), "error": error}


class _Fact(NamedTuple):
    """A reason with what its sentence needs.

    Attributes:
        side, enemy: names.
        leader: the name of the leader it is about; empty for none.
        played, preferred: in how many rehearsals, where it is a share of them.
        rehearsals: how many there were.
        much: by how much the turns differ, with one decimal.
    """

    side: str
    enemy: str
    leader: str
    played: int
    preferred: int
    rehearsals: int
    much: str


def reasons(names: Names, point: TurningPoint) -> list[str]:
    """Why the other turn is better: what is so with that one, a sentence each; there is always one."""
    found = [
        _stand(names, reason)
        if reason.kind == FactKind.STAND
        else REASON_TEXTS[reason.kind]() % _fact(names, point, reason)._asdict()
        for reason in point.reasons
    ]
    return found or [_("No single fact explains it: many small differences add up.")]


def price(names: Names, point: TurningPoint) -> str:
    """What the other turn costs; empty if that is not much."""
    reason = point.price
    return "" if reason is None else PRICE_TEXTS[reason.kind]() % _fact(names, point, reason)._asdict()


def _fact(names: Names, point: TurningPoint, reason: Reason) -> _Fact:
    return _Fact(
        side=names.side(point.side),
        enemy=names.side("west" if point.side == "east" else "east"),
        leader=names.leader(reason.leader) if reason.leader else "",
        played=round(point.rehearsals * reason.played),
        preferred=round(point.rehearsals * reason.preferred),
        rehearsals=point.rehearsals,
        much=number_format(round(abs(reason.preferred - reason.played), 1), 1),
    )


def _stand(names: Names, reason: Reason) -> str:
    values = {
        "leader": names.leader(reason.leader),
        "place": names.place(reason.played_place),
        "other": names.place(reason.preferred_place),
        "blocks": _beside(reason.played),
        "better": _beside(reason.preferred),
    }
    if (reason.played_place, reason.played) == (reason.preferred_place, reason.preferred):
        text = _("Either way %(leader)s stands at %(place)s, beside him %(blocks)s.")
    elif reason.played_place == reason.preferred_place:
        text = _("Beside %(leader)s at %(place)s stand %(better)s; as played, %(blocks)s.")
    else:
        text = _(
            "%(leader)s stands at %(other)s, beside him %(better)s; as played, at %(place)s, beside him "
            "%(blocks)s."
        )
    return text % values


def _beside(count: float) -> str:
    return blocks_counted(round(count)) if count else _("no block")


GRAVE_TEXTS: dict[GraveReason, Callable[[], str]] = {
    "loses-leader": lambda: _("With %(leader)s the game was lost, and another answer was legal."),
    "loses-deciding-disk": lambda: _("With %(leader)s the game was lost, and another answer was legal."),
    "uncovers-leader": lambda: _("%(leader)s was left in danger, and another answer was legal."),
    "gives-up-castle": lambda: _("A castle was given up in which a block could have stayed."),
    "runs-into-overrun": lambda: _("Blocks met four times their number, and another answer was legal."),
    "resigns": lambda: _("%(side)s gave the game up."),
}
REASON_TEXTS: dict[FactKind, Callable[[], str]] = {
    FactKind.LOST: lambda: _(
        "%(side)s loses %(leader)s and the game before its next turn in %(preferred)d of %(rehearsals)d "
        "rehearsals; as played, in %(played)d."
    ),
    FactKind.WON: lambda: _(
        "%(side)s destroys %(leader)s and wins at once in %(preferred)d of %(rehearsals)d rehearsals; as "
        "played, in %(played)d."
    ),
    FactKind.POINTS: lambda: _("%(side)s is %(much)s victory points better off when its next turn begins."),
    FactKind.OWN_LOSSES: lambda: _("%(side)s loses %(much)s fewer blocks."),
    FactKind.ENEMY_LOSSES: lambda: _("%(enemy)s loses %(much)s more blocks."),
    FactKind.ARRIVALS: lambda: _("%(side)s brings %(much)s more blocks to the map."),
    FactKind.CARDS: lambda: _("%(side)s has %(much)s more cards left."),
}
PRICE_TEXTS: dict[FactKind, Callable[[], str]] = {
    FactKind.LOST: lambda: _(
        "Its price: %(side)s loses %(leader)s and the game before its next turn in %(preferred)d of "
        "%(rehearsals)d rehearsals; as played, in %(played)d."
    ),
    FactKind.WON: lambda: _(
        "Its price: %(side)s destroys %(leader)s and wins at once in %(preferred)d of %(rehearsals)d "
        "rehearsals only; as played, in %(played)d."
    ),
    FactKind.POINTS: lambda: _(
        "Its price: %(side)s is %(much)s victory points worse off when its next turn begins."
    ),
    FactKind.OWN_LOSSES: lambda: _("Its price: %(side)s loses %(much)s more blocks."),
    FactKind.ENEMY_LOSSES: lambda: _("Its price: %(enemy)s loses %(much)s fewer blocks."),
    FactKind.ARRIVALS: lambda: _("Its price: %(side)s brings %(much)s fewer blocks to the map."),
    FactKind.CARDS: lambda: _("Its price: %(side)s has %(much)s fewer cards left."),
}


def deed(names: Names, side: str, event: Json) -> str:
    """What a turn did, in a sentence; of blocks that it gave away, with what that gained.

    Args:
        side: whose turn it is.
        event: as it saw it.
    """
    text = sentence(names, event)
    if event["event"] != "overrun" or event["side"] != side:
        return text
    values = {"sentence": text, "place": names.place(event["location"]), "side": names.side(side)}
    if names.is_resource(event["location"]):
        text = _("%(sentence)s %(place)s still counts for %(side)s, who came there last.")
        return text % values
    return _("%(sentence)s That gains nothing at once.") % values
