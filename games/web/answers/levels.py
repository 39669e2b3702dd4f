"""Buying movement, or exchanging cards instead [7.1]."""

from __future__ import annotations

from typing import Any, Literal, get_args

from django.utils.translation import gettext as _

from games.engine.actions import Level
from games.web.answers.asking import Asking, Seen, copies, together
from games.web.answers.filled_in import Incomplete, check_cards, not_offered
from games.web.answers.parts import Button, Option, Section, checkboxes, radios

Word = Literal["none", "minimal", "limited", "total"]


def level(asking: Asking, seen: Seen) -> list[Section]:
    """The levels with what each costs and gives, and the cards to pay or exchange."""
    offered = _offered(asking)
    words = [option for option in _levels() if option.value in offered]
    hand = [asking.card(card) for card in copies(_hand(asking))]
    parts = [radios(asking.given, "level", _("How much to move"), words)]
    if hand:
        hint = _("One for limited movement, two for total; without movement any number, or none.")
        parts.append(checkboxes(asking.given, "cards", _("Cards to pay or exchange"), hand, hint=hint))
    return [
        Section(
            [Button("level", _("Choose this level"))],
            parts,
            warning=_("Cards you pay or exchange are seen by the other side, and do not come back."),
        )
    ]


def _levels() -> list[Option]:
    return [
        Option(
            "none",
            _("No movement"),
            _("Nobody moves or musters. Exchange any number of cards for new ones."),
        ),
        Option("minimal", _("Minimal movement"), _("Costs no card. One stack moves, or you muster instead.")),
        Option(
            "limited",
            _("Limited movement"),
            _("Costs one card. Three stack moves; you may muster in place of one."),
        ),
        Option(
            "total",
            _("Total movement"),
            _("Costs two cards. All your stacks may move, and you may muster as well."),
        ),
    ]


def _offered(asking: Asking) -> dict[str, dict[str, Any] | None]:
    """For each level that is offered the subset of cards it is bought with, None where it costs none."""
    free: dict[str, dict[str, Any] | None] = {row["action"]["level"]: None for row in asking.choices()}
    return free | {subset["action"]["level"]: subset for subset in asking.subsets("level")}


def _hand(asking: Asking) -> dict[str, int]:
    """The cards of the hand: those that may be exchanged."""
    return next((together(subset["of"]) for subset in asking.subsets("level")), {})


def read_level(asking: Asking) -> Level:
    """The movement level that was filled in.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    told = asking.given.one("level", _("Choose how much to move."))
    offered = _offered(asking)
    word = next((word for word in get_args(Word) if word == told), None)
    if word is None or word not in offered:
        raise not_offered()
    cards = asking.given.some("cards", _hand(asking))
    subset = offered[word]
    if subset is not None:
        check_cards(cards, subset["least"], subset["most"])
    elif cards:
        raise Incomplete(_("This level costs nothing. Choose no card for it, or another level."))
    return Level(word, cards)
