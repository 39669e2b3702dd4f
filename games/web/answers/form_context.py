"""What a form and its answer are made from: an edition, a decision's options, and what was filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.drawing.blocks import about_block, block_svg, kind_of
from games.drawing.cards import card_svg
from games.engine.actions import Action, encode
from games.engine.ruleset import Ruleset
from games.story import Names
from games.web.answers.filled_in import Given
from games.web.answers.parts import Option

Seen = dict[str, Any]
"""A side's view, as JSON."""
Tiers = list[dict[str, int]]
"""What a subset is chosen of, with how often each; all of a tier before any of the next."""


class Asking:
    """A decision as a form asks it.

    Attributes:
        rules: of the game.
        names: of its edition.
        decision: the decision's word.
        answers: the described shapes of its options.
        given: what was filled in so far.
    """

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], given: Given) -> None:
        self.rules = rules
        self.names = Names(rules)
        self.decision: str = options["decision"]
        self.answers: list[dict[str, Any]] = options["answers"]
        self.given = given
        self._bids = {card.id: card.bid for card in rules.edition.cards}

    def choices(self) -> Iterator[dict[str, Any]]:
        """The rows of its choices."""
        return (row for shape in self.answers for row in shape.get("choices", ()))

    def offers(self, action: Action) -> bool:
        """Whether a choice offers exactly this."""
        body = msgspec.json.decode(encode(action))
        return any(row["action"] == body for row in self.choices())

    def subsets(self, action: str) -> Iterator[dict[str, Any]]:
        """The subsets that go into actions of that type."""
        for shape in self.answers:
            if shape["shape"] == "subset" and shape["action"]["type"] == action:
                yield shape

    def card(self, card: str) -> Option:
        """A card to choose."""
        return Option(card, capfirst(self.names.card(card)), picture=card_svg(self.rules, card))

    def bidding(self, card: str) -> Option:
        """A card to choose by the number it bids."""
        return self.card(card)._replace(hint=_("bids %(number)d") % {"number": self._bids[card]})

    def block(self, block: str) -> Option:
        """A block to choose; a name that does not tell what is printed is given more words."""
        printed = kind_of(self.rules, block)
        label = about_block(self.rules, printed) if printed.count == 1 else self.names.block(block)
        return Option(block, label, picture=block_svg(self.rules, block))

    def unit(self, unit: str) -> Option:
        """A block to lose, or a disk that may be lost in its place."""
        if not self.names.is_disk(unit):
            return self.block(unit)
        label = _("The disk of %(name)s") % {"name": self.names.disk(unit)}
        return Option(unit, label, _("in place of a block"))


def in_reach(tiers: Tiers, most: int) -> Tiers:
    """The tiers of which anything can be chosen when so many are."""
    reached: Tiers = []
    for tier in tiers:
        if sum(sum(earlier.values()) for earlier in reached) < most:
            reached.append(tier)
    return reached


def together(tiers: Tiers) -> dict[str, int]:
    """Everything in some tiers, with how often each."""
    return {item: count for tier in tiers for item, count in tier.items()}


def copies(items: Mapping[str, int]) -> list[str]:
    """Each item as often as it is there."""
    return [item for item, count in items.items() for _copy in range(count)]
