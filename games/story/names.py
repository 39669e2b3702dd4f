"""The names of sides, places, blocks and cards, as they stand in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine import Ruleset
from games.engine.edition_data import MORI_BOX, RECRUITMENT, CardData
from games.engine.side import LABELS

Seen = dict[str, Any]
"""What a viewer knows of a position (``games.engine.view``)."""


@lru_cache(maxsize=64)
def _names(rules: Ruleset, _language: str | None) -> Names:
    return Names(rules)


class Names:
    """Looks names up in an edition, in the language spoken when it is made.

    Args:
        rules: of the game.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        edition = rules.edition
        self._places = {location.id: location.name for location in edition.locations}
        self._castles = {location.id for location in edition.locations if location.castle}
        self._resources = {location.id for location in edition.locations if location.resource}
        self._capitals = {location.id: location.capital for location in edition.locations if location.capital}
        self._disks = {disk.id: disk for disk in edition.disks}
        fatal = [(block.side, block.id) for block in edition.blocks if block.fatal]
        fatal += [(disk.side, disk.id) for disk in edition.disks if disk.fatal]
        self._leaders = {side: [unit for owner, unit in fatal if owner == side] for side in LABELS}
        self._are_castles = edition.flags.disk_model == "destructible-castle"
        self._clans = {clan.id: clan.name for clan in edition.clans}
        self._cards = {card.id: card for card in edition.cards}
        self._blocks = {kind.id: kind.name for kind in edition.blocks}
        self._blocks |= {block.id: block.name for army in rules.components.blocks for block in army}
        clans = {kind.id: kind.clan for kind in edition.blocks}
        self._kinds = {block.id: block.kind for army in rules.components.blocks for block in army}
        self._shows = clans | {block: clans[kind] for block, kind in self._kinds.items()}
        self._sides = {"east": _("East"), "west": _("West")}
        self._in_events: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(("side", "by", "attacker", "winner"), self.side),
            **dict.fromkeys(("location", "source", "to", "place"), self.place),
            **dict.fromkeys(("cards", "force_marches"), self.cards),
            "card": self.card,
            "disk": self.disk,
            "leader": self.block,
        }

    @staticmethod
    def of(rules: Ruleset) -> Names:
        """The names for a game, which are made once for each edition and language."""
        return _names(rules, get_language())

    def side(self, label: str) -> str:
        """East or West."""
        return self._sides[label]

    def place(self, place: str) -> str:
        """A location, or one of the boxes."""
        if place == RECRUITMENT:
            return _("the recruitment box")
        if place == MORI_BOX:
            return _("the Mori box")
        return self._places[place]

    def has_place(self, location: str) -> bool:
        """Whether the edition has such a location."""
        return location in self._places

    def has_castle(self, location: str) -> bool:
        """Whether a castle is printed there."""
        return location in self._castles

    def is_resource(self, location: str) -> bool:
        """Whether it is a resource location."""
        return location in self._resources

    def capital(self, location: str) -> str:
        """The label of the side whose capital is printed there; empty for none."""
        return self._capitals.get(location, "")

    def disk(self, disk: str) -> str:
        """The person a disk stands for."""
        return self._disks[disk].name

    def is_disk(self, unit: str) -> bool:
        """Whether what can be lost is a disk and no block."""
        return unit in self._disks

    def is_castle(self, disk: str) -> bool:
        """Whether a disk is a castle of its own, and not one more unit inside of one [9.1]."""
        return disk in self._disks and self._are_castles

    def side_of_disk(self, disk: str) -> str:
        """The label of the side a disk belongs to."""
        return self._disks[disk].side

    def clan(self, clan: str) -> str:
        """A clan."""
        return self._clans[clan]

    def printed(self, card: str) -> CardData:
        """A card as the edition prints it."""
        return self._cards[card]

    def is_card(self, name: str) -> bool:
        """Whether it is the id of a card."""
        return name in self._cards

    def kind(self, block: str) -> str:
        """The kind of a block."""
        return self._kinds[block]

    def clan_of(self, block: str) -> str:
        """The id of the clan whose mon a block shows, by its own id or its kind's."""
        return self._shows[block]

    def block(self, block: str) -> str:
        """A block, by its own id or its kind's."""
        return self._blocks[block]

    def leader(self, victory: str) -> str:
        """The block or disk whose loss ended the game."""
        return self.disk(victory) if victory in self._disks else self.block(victory)

    def leaders(self, side: str) -> list[str]:
        """The blocks and disks without which a side has lost."""
        return self._leaders[side]

    def card(self, card: str, count: int = 1) -> str:
        """A number of cards of one kind, by clan and type."""
        printed = self._cards[card]
        clan = "" if printed.clan is None else self._clans[printed.clan]
        match printed.type:
            case "loyalty":
                text = ngettext("a loyalty challenge", "%(count)d loyalty challenges", count)
            case "special":
                text = ngettext(
                    "a special attack of the %(clan)s", "%(count)d special attacks of the %(clan)s", count
                )
            case "double":
                text = ngettext("a double of the %(clan)s", "%(count)d doubles of the %(clan)s", count)
            case _:
                text = ngettext(
                    "a plain card of the %(clan)s", "%(count)d plain cards of the %(clan)s", count
                )
        return text % {"clan": clan, "count": count}

    def bid(self, card: str) -> str:
        """A card that is bid: the number on it, and which card it is."""
        return _("%(bid)d (%(card)s)") % {"bid": self._cards[card].bid, "card": self.card(card)}

    def blocks(self, blocks: Iterable[str]) -> str:
        """Several blocks, alike ones together."""
        names = [self._blocks[block] for block in blocks]
        if len(names) == 1:  # most often
            return names[0]
        return listing(
            name if count == 1 else _("%(count)d %(name)s") % {"count": count, "name": name}
            for name, count in Counter(names).items()
        )

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards, alike ones together."""
        return listing(self.card(card, count) for card, count in Counter(cards).items())

    def words(self, event: dict[str, Any]) -> dict[str, Any]:
        """What an event tells, as the placeholders of sentences name it: ids in words, all else as it is.

        The kinds of blocks it shows are its ``blocks``.
        """
        found = {
            key: self._in_events[key](value) if key in self._in_events and value is not None else value
            for key, value in event.items()
        }
        return found | {"blocks": self.blocks(event["kinds"])} if "kinds" in event else found


def listing(items: Iterable[str]) -> str:
    """Items with commas, and a word before the last."""
    found = list(items)
    if len(found) == 1:  # most often, and without words to translate
        return str(found[0])
    return get_text_list(found, pgettext("between the last two of a list", "and"))


def blocks_counted(count: int) -> str:
    """A number of hidden blocks."""
    return ngettext("%(count)d block", "%(count)d blocks", count) % {"count": count}


def castles_counted(count: int) -> str:
    """A number of castles."""
    return ngettext("%(count)d castle", "%(count)d castles", count) % {"count": count}


def resources_counted(count: int) -> str:
    """A number of resource locations."""
    return ngettext("%(count)d resource location", "%(count)d resource locations", count) % {"count": count}


def cards_counted(count: int) -> str:
    """A number of cards."""
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count} if count else _("no card")


def cards_between(least: int, most: int) -> str:
    """A number of cards to choose: exactly one number, one of two, or up to a number."""
    if least == most:
        return cards_counted(least)
    if not least:
        return _("up to %(cards)s") % {"cards": cards_counted(most)}
    return _("%(least)d or %(most)d cards") % {"least": least, "most": most}
