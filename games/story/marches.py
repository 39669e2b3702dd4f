"""Sentences about the week, its cards, and the movement phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story.names import Names, blocks_counted, castles_counted, listing, resources_counted

EventView = dict[str, Any]


def _game_began(names: Names, event: EventView) -> str:
    return _("The two armies took the field.")


def _week_began(names: Names, event: EventView) -> str:
    east, west = (
        listing((castles_counted(castles), resources_counted(resources)))
        for castles, resources in zip(event["castles"], event["resources"], strict=True)
    )
    return _("Week %(week)d began: East held %(east)s, West %(west)s.") % {
        "week": event["week"],
        "east": east,
        "west": west,
    }


def _cards_drawn(names: Names, event: EventView) -> str:
    count = event["count"]
    values = {"side": names.side(event["side"]), "count": count}
    if "cards" in event:
        return _("%(side)s drew %(cards)s.") % {**values, "cards": names.cards(event["cards"])}
    return ngettext("%(side)s drew a card.", "%(side)s drew %(count)d cards.", count) % values


def _blocks_drawn(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "place": names.place(event["place"])}
    blocks = names.blocks(event["blocks"]) if "blocks" in event else blocks_counted(event["count"])
    if event["place"] == "recruitment":
        return _("%(side)s drew %(blocks)s into the recruitment box.") % {**values, "blocks": blocks}
    return _("%(side)s drew %(blocks)s for %(place)s.") % {**values, "blocks": blocks}


def _reshuffled(names: Names, event: EventView) -> str:
    return _("%(side)s shuffled the discards into a new draw pile.") % {"side": names.side(event["side"])}


def _discards_sealed(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "count": event["count"]}
    if "cards" in event:
        return _("%(side)s set aside %(cards)s.") % {**values, "cards": names.cards(event["cards"])}
    return (
        ngettext(
            "%(side)s set a card aside, face down.",
            "%(side)s set %(count)d cards aside, face down.",
            event["count"],
        )
        % values
    )


def _discards_revealed(names: Names, event: EventView) -> str:
    return _("%(side)s discarded %(cards)s.") % {
        "side": names.side(event["side"]),
        "cards": names.cards(event["cards"]),
    }


def _bid_sealed(names: Names, event: EventView) -> str:
    # Not which, to its own side either: another may lie there by now, of which no event tells.
    return _("%(side)s placed a bid.") % {"side": names.side(event["side"])}


def _bids_revealed(names: Names, event: EventView) -> str:
    east, west = (
        _("nothing") if event[side] is None else names.bid(event[side]) for side in ("east", "west")
    )
    return _("East bid %(east)s, West %(west)s: %(winner)s won the bid.") % {
        "east": east,
        "west": west,
        "winner": names.side(event["winner"]),
    }


def _order_chosen(names: Names, event: EventView) -> str:
    side = {"side": names.side(event["side"])}
    if event["order"] == "first":
        return _("%(side)s chose to go first.") % side
    return _("%(side)s chose to go second.") % side


def _turn_began(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "turn": event["turn"]}
    return _("Turn %(turn)s of %(side)s began.") % values


def _level_chosen(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "cards": names.cards(event["cards"])}
    match event["level"]:
        case "none" if event["cards"]:
            return _("%(side)s did not move, and exchanged %(cards)s.") % values
        case "none":
            return _("%(side)s did not move.") % values
        case "minimal":
            return _("%(side)s paid no card, for a single move.") % values
        case "limited":
            return _("%(side)s paid %(cards)s, for three moves.") % values
        case _:
            return _("%(side)s paid %(cards)s, to move all its armies.") % values


def _stack_moved(names: Names, event: EventView) -> str:
    blocks = event.get("blocks", [None] * len(event["groups"]))
    marches = [_march(names, *pair) for pair in zip(event["groups"], blocks, strict=True)]
    values = {
        "side": names.side(event["side"]),
        "source": names.place(event["source"]),
        "marches": _("; ").join(marches),
    }
    sentences = [_("%(side)s moved from %(source)s: %(marches)s.") % values]
    if event["leader"] is not None:
        sentences.append(_("The leader was %(leader)s.") % {"leader": names.block(event["leader"])})
    if event["force_marches"]:
        cards = names.cards(event["force_marches"])
        sentences.append(_("Force marching cost %(cards)s.") % {"cards": cards})
    return " ".join(sentences)


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


def _mustered(names: Names, event: EventView) -> str:
    values = {"side": names.side(event["side"]), "location": names.place(event["location"])}
    if event["openly"]:
        kinds = names.blocks(event["kinds"])
        return _("%(side)s mustered %(blocks)s at %(location)s.") % {**values, "blocks": kinds}
    if "blocks" in event:
        own = names.blocks(event["blocks"])
        return _("%(side)s mustered %(blocks)s at %(location)s, hidden from the other side.") % {
            **values,
            "blocks": own,
        }
    return _("%(side)s mustered a hidden block at %(location)s.") % values


def _mori_arrived(names: Names, event: EventView) -> str:
    return _("%(side)s gave up %(card)s: %(blocks)s came from the Mori box to %(location)s.") % {
        "side": names.side(event["side"]),
        "card": names.card(event["card"]),
        "blocks": names.blocks(event["kinds"]),
        "location": names.place(event["location"]),
    }


def _movement_ended(names: Names, event: EventView) -> str:
    return _("%(side)s ended its movement.") % {"side": names.side(event["side"])}


SENTENCES: dict[str, Callable[[Names, EventView], str]] = {
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
