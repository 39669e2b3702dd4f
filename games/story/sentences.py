"""One sentence for each kind of event, in the order of a game."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rule_numbers import IMPACT_PER_BLOCK
from games.story.names import Names, blocks_counted, castles_counted, listing, resources_counted

EventView = dict[str, Any]
Writer = Callable[[Names, EventView, dict[str, Any]], str]
"""Chooses the text about an event, and adds what only this text needs to the values that will fill it."""


def sentence(names: Names, event: EventView) -> str:
    """An event as its viewer may know it, in the active language.

    Args:
        event: the result of ``Event.seen_by`` for the viewer; nothing else is known of it.

    Raises:
        KeyError: there is no such kind of event.
    """
    values = names.words(event)
    text = SENTENCES[event["event"]]
    return (_(text) if isinstance(text, str) else text(names, event, values)) % values


def deed(names: Names, events: Sequence[EventView]) -> str:
    """A sentence about an action; empty if it has no events.

    Args:
        names: of the edition.
        events: of the action. The first is the action itself, the others are its results.
    """
    return sentence(names, events[0]) if events else ""


def passed() -> str:
    """A sentence for a player who let a deployment stand."""
    return _("You let their deployment stand.")


def undone(names: Names, side: str, count: int) -> str:
    """The sentence that a side took back some of its actions, which the story no longer shows."""
    text = ngettext(
        "%(side)s took back its latest action.", "%(side)s took back its latest %(count)d actions.", count
    )
    return text % {"side": names.side(side), "count": count}


def given_back(names: Names, side: str) -> str:
    """The sentence that a side took back an action, and that the other side had to agree."""
    return _("%(side)s took back its latest action with the consent of the other side.") % {
        "side": names.side(side)
    }


def _week_began(names: Names, event: EventView, values: dict[str, Any]) -> str:
    values["east"], values["west"] = (
        listing((castles_counted(castles), resources_counted(resources)))
        for castles, resources in zip(event["castles"], event["resources"], strict=True)
    )
    return _("Week %(week)d began: East held %(east)s, West %(west)s.")


def _cards_drawn(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if "cards" in event:
        return _("%(side)s drew %(cards)s.")
    return ngettext("%(side)s drew a card.", "%(side)s drew %(count)d cards.", event["count"])


def _blocks_drawn(names: Names, event: EventView, values: dict[str, Any]) -> str:
    values["blocks"] = _blocks(names, event)
    if event["place"] == "recruitment":
        return _("%(side)s drew %(blocks)s into the recruitment box.")
    return _("%(side)s drew %(blocks)s for %(place)s.")


def _blocks(names: Names, event: EventView) -> str:
    """Blocks that came or went: by name for their own side, counted for others."""
    return names.blocks(event["blocks"]) if "blocks" in event else blocks_counted(event["count"])


def _discards_sealed(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if "cards" in event:
        return _("%(side)s set aside %(cards)s.")
    return ngettext(
        "%(side)s set a card aside, face down.",
        "%(side)s set %(count)d cards aside, face down.",
        event["count"],
    )


def _bids_revealed(names: Names, event: EventView, values: dict[str, Any]) -> str:
    for side in ("east", "west"):
        values[side] = _("nothing") if event[side] is None else names.bid(event[side])
    return _("East bid %(east)s, West %(west)s: %(winner)s won the bid.")


def _order_chosen(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if event["order"] == "first":
        return _("%(side)s chose to go first.")
    return _("%(side)s chose to go second.")


def _level_chosen(names: Names, event: EventView, values: dict[str, Any]) -> str:
    match event["level"]:
        case "none" if event["cards"]:
            return _("%(side)s did not move, and exchanged %(cards)s.")
        case "none":
            return _("%(side)s did not move.")
        case "minimal":
            return _("%(side)s paid no card, for a single move.")
        case "limited":
            return _("%(side)s paid %(cards)s, for three moves.")
        case _:
            return _("%(side)s paid %(cards)s, to move all its armies.")


def _stack_moved(names: Names, event: EventView, values: dict[str, Any]) -> str:
    blocks = event.get("blocks", [None] * len(event["groups"]))
    marches = [_march(names, *pair) for pair in zip(event["groups"], blocks, strict=True)]
    values["marches"] = _("; ").join(marches)
    texts = [_("%(side)s moved from %(source)s: %(marches)s.")]
    if event["leader"] is not None:
        texts.append(_("The leader was %(leader)s."))
    if event["force_marches"]:
        texts.append(_("Force marching cost %(force_marches)s."))
    return " ".join(texts)


def _march(names: Names, group: EventView, blocks: list[str] | None) -> str:
    *through, end = (names.place(place) for place in group["path"])
    values = {
        "blocks": blocks_counted(group["count"]) if blocks is None else names.blocks(blocks),
        "through": listing(through),
        "end": end,
    }
    if through:
        return _("%(blocks)s through %(through)s to %(end)s") % values
    return _("%(blocks)s to %(end)s") % values


def _daimyo_led(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if "leader" in event:
        return _("%(leader)s led the move, hidden from the other side.")
    return _("A hidden daimyo at %(source)s led the move.")


def _mustered(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if event["openly"]:
        return _("%(side)s mustered %(blocks)s at %(location)s.")
    if "blocks" not in event:
        return _("%(side)s mustered a hidden block at %(location)s.")
    values["blocks"] = names.blocks(event["blocks"])
    return _("%(side)s mustered %(blocks)s at %(location)s, hidden from the other side.")


def _stance_taken(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if event["inside"]:
        return _("%(side)s stayed inside the walls of %(location)s.")
    return _("%(side)s came out of the walls of %(location)s to fight.")


def _siege_began(names: Names, event: EventView, values: dict[str, Any]) -> str:
    values["outside"], values["inside"] = event[event["attacker"]], event[_enemy(event["attacker"])]
    return _("%(attacker)s besieged %(location)s. Blocks: %(outside)d outside, %(inside)d inside.")


def _enemy(side: str) -> str:
    return "west" if side == "east" else "east"


def _deployed(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if event["card"] is None:
        return _("%(side)s deployed %(blocks)s without a card: impact %(impact)d (%(total)d in all).")
    return _("%(side)s deployed %(blocks)s with %(card)s: impact %(impact)d (%(total)d in all).")


def _defected(names: Names, event: EventView, values: dict[str, Any]) -> str:
    values["joined"] = names.side(_enemy(event["side"]))
    return _("Treason: %(blocks)s joined %(joined)s, impact %(impact)d. East %(east)d, West %(west)d.")


def _combat_ended(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if event["siege"]:
        values["impact"] = event[event["winner"]]
        if not values["impact"]:
            return _("The castle of %(location)s was not attacked.")
        if values["impact"] < IMPACT_PER_BLOCK:
            return _("%(winner)s assaulted %(location)s with impact %(impact)d: not enough to do damage.")
        return _("%(winner)s assaulted %(location)s with impact %(impact)d.")
    values["fewer"], values["more"] = sorted((event["east"], event["west"]))
    if event["east"] == event["west"]:
        return _(
            "%(winner)s won the battle of %(location)s: both had impact %(more)d, and the defender wins ties."
        )
    return _("%(winner)s won the battle of %(location)s, impact %(more)d to %(fewer)d.")


def _castle_fell(names: Names, event: EventView, values: dict[str, Any]) -> str:
    if names.has_castle(event["location"]):
        return _("The castle of %(location)s fell.")
    return _("%(location)s fell.")


def _retreated(names: Names, event: EventView, values: dict[str, Any]) -> str:
    stayed = event["stayed"]
    values["stayed"] = names.blocks(event["stay"]) if "stay" in event else blocks_counted(stayed)
    if event["to"] is None:
        return _("%(side)s withdrew into the castle of %(source)s with %(stayed)s.")
    values["blocks"] = _blocks(names, event)
    if stayed:
        return _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s; %(stayed)s held the castle.")
    return _("%(side)s retreated from %(source)s to %(to)s with %(blocks)s.")


_FORFEITS = {
    "resignation": gettext_noop("%(loser)s resigned; %(winner)s won."),
    "time-out": gettext_noop("%(loser)s ran out of time; %(winner)s won."),
    "lesson": gettext_noop("The lesson is over."),
    "adjudication": gettext_noop("An arbiter decided the game against %(loser)s; %(winner)s won."),
}


def _game_over(names: Names, event: EventView, values: dict[str, Any]) -> str:
    victory = event["victory"]
    if victory in _FORFEITS:
        values["loser"] = names.side(_enemy(event["winner"]))
        return _(_FORFEITS[victory])
    if victory == "points-tie":
        return _("%(winner)s won: points were even, %(east)d to %(west)d, and %(winner)s wins ties.")
    if victory == "points":
        values["fewer"], values["more"] = sorted((event["east"], event["west"]))
        return ngettext(
            "%(winner)s won with %(more)d point to %(fewer)d.",
            "%(winner)s won with %(more)d points to %(fewer)d.",
            values["more"],
        )
    values["leader"] = names.leader(victory)
    return _("%(leader)s was lost: %(winner)s won the war.")


SENTENCES: dict[str, str | Writer] = {
    "game-began": gettext_noop("The two armies took the field."),
    "week-began": _week_began,
    "cards-drawn": _cards_drawn,
    "blocks-drawn": _blocks_drawn,
    "pile-reshuffled": gettext_noop("%(side)s shuffled the discards into a new draw pile."),
    "discards-sealed": _discards_sealed,
    "discards-revealed": gettext_noop("%(side)s discarded %(cards)s."),
    # Even its own side does not read which card: the bid may have been replaced since, without an event.
    "bid-sealed": gettext_noop("%(side)s placed a bid."),
    "bids-revealed": _bids_revealed,
    "order-chosen": _order_chosen,
    "turn-began": gettext_noop("Turn %(turn)s of %(side)s began."),
    "level-chosen": _level_chosen,
    "stack-moved": _stack_moved,
    "daimyo-led": _daimyo_led,
    "mustered": _mustered,
    "mori-arrived": gettext_noop(
        "%(side)s gave up %(card)s: %(blocks)s came from the Mori box to %(location)s."
    ),
    "movement-ended": gettext_noop("%(side)s ended its movement."),
    "mori-joined": gettext_noop("The Mori came to the defence of %(location)s: %(blocks)s."),
    "overrun": gettext_noop("%(by)s overran %(side)s at %(location)s and destroyed %(blocks)s."),
    "combat-declared": gettext_noop("%(attacker)s attacked at %(location)s."),
    "stance-taken": _stance_taken,
    "battle-began": gettext_noop("The battle of %(location)s began. Blocks: East %(east)d, West %(west)d."),
    "siege-began": _siege_began,
    "deployed": _deployed,
    "finished": gettext_noop("%(side)s stopped deploying."),
    "challenged": gettext_noop("%(side)s challenged the loyalty of %(blocks)s."),
    "window-lapsed": gettext_noop("%(side)s did not answer in time and let the deployment stand."),
    "refuted": gettext_noop("%(side)s showed %(card)s, and loyalty held."),
    "defected": _defected,
    "combat-ended": _combat_ended,
    "blocks-lost": gettext_noop("%(side)s lost %(blocks)s."),
    "disk-lost": gettext_noop("%(disk)s fell at %(location)s."),
    "castle-fell": _castle_fell,
    "retreated": _retreated,
    "game-over": _game_over,
}
"""By kind of event: its text, or what chooses one."""
