"""The cards of the week: discarding, bidding, and turn order [6]."""

from collections import Counter
from typing import Any, Literal

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Bid, Discard
from games.story.consequences import ORDER_WORDS
from games.story.names import cards_between
from games.web.answers.form_context import FormContext, SideView, copies, merged
from games.web.answers.form_data import check_cards, not_offered
from games.web.answers.parts import Button, Folded, Option, Section, checkboxes, only, radios


def discard(context: FormContext, view: SideView) -> list[Section]:
    """The form for discarding cards."""
    subset = next(context.subsets("discard"))
    legend = _("%(cards)s to give up") % {"cards": capfirst(cards_between(subset["least"], subset["most"]))}
    hand = context.bidding(copies(merged(subset["of"])), view)
    return [
        Section(
            [Button("discard", ngettext("Discard this card", "Discard these cards", subset["most"]))],
            [checkboxes(context.data, "cards", legend, hand)],
            lines=[_("The other side sees what you discard only once it has chosen too.")],
            warning=_("What you discard is sealed at once and cannot be changed."),
            most=subset["most"],
            least=subset["least"],
        )
    ]


def read_discard(context: FormContext) -> Discard:
    subset = next(context.subsets("discard"))
    cards = context.data.chosen("cards", merged(subset["of"]))
    check_cards(cards, subset["least"], subset["most"])
    return Discard(cards)


def bid(context: FormContext, view: SideView) -> list[Section]:
    """The form for the bid for turn order. A bid already made is shown as chosen."""
    again = context.decision == "replace-bid"
    mine = view["mine"]
    held = Counter([*mine["hand"], *([mine["bid"]] if mine["bid"] else [])])
    cards = [_with_count(option, held[option.value]) for option in context.bidding(_bids(context), view)]
    lines = [_("The higher number wins and says who goes first. Both cards are spent.")]
    lines += [_laid_down(context, mine)] if again else []
    return [
        Section(
            [Button("bid", _("Bid this instead") if again else _("Bid this card"))],
            [
                radios(context.data, "card", _("Your bid"), cards, default=mine["bid"] or only(cards)),
                _wish(context, mine["wish"] or ""),
            ],
            lines=lines,
            warning=_opened_by(view),
        )
    ]


def _wish(context: FormContext, wish: str) -> Folded:
    """What to do with a bid that wins: to be chosen now, or when the bids are open."""
    wishes = [
        Option("", _("Decide when both bids are open")),
        Option("first", _("Go first this week")),
        Option("second", _("Go second this week")),
    ]
    pick = radios(context.data, "wish", _("If it wins"), wishes, default=wish)
    return Folded(_("Say now what you want if it wins"), "", [pick])


def _with_count(option: Option, held: int) -> Option:
    """The option of a card, which says how often it is held if it is more than once."""
    if held < 2:
        return option
    hint = _("%(bids)s; you hold %(held)d") % {"bids": option.hint, "held": held}
    # Translators: below the picture of a card that is held more than once.
    caption = _("%(held)d × %(card)s")  # noqa: RUF001 - it is that sign
    return option._replace(hint=hint, caption=caption % {"held": held, "card": option.caption})


def _opened_by(view: SideView) -> str:
    """A sentence on when the bids are opened: with this one, or with the other side's."""
    if any(row["side"] != view["viewer"] for row in view["pending"]):
        return _("The bid is sealed. You may bid another card until the other side's is in.")
    return _("The other side's bid is in: yours opens both.")


def _laid_down(context: FormContext, mine: dict[str, Any]) -> str:
    """A sentence about the bid that was already made."""
    values = {"card": context.names.card(mine["bid"])}
    if mine["wish"] == "first":
        return _("Your bid is in: %(card)s, to go first.") % values
    if mine["wish"] == "second":
        return _("Your bid is in: %(card)s, to go second.") % values
    return _("Your bid is in: %(card)s.") % values


def _bids(context: FormContext) -> list[str]:
    """The distinct cards that can be bid."""
    return list(dict.fromkeys(row["action"]["card"] for row in context.choices()))


def read_bid(context: FormContext) -> Bid:
    card = context.data.required("card", _("Choose the card you bid."))
    wish = context.data.value("wish")
    wishes: dict[str, Literal["first", "second"] | None] = {"": None, "first": "first", "second": "second"}
    if card not in _bids(context) or wish not in wishes or len(context.data.values("wish")) > 1:
        raise not_offered()
    return Bid(card, wishes[wish])


def order(context: FormContext, view: SideView) -> list[Section]:
    """The form for turn order: go first, or second."""
    return [
        Section(
            [Button(each, str(words), str(outcome)) for each, (words, outcome) in ORDER_WORDS.items()],
            warning=_("It holds for the whole week and cannot be changed."),
        )
    ]
