"""Sentences about overruns, battles, sieges, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.story.names import Names, blocks_counted

Told = dict[str, Any]


def _mori_joined(names: Names, told: Told) -> str:
    return _("The Mori came to the defence of %(location)s: %(blocks)s.") % {
        "location": names.place(told["location"]),
        "blocks": names.blocks(told["kinds"]),
    }


def _overrun(names: Names, told: Told) -> str:
    return _("%(by)s overran %(side)s at %(location)s and destroyed %(blocks)s.") % {
        "by": names.side(told["by"]),
        "side": names.side(told["side"]),
        "location": names.place(told["location"]),
        "blocks": names.blocks(told["kinds"]),
    }


def _combat_declared(names: Names, told: Told) -> str:
    return _("%(side)s attacked at %(location)s.") % {
        "side": names.side(told["attacker"]),
        "location": names.place(told["location"]),
    }


def _stance_taken(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "location": names.place(told["location"])}
    if told["inside"]:
        return _("%(side)s stayed inside the walls of %(location)s.") % values
    return _("%(side)s came out of the walls of %(location)s to fight.") % values


def _battle_began(names: Names, told: Told) -> str:
    return _("Battle of %(location)s: %(east)s of East against %(west)s of West.") % {
        "location": names.place(told["location"]),
        "east": blocks_counted(told["east"]),
        "west": blocks_counted(told["west"]),
    }


def _siege_began(names: Names, told: Told) -> str:
    besieged = "west" if told["attacker"] == "east" else "east"
    inside = told[besieged]
    values = {
        "side": names.side(told["attacker"]),
        "location": names.place(told["location"]),
        "outside": blocks_counted(told[told["attacker"]]),
        "inside": blocks_counted(inside),
    }
    if not inside:
        return _("%(side)s besieged %(location)s with %(outside)s.") % values
    return _("%(side)s besieged %(location)s with %(outside)s; %(inside)s held it.") % values


def _deployed(names: Names, told: Told) -> str:
    values = {
        "side": names.side(told["side"]),
        "blocks": names.blocks(told["kinds"]),
        "impact": told["impact"],
        "total": told["total"],
    }
    if told["card"] is None:
        return _("%(blocks)s rode out for %(side)s without a card: impact %(impact)d, %(total)d in all.") % (
            values
        )
    values["card"] = names.card(told["card"])
    return _("%(side)s deployed %(blocks)s with %(card)s: impact %(impact)d, %(total)d in all.") % values


def _finished(names: Names, told: Told) -> str:
    return _("%(side)s sent no more blocks forward.") % {"side": names.side(told["side"])}


def _challenged(names: Names, told: Told) -> str:
    return _("%(side)s called on %(blocks)s to change sides.") % {
        "side": names.side(told["side"]),
        "blocks": names.blocks(told["kinds"]),
    }


def _refuted(names: Names, told: Told) -> str:
    return _("%(side)s showed %(card)s, and loyalty held.") % {
        "side": names.side(told["side"]),
        "card": names.card(told["card"]),
    }


def _defected(names: Names, told: Told) -> str:
    joined = "west" if told["side"] == "east" else "east"
    return _(
        "Treason: %(blocks)s fought on for %(side)s, impact %(impact)d. East %(east)d, West %(west)d."
    ) % {
        "blocks": names.blocks(told["kinds"]),
        "side": names.side(joined),
        "impact": told["impact"],
        "east": told["east"],
        "west": told["west"],
    }


def _combat_ended(names: Names, told: Told) -> str:
    location = names.place(told["location"])
    if told["siege"]:
        impact = told[told["winner"]]
        if not impact:
            return _("The walls of %(location)s were not assaulted.") % {"location": location}
        return _("The assault on %(location)s ended with impact %(impact)d.") % {
            "location": location,
            "impact": impact,
        }
    fewer, more = sorted((told["east"], told["west"]))
    values = {"winner": names.side(told["winner"]), "location": location, "more": more, "fewer": fewer}
    if more == fewer:
        text = _(
            "%(winner)s won the battle of %(location)s: impact %(more)d each, and a tie is the defender's."
        )
        return text % values
    return _("%(winner)s won the battle of %(location)s, impact %(more)d to %(fewer)d.") % values


def _blocks_lost(names: Names, told: Told) -> str:
    return _("%(side)s lost %(blocks)s.") % {
        "side": names.side(told["side"]),
        "blocks": names.blocks(told["kinds"]),
    }


def _disk_lost(names: Names, told: Told) -> str:
    return _("%(disk)s fell at %(location)s.") % {
        "disk": names.disk(told["disk"]),
        "location": names.place(told["location"]),
    }


def _castle_fell(names: Names, told: Told) -> str:
    values = {"location": names.place(told["location"])}
    if names.has_castle(told["location"]):
        return _("The castle of %(location)s fell.") % values
    return _("%(location)s fell.") % values


def _retreated(names: Names, told: Told) -> str:
    stayed = told["stayed"]
    values = {
        "side": names.side(told["side"]),
        "source": names.place(told["source"]),
        "stayed": names.blocks(told["stay"]) if "stay" in told else blocks_counted(stayed),
    }
    if told["to"] is None:
        return _("%(side)s withdrew into the castle of %(source)s with %(stayed)s.") % values
    values["to"] = names.place(told["to"])
    values["blocks"] = names.blocks(told["blocks"]) if "blocks" in told else blocks_counted(told["count"])
    if stayed:
        text = _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s; %(stayed)s held the castle.")
        return text % values
    return _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s.") % values


_FORFEITS = {
    "resignation": gettext_noop("%(loser)s resigned; %(winner)s won."),
    "time-out": gettext_noop("%(loser)s ran out of time; %(winner)s won."),
    "adjudication": gettext_noop("An arbiter decided the game against %(loser)s; %(winner)s won."),
}


def _game_over(names: Names, told: Told) -> str:
    values = {"winner": names.side(told["winner"]), "east": told["east"], "west": told["west"]}
    if told["victory"] in _FORFEITS:
        loser = "west" if told["winner"] == "east" else "east"
        return _(_FORFEITS[told["victory"]]) % {**values, "loser": names.side(loser)}
    if told["victory"] == "points-tie":
        text = _("The points were even, %(east)d to %(west)d, and a tie is %(winner)s's: %(winner)s won.")
        return text % values
    if told["victory"] == "points":
        values |= {"more": max(told["east"], told["west"]), "fewer": min(told["east"], told["west"])}
        text = ngettext(
            "%(winner)s won with %(more)d point to %(fewer)d.",
            "%(winner)s won with %(more)d points to %(fewer)d.",
            values["more"],
        )
        return text % values
    return _("%(leader)s was lost, and the war with him: %(winner)s won.") % {
        **values,
        "leader": names.leader(told["victory"]),
    }


SENTENCES: dict[str, Callable[[Names, Told], str]] = {
    "mori-joined": _mori_joined,
    "overrun": _overrun,
    "combat-declared": _combat_declared,
    "stance-taken": _stance_taken,
    "battle-began": _battle_began,
    "siege-began": _siege_began,
    "deployed": _deployed,
    "finished": _finished,
    "challenged": _challenged,
    "refuted": _refuted,
    "defected": _defected,
    "combat-ended": _combat_ended,
    "blocks-lost": _blocks_lost,
    "disk-lost": _disk_lost,
    "castle-fell": _castle_fell,
    "retreated": _retreated,
    "game-over": _game_over,
}
