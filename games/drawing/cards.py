"""A card as a drawing: clan, type and the number it bids."""

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing.mon import mon
from games.drawing.svg import XMLNS, tag, together
from games.engine import Ruleset
from games.engine.edition_data import CardData, Edition
from games.story.names import Names

SWORD = (
    "M14 62.6 34 79.6 35.2 78"
    " 15 61.6ZM36.4 80.6 33.2 84.4 31.6 83 34.8 79.2ZM35.6 82.6 40 86.4 41.2 85 36.8 81.2Z"
)
TURNING = "M28 28A20 20 0 0 1 28 68A10 10 0 0 1 28 48A10 10 0 0 0 28 28Z"


def card_svg(rules: Ruleset, card: str, *, alone: bool = False) -> SafeString:
    """A card.

    Args:
        rules: of the game.
        card: its id.
        alone: for no page of ours: it refers to crests (`mon.crests`) that must be shown beside it.

    Raises:
        KeyError: the edition has no such card.
    """
    return _drawn(rules, card, get_language(), alone=alone)


@lru_cache(maxsize=512)
def _drawn(rules: Ruleset, card: str, _language: str, *, alone: bool) -> SafeString:
    """The drawing: 0.1 ms each, and a page has ten of them."""
    printed = {known.id: known for known in rules.edition.cards}[card]
    return tag(
        "svg",
        tag("title", about_card(rules, printed)),
        tag("rect", x=1.5, y=1.5, width=61, height=93, rx=4, class_="paper"),
        tag("path", d="M1.5 5.5A4 4 0 0 1 5.5 1.5H58.5A4 4 0 0 1 62.5 5.5V21H1.5Z", class_="band"),
        tag("text", str(printed.bid), x=52, y=18, class_="bid"),
        _picture(rules.edition, printed, alone=alone),
        xmlns=XMLNS if alone else None,
        class_=f"drawing drawn-card of-{printed.side}",
        viewBox="0 0 64 96",
        role="img",
    )


def about_card(rules: Ruleset, printed: CardData) -> str:
    """What a card is and what it bids."""
    values = {"card": capfirst(Names(rules).card(printed.id)), "bid": printed.bid}
    return _("%(card)s, bids %(bid)d") % values


def _picture(edition: Edition, printed: CardData, *, alone: bool) -> SafeString:
    """The clan's crest, and what makes the card more than plain."""
    if printed.clan is None:  # a loyalty challenge: two fields that turn into each other
        ground = tag("circle", cx=32, cy=58, r=20, class_="turning-ground")
        return together((ground, tag("path", d=TURNING, class_="turning", transform="translate(4 10)")))
    match printed.type:
        case "special":
            swords = (tag("path", d=SWORD, transform=turn) for turn in (None, "matrix(-1 0 0 1 56 0)"))
            crossed = tag("g", *swords, class_="swords", transform="translate(4 2)")
            return together((mon(edition, printed.clan, 36, 32, 43, inside=alone), crossed))
        case "double":
            return together(mon(edition, printed.clan, 31, 32, y, inside=alone) for y in (41, 76))
    return mon(edition, printed.clan, 44, 32, 58, inside=alone)
