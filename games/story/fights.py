"""Sentences about overruns, battles, sieges, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.rules.losses import IMPACT_PER_BLOCK
from games.story.names import Names, blocks_counted

EventView = dict[str, Any]


def _mori_joined(names: Names, event: EventView) -> str:
    return _("The Mori came to the defence of %(location)s: %(blocks)s.") % {
        "location": names.place(event["location"]),
        "blocks": names.blocks(event["kinds"]),
    }


def _overrun(names: Names, event: EventView) -> str:
    return _("%(by)s overran %(side)s at %(location)s and destroyed %(blocks)s.") % {
        "by": names.side(event["by"]),
        "side": names.side(event["side"]),
        "location": names.place(event["location"]),
        "blocks": names.blocks(event["kinds"]),
    }


def _combat_declared(names: Names, event: EventView) -> str:
    return _("%(side)s attacked at %(location)s.") % {
        "side": names.side(event["attacker"]),
        "location": names.place(event["location"]),
    }


def _stance_taken(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "location": names.place(event["location"])}
    if event["inside"]:
        return _("%(side)s stayed inside the walls of %(location)s.") % values
    return _("%(side)s came out of the walls of %(location)s to fight.") % values


def _battle_began(names: Names, event: EventView) -> str:
    return _("The battle of %(location)s began. Blocks: East %(east)d, West %(west)d.") % {
        "location": names.place(event["location"]),
        "east": event["east"],
        "west": event["west"],
    }


def _siege_began(names: Names, event: EventView) -> str:
    besieged = "west" if event["attacker"] == "east" else "east"
    return _("%(side)s besieged %(location)s. Blocks: %(outside)d outside, %(inside)d inside.") % {
        "side": names.side(event["attacker"]),
        "location": names.place(event["location"]),
        "outside": event[event["attacker"]],
        "inside": event[besieged],
    }


def _deployed(names: Names, event: EventView) -> str:
    values = {
        "side": names.side(event["side"]),
        "blocks": names.blocks(event["kinds"]),
        "impact": event["impact"],
        "total": event["total"],
    }
    if event["card"] is None:
        return _("%(side)s deployed %(blocks)s without a card: impact %(impact)d, %(total)d in all.") % (
            values
        )
    values["card"] = names.card(event["card"])
    return _("%(side)s deployed %(blocks)s with %(card)s: impact %(impact)d, %(total)d in all.") % values


def _finished(names: Names, event: EventView) -> str:
    return _("%(side)s stopped deploying.") % {"side": names.side(event["side"])}


def _challenged(names: Names, event: EventView) -> str:
    return _("%(side)s challenged the loyalty of %(blocks)s.") % {
        "side": names.side(event["side"]),
        "blocks": names.blocks(event["kinds"]),
    }


def _window_lapsed(names: Names, event: EventView) -> str:
    return _("%(side)s did not answer in time and let the deployment stand.") % {
        "side": names.side(event["side"])
    }


def _refuted(names: Names, event: EventView) -> str:
    return _("%(side)s showed %(card)s, and loyalty held.") % {
        "side": names.side(event["side"]),
        "card": names.card(event["card"]),
    }


def _defected(names: Names, event: EventView) -> str:
    joined = "west" if event["side"] == "east" else "east"
    return _("Treason: %(blocks)s joined %(side)s, impact %(impact)d. East %(east)d, West %(west)d.") % {
        "blocks": names.blocks(event["kinds"]),
        "side": names.side(joined),
        "impact": event["impact"],
        "east": event["east"],
        "west": event["west"],
    }


def _combat_ended(names: Names, event: EventView) -> str:
    location = names.place(event["location"])
    if event["siege"]:
        impact = event[event["winner"]]
        if not impact:
            return _("The castle of %(location)s was not attacked.") % {"location": location}
        values = {"location": location, "impact": impact}
        if impact < IMPACT_PER_BLOCK:
            return (
                _("The assault on %(location)s ended with impact %(impact)d: too little to do harm.") % values
            )
        return _("The assault on %(location)s ended with impact %(impact)d.") % values
    fewer, more = sorted((event["east"], event["west"]))
    values = {"winner": names.side(event["winner"]), "location": location, "more": more, "fewer": fewer}
    if more == fewer:
        text = _(
            "%(winner)s won the battle of %(location)s: both had impact %(more)d, and the defender wins ties."
        )
        return text % values
    return _("%(winner)s won the battle of %(location)s, impact %(more)d to %(fewer)d.") % values


def _blocks_lost(names: Names, event: EventView) -> str:
    return _("%(side)s lost %(blocks)s.") % {
        "side": names.side(event["side"]),
        "blocks": names.blocks(event["kinds"]),
    }


def _disk_lost(names: Names, event: EventView) -> str:
    return _("%(disk)s fell at %(location)s.") % {
        "disk": names.disk(event["disk"]),
        "location": names.place(event["location"]),
    }


def _castle_fell(names: Names, event: EventView) -> str:
    values = {"location": names.place(event["location"])}
    if names.has_castle(event["location"]):
        return _("The castle of %(location)s fell.") % values
    return _("%(location)s fell.") % values


def _retreated(names: Names, event: EventView) -> str:
    stayed = event["stayed"]
    values = {
        "side": names.side(event["side"]),
        "source": names.place(event["source"]),
        "stayed": names.blocks(event["stay"]) if "stay" in event else blocks_counted(stayed),
    }
    if event["to"] is None:
        return _("%(side)s withdrew into the castle of %(source)s with %(stayed)s.") % values
    values["to"] = names.place(event["to"])
    values["blocks"] = names.blocks(event["blocks"]) if "blocks" in event else blocks_counted(event["count"])
    if stayed:
        text = _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s; %(stayed)s held the castle.")
        return text % values
    return _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s.") % values


_FORFEITS = {
    "resignation": gettext_noop("%(loser)s resigned; %(winner)s won."),
    "time-out": gettext_noop("%(loser)s ran out of time; %(winner)s won."),
    "lesson": gettext_noop("The lesson is over."),
    "adjudication": gettext_noop("An arbiter decided the game against %(loser)s; %(winner)s won."),
}


def _game_over(names: Names, event: EventView) -> str:
    values = {"winner": names.side(event["winner"]), "east": event["east"], "west": event["west"]}
    if event["victory"] in _FORFEITS:
        loser = "west" if event["winner"] == "east" else "east"
        return _(_FORFEITS[event["victory"]]) % {**values, "loser": names.side(loser)}
    if event["victory"] == "points-tie":
        text = _("%(winner)s won: points were even, %(east)d to %(west)d, and %(winner)s wins ties.")
        return text % values
    if event["victory"] == "points":
        values |= {"more": max(event["east"], event["west"]), "fewer": min(event["east"], event["west"])}
        text = ngettext(
            "%(winner)s won with %(more)d point to %(fewer)d.",
            "%(winner)s won with %(more)d points to %(fewer)d.",
            values["more"],
        )
        return text % values
    return _("%(leader)s was lost: %(winner)s won the war.") % {
        **values,
        "leader": names.leader(event["victory"]),
    }


SENTENCES: dict[str, Callable[[Names, EventView], str]] = {
    "mori-joined": _mori_joined,
    "overrun": _overrun,
    "combat-declared": _combat_declared,
    "stance-taken": _stance_taken,
    "battle-began": _battle_began,
    "siege-began": _siege_began,
    "deployed": _deployed,
    "finished": _finished,
    "challenged": _challenged,
    "window-lapsed": _window_lapsed,
    "refuted": _refuted,
    "defected": _defected,
    "combat-ended": _combat_ended,
    "blocks-lost": _blocks_lost,
    "disk-lost": _disk_lost,
    "castle-fell": _castle_fell,
    "retreated": _retreated,
    "game-over": _game_over,
}
