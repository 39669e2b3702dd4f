"""Buying movement, or exchanging cards instead [7.1]."""

from typing import Any, Literal, get_args

from django.utils.translation import gettext as _

from games.engine.actions import Level
from games.story.consequences import LEVEL_WORDS
from games.web.answers.form_context import FormContext, SideView, copies, merged
from games.web.answers.form_data import Incomplete, check_cards, not_offered
from games.web.answers.parts import Button, Option, Section, checkboxes, radios
from games.web.answers.sure import grave_last, reasons_of, warned

Word = Literal["none", "minimal", "limited", "total"]


def level(context: FormContext, view: SideView) -> list[Section]:
    """The form for a movement level: what each level costs and allows, and the cards to pay or exchange."""
    offered = _offered(context)
    words = grave_last(
        warned(context, view, option, reasons_of(offered[option.value] or {}))
        for option in (Option(word, str(words), str(terms)) for word, (words, terms) in LEVEL_WORDS.items())
        if option.value in offered
    )
    hand = [context.card(card) for card in copies(_hand(context))]
    parts = [radios(context.data, "level", _("How much to move"), words)]
    if hand:
        hint = _("One for limited movement, two for total; without movement any number, or none.")
        parts.append(checkboxes(context.data, "cards", _("Cards to pay or exchange"), hand, hint=hint))
    return [
        Section(
            [Button("level", _("Choose this level"))],
            parts,
            warning=_("Cards you pay or exchange are seen by the other side, and do not come back."),
        )
    ]


def _offered(context: FormContext) -> dict[str, dict[str, Any] | None]:
    """For each level that is offered, the subset of cards that pays for it; None if it is free."""
    free: dict[str, dict[str, Any] | None] = {row["action"]["level"]: None for row in context.choices()}
    return free | {subset["action"]["level"]: subset for subset in context.subsets("level")}


def _hand(context: FormContext) -> dict[str, int]:
    """The cards of the hand that can be paid or exchanged, with counts."""
    return next((merged(subset["of"]) for subset in context.subsets("level")), {})


def read_level(context: FormContext) -> Level:
    """Read the form for a movement level.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    choice = context.data.required("level", _("Choose how much to move."))
    offered = _offered(context)
    word = next((word for word in get_args(Word) if word == choice), None)
    if word is None or word not in offered:
        raise not_offered()
    cards = context.data.chosen("cards", _hand(context))
    subset = offered[word]
    if subset is not None:
        check_cards(cards, subset["least"], subset["most"])
    elif cards:
        raise Incomplete(_("This level costs nothing. Choose no card for it, or another level."))
    return Level(word, cards)
