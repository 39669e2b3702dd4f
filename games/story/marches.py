"""Sentences about the week, its cards, and the movement phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story.names import Names, blocks_counted, castles_counted, listing, resources_counted

Told = dict[str, Any]


def _game_began(names: Names, told: Told) -> str:
    return _("The two armies took the field.")


def _week_began(names: Names, told: Told) -> str:
    east, west = (
        listing((castles_counted(castles), resources_counted(resources)))
        for castles, resources in zip(told["castles"], told["resources"], strict=True)
    )
    return _("Week %(week)d began: East held %(east)s, West %(west)s.") % {
        "week": told["week"],
        "east": east,
        "west": west,
    }


def _cards_drawn(names: Names, told: Told) -> str:
    count = told["count"]
    values = {"side": names.side(told["side"]), "count": count}
    if "cards" in told:
        return _("%(side)s drew %(cards)s.") % {**values, "cards": names.cards(told["cards"])}
    return ngettext("%(side)s drew a card.", "%(side)s drew %(count)d cards.", count) % values


def _blocks_drawn(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "place": names.place(told["place"])}
    blocks = names.blocks(told["blocks"]) if "blocks" in told else blocks_counted(told["count"])
    if told["place"] == "recruitment":
        return _("%(side)s drew %(blocks)s into the recruitment box.") % {**values, "blocks": blocks}
    return _("%(side)s drew %(blocks)s for %(place)s.") % {**values, "blocks": blocks}


def _reshuffled(names: Names, told: Told) -> str:
    return _("%(side)s shuffled the discards into a new draw pile.") % {"side": names.side(told["side"])}


def _discards_sealed(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "count": told["count"]}
    if "cards" in told:
        return _("%(side)s set aside %(cards)s.") % {**values, "cards": names.cards(told["cards"])}
    return (
        ngettext(
            "%(side)s set a card aside, face down.",
            "%(side)s set %(count)d cards aside, face down.",
            told["count"],
        )
        % values
    )


def _discards_revealed(names: Names, told: Told) -> str:
    return _("%(side)s discarded %(cards)s.") % {
        "side": names.side(told["side"]),
        "cards": names.cards(told["cards"]),
    }


def _bid_sealed(names: Names, told: Told) -> str:
    # Not which, to its own side either: another may lie there by now, of which no event tells.
    return _("%(side)s laid down a bid.") % {"side": names.side(told["side"])}


def _bids_revealed(names: Names, told: Told) -> str:
    east, west = (_("nothing") if told[side] is None else names.card(told[side]) for side in ("east", "west"))
    return _("East had bid %(east)s, West %(west)s; %(winner)s won the bid.") % {
        "east": east,
        "west": west,
        "winner": names.side(told["winner"]),
    }


def _order_chosen(names: Names, told: Told) -> str:
    side = {"side": names.side(told["side"])}
    if told["order"] == "first":
        return _("%(side)s chose to go first.") % side
    return _("%(side)s chose to go second.") % side


def _turn_began(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "turn": told["turn"]}
    return _("Turn %(turn)s of %(side)s began.") % values


def _level_chosen(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "cards": names.cards(told["cards"])}
    match told["level"]:
        case "none" if told["cards"]:
            return _("%(side)s did not move, and exchanged %(cards)s.") % values
        case "none":
            return _("%(side)s did not move.") % values
        case "minimal":
            return _("%(side)s paid nothing, for a single move.") % values
        case "limited":
            return _("%(side)s paid %(cards)s, for three moves.") % values
        case _:
            return _("%(side)s paid %(cards)s, to move all its armies.") % values


def _stack_moved(names: Names, told: Told) -> str:
    blocks = told.get("blocks", [None] * len(told["groups"]))
    marches = [_march(names, *pair) for pair in zip(told["groups"], blocks, strict=True)]
    values = {
        "side": names.side(told["side"]),
        "source": names.place(told["source"]),
        "marches": _("; ").join(marches),
    }
    parts = [_("From %(source)s %(side)s moved %(marches)s") % values]
    if told["leader"] is not None:
        parts.append(_("led by %(leader)s") % {"leader": names.block(told["leader"])})
    if told["force_marches"]:
        parts.append(_("force marching for %(cards)s") % {"cards": names.cards(told["force_marches"])})
    return _(", ").join(parts) + _(".")


def _march(names: Names, group: Told, blocks: list[str] | None) -> str:
    *through, end = (names.place(place) for place in group["path"])
    values = {
        "blocks": blocks_counted(group["count"]) if blocks is None else names.blocks(blocks),
        "through": listing(through),
        "end": end,
    }
    if through:
        return _("%(blocks)s through %(through)s to %(end)s") % values
    return _("%(blocks)s to %(end)s") % values


def _mustered(names: Names, told: Told) -> str:
    values = {"side": names.side(told["side"]), "location": names.place(told["location"])}
    if told["openly"]:
        kinds = names.blocks(told["kinds"])
        return _("%(side)s mustered %(blocks)s at %(location)s.") % {**values, "blocks": kinds}
    if "blocks" in told:
        own = names.blocks(told["blocks"])
        return _("%(side)s mustered %(blocks)s at %(location)s, unseen.") % {**values, "blocks": own}
    return _("%(side)s mustered a hidden block at %(location)s.") % values


def _mori_arrived(names: Names, told: Told) -> str:
    return _("%(side)s gave up %(card)s: %(blocks)s came from the Mori box to %(location)s.") % {
        "side": names.side(told["side"]),
        "card": names.card(told["card"]),
        "blocks": names.blocks(told["kinds"]),
        "location": names.place(told["location"]),
    }


def _movement_ended(names: Names, told: Told) -> str:
    return _("%(side)s halted its armies.") % {"side": names.side(told["side"])}


SENTENCES: dict[str, Callable[[Names, Told], str]] = {
    "game-began": _game_began,
    "week-began": _week_began,
    "cards-drawn": _cards_drawn,
    "blocks-drawn": _blocks_drawn,
    "pile-reshuffled": _reshuffled,
    "discards-sealed": _discards_sealed,
    "discards-revealed": _discards_revealed,
    "bid-sealed": _bid_sealed,
    "bids-revealed": _bids_revealed,
    "order-chosen": _order_chosen,
    "turn-began": _turn_began,
    "level-chosen": _level_chosen,
    "stack-moved": _stack_moved,
    "mustered": _mustered,
    "mori-arrived": _mori_arrived,
    "movement-ended": _movement_ended,
}
