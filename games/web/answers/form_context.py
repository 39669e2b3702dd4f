"""What forms are built from and read with: the rules, a decision's options, and the submitted data."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.blocks import about_block, block_svg, kind_of
from games.drawing.cards import card_svg
from games.engine.actions import Action, encode
from games.engine.edition_data import CardData
from games.engine.ruleset import Ruleset
from games.story import Names
from games.story.consequences import cards_for_a_block
from games.web.answers.form_data import FormData
from games.web.answers.parts import Option

SideView = dict[str, Any]
"""A side's view, as JSON."""
Tiers = list[dict[str, int]]
"""What a subset is chosen from, with counts. A tier must be used up before the next is touched."""


class FormContext:
    """What the form of a decision needs.

    Attributes:
        rules: of the game.
        names: of its edition.
        decision: the name of the decision.
        answers: the described shapes of its options.
        data: the submitted form; empty at first.
    """

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], data: FormData) -> None:
        self.rules = rules
        self.names = Names.of(rules)
        self.decision: str = options["decision"]
        self.answers: list[dict[str, Any]] = options["answers"]
        self.data = data

    def choices(self) -> Iterator[dict[str, Any]]:
        """All choices of the decision."""
        return (row for shape in self.answers for row in shape.get("choices", ()))

    def offers(self, action: Action) -> bool:
        """Whether exactly this action is among the choices."""
        body = msgspec.json.decode(encode(action))
        return any(row["action"] == body for row in self.choices())

    def subsets(self, action: str) -> Iterator[dict[str, Any]]:
        """The subsets from which actions of a type are made."""
        for shape in self.answers:
            if shape["shape"] == "subset" and shape["action"]["type"] == action:
                yield shape

    def card(self, card: str) -> Option:
        """An option for a card."""
        return Option(card, capfirst(self.names.card(card)), picture=card_svg(self.rules, card))

    def bidding(self, cards: Iterable[str], view: SideView) -> list[Option]:
        """Options for cards, with the number each bids and how many of the viewer's blocks show its mon."""
        printed = {card.id: card for card in self.rules.edition.cards}
        blocks = Counter(self.clan(block) for block in _on_the_board(view))
        return [self._bidding(printed[card], blocks) for card in cards]

    def _bidding(self, card: CardData, blocks: Counter[str]) -> Option:
        bid = _("bids %(number)d") % {"number": card.bid}
        if card.clan is None:
            hint = _("%(bid)s, can turn a block") % {"bid": bid}
            return self.card(card.id)._replace(hint=hint, caption=_("Loyalty"))
        count = blocks[card.clan]
        use = ngettext("%(bid)s, fits %(count)d block", "%(bid)s, fits %(count)d blocks", count)
        # Translators: below the picture of a card: its clan, and how many blocks on the board show its mon.
        brings = ngettext("%(clan)s · %(count)d block", "%(clan)s · %(count)d blocks", count)
        return self.card(card.id)._replace(
            hint=use % {"bid": bid, "count": count},
            caption=brings % {"clan": self.names.clan(card.clan), "count": count},
        )

    def clan(self, block: str) -> str:
        """The clan whose mon a block shows."""
        return self.names.clan_of(block)

    def block(self, block: str) -> Option:
        """An option for a block, with a longer label where the name alone does not identify its face."""
        printed = kind_of(self.rules, block)
        label = about_block(self.rules, printed) if printed.count == 1 else self.names.block(block)
        return Option(block, label, picture=block_svg(self.rules, block))

    def unit(self, unit: str, view: SideView) -> Option:
        """An option for a block to lose, with how many cards show its mon, or for a disk to lose instead."""
        if not self.names.is_disk(unit):
            of_clan = {card.id for card in self.rules.edition.cards if card.clan == self.clan(unit)}
            cards = sum(card in of_clan for card in view["mine"]["hand"])
            return self.block(unit)._replace(hint=cards_for_a_block(view["mine"]["hand"], cards))
        label = _("The disk of %(name)s") % {"name": self.names.disk(unit)}
        return Option(unit, label, _("in place of a block"))


def in_reach(tiers: Tiers, most: int) -> Tiers:
    """The tiers from which something can be chosen.

    Args:
        tiers: all tiers.
        most: how many items are chosen at most.
    """
    reached: Tiers = []
    for tier in tiers:
        if sum(sum(earlier.values()) for earlier in reached) < most:
            reached.append(tier)
    return reached


def _on_the_board(view: SideView) -> Iterator[str]:
    """The blocks that the viewer has on the board."""
    for place in view["locations"].values():
        yield from place.get(view["viewer"], {}).get("blocks", ())


def merged(tiers: Tiers) -> dict[str, int]:
    """All items of some tiers, with counts."""
    return {item: count for tier in tiers for item, count in tier.items()}


def copies(items: Mapping[str, int]) -> list[str]:
    """Each item repeated by its count."""
    return [item for item, count in items.items() for _copy in range(count)]
