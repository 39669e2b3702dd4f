"""The cards of the week: what is discarded, what is bid, and who goes first [6]."""

from __future__ import annotations

from typing import Any, Literal

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.actions import Bid, Discard
from games.story.names import cards_between
from games.web.answers.asking import Asking, Seen, copies, together
from games.web.answers.filled_in import check_cards, not_offered
from games.web.answers.parts import Button, Option, Section, checkboxes, radios


def discard(asking: Asking, seen: Seen) -> list[Section]:
    """Half the hand."""
    subset = next(asking.subsets("discard"))
    legend = _("%(cards)s to give up") % {"cards": capfirst(cards_between(subset["least"], subset["most"]))}
    hand = [asking.bidding(card) for card in copies(together(subset["of"]))]
    return [
        Section(
            [Button("discard", _("Discard these cards"))],
            [checkboxes(asking.given, "cards", legend, hand)],
            lines=[_("The other side sees them only when it has chosen too.")],
            warning=_("What you discard is sealed at once and cannot be changed."),
        )
    ]


def read_discard(asking: Asking) -> Discard:
    subset = next(asking.subsets("discard"))
    cards = asking.given.some("cards", together(subset["of"]))
    check_cards(cards, subset["least"], subset["most"])
    return Discard(cards)


def bid(asking: Asking, seen: Seen) -> list[Section]:
    """A card for turn order; a bid that is in is what the form shows as chosen."""
    again = asking.decision == "replace-bid"
    wishes = [
        Option("", _("Decide when both bids are open")),
        Option("first", _("Go first this week")),
        Option("second", _("Go second this week")),
    ]
    cards = [asking.bidding(card) for card in _bids(asking)]
    mine = seen["mine"]
    lines = [_("The higher number wins and says who goes first. Both cards are spent.")]
    lines += [_laid_down(asking, mine)] if again else [_("Deciding now saves both of you a mail.")]
    return [
        Section(
            [Button("bid", _("Bid this instead") if again else _("Bid this card"))],
            [
                radios(asking.given, "card", _("Your bid"), cards, default=mine["bid"] or ""),
                radios(asking.given, "wish", _("If it wins"), wishes, default=mine["wish"] or ""),
            ],
            lines=lines,
            warning=_("The bid is sealed. You may bid another card until the other side's is in."),
        )
    ]


def _laid_down(asking: Asking, mine: dict[str, Any]) -> str:
    """The bid that is in, which nobody should have to look for among the others."""
    values = {"card": asking.names.card(mine["bid"])}
    if mine["wish"] == "first":
        return _("Your bid is in: %(card)s, to go first.") % values
    if mine["wish"] == "second":
        return _("Your bid is in: %(card)s, to go second.") % values
    return _("Your bid is in: %(card)s.") % values


def _bids(asking: Asking) -> list[str]:
    """The cards that may be bid, each once."""
    return list(dict.fromkeys(row["action"]["card"] for row in asking.choices()))


def read_bid(asking: Asking) -> Bid:
    card = asking.given.one("card", _("Choose the card you bid."))
    told = asking.given.first("wish")
    wishes: dict[str, Literal["first", "second"] | None] = {"": None, "first": "first", "second": "second"}
    if card not in _bids(asking) or told not in wishes or len(asking.given.all("wish")) > 1:
        raise not_offered()
    return Bid(card, wishes[told])


def order(asking: Asking, seen: Seen) -> list[Section]:
    """First or second."""
    return [
        Section(
            [
                Button("first", _("Go first"), _("You move and fight before the other side, in both turns.")),
                Button("second", _("Go second"), _("The other side moves and fights first, in both turns.")),
            ],
            warning=_("It holds for the whole week and cannot be changed."),
        )
    ]
