"""A block as a drawing: the colour of its side, and the crest of its clan as often as it is strong."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.drawing.mon import mon
from games.drawing.svg import XMLNS, tag, together
from games.engine import Ruleset
from games.engine.edition_data import BlockData, Edition
from games.story.names import Names, listing

CRESTS: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((32, 32, 34),),
    2: ((18.5, 32, 27), (46, 32, 27)),
    3: ((32, 19, 25), (18.5, 44.5, 25), (46, 44.5, 25)),
    4: ((19.5, 19.5, 22), (44.5, 19.5, 22), (19.5, 44.5, 22), (44.5, 44.5, 22)),
}
"""Middle and size of each crest, by how many there are."""

EDGE = "M58.6 2.4 63.2 7V60.7A2.5 2.5 0 0 1 60.7 63.2H7L2.4 58.6Z"
"""The two sides of the wood that are seen of a block from above."""
GRAIN = (
    "M2 9.5C14 7 22 12.5 35 9.5S52 7 59 9M2 21C16 25 27 17 40 20.5S54 23 59 20.5"
    "M2 33.5C12 31 26 36 39 32.5S52 31 59 33.5"
    "M2 45C15 49 28 42 41 45.5S54 47 59 44.5M2 54.5C14 52 30 57.5 44 54S55 53 59 55M61.4 8V60M8 61.4H60"
)
LIGHT = "M3.6 57V5.4A1.8 1.8 0 0 1 5.4 3.6H57"
"""Where light falls on the face: along its upper and left border."""

ASIDE_OF_ARM = {1: "translate(-9 -8)", 2: "translate(0 -13)"}

HORSE = (
    "M3 17C3 12 4.5 8.5 7 6L6.5 2 9.6 4.2C13 3.8 15.6 5.4 17 8L20 13.4C20.6 14.8 19.4 16.4 17.8 16L14.6 15"
    "C13.4 15 12.4 14.2 11.6 13.4 11.8 15.4 13 16.6 13.4 19H3Z"
)
GUN = "M0 15.4 4 11.6 13.4 7.6 21.4 3.6 22.4 5.8 12.4 11.4 11.4 14.2 9.4 15 8.8 13 6.8 14 4.6 19 .4 19Z"
ARMS = {"cavalry": HORSE, "firearms": GUN}
BANNER = "M0 0H9V24L4.5 20.5 0 24Z"


def block_svg(rules: Ruleset, block: str, *, alone: bool = False) -> SafeString:
    """A block.

    Args:
        rules: of the game.
        block: its own id or its kind's; the drawing is the same.
        alone: for no page of ours: it refers to crests (`mon.crests`) that must be shown beside it.
    """
    return _drawn(rules, block, alone, get_language())


def held_svg(rules: Ruleset, held: Iterable[tuple[str, str]]) -> SafeString:
    """The blocks of a stack as the items of a list, which scripts read. A template takes ten times as long.

    Args:
        rules: of the game.
        held: the ids and names of the blocks.
    """
    language = get_language()
    return together(_held(rules, block, name, language) for block, name in held)


@lru_cache(maxsize=1024)
def _held(rules: Ruleset, block: str, name: str, _language: str) -> SafeString:
    return tag("li", block_svg(rules, block), data_block=block, data_name=name)


@lru_cache(maxsize=8)
def back_svg(side: str) -> SafeString:
    """A block from behind, as its enemy sees it. How many there are stands beside it in words.

    Args:
        side: ``east`` or ``west``.
    """
    return tag(
        "svg", *_wood(), class_=f"drawing drawn-block of-{side} back", viewBox="0 0 64 64", aria_hidden="true"
    )


def _wood() -> tuple[SafeString, ...]:
    return (
        tag("path", d=EDGE, class_="edge"),
        tag("rect", x=1.5, y=1.5, width=58, height=58, rx=2.5, class_="face"),
        tag("path", d=GRAIN, class_="grain"),
        tag("path", d=LIGHT, class_="light"),
    )


@lru_cache(maxsize=1024)
def _drawn(rules: Ruleset, block: str, alone: bool, _language: str) -> SafeString:
    """The drawing: 0.2 ms each, and a page has thirty of them."""
    printed = kind_of(rules, block)
    return tag(
        "svg",
        tag("title", about_block(rules, printed)),
        *_wood(),
        _printed(rules.edition, printed, alone=alone),
        xmlns=XMLNS if alone else None,
        class_=f"drawing drawn-block of-{printed.side}",
        viewBox="0 0 64 64",
        role="img",
    )


def kind_of(rules: Ruleset, block: str) -> BlockData:
    """What is printed on a block.

    Raises:
        KeyError: the edition has no such block.
    """
    kinds = {kind.id: kind for kind in rules.edition.blocks}
    if block in kinds:
        return kinds[block]
    copies = {copy.id: copy.kind for army in rules.components.blocks for copy in army}
    return kinds[copies[block]]


def about_block(rules: Ruleset, printed: BlockData) -> str:
    """A block's name, and what its drawing shows of it."""
    features = [ngettext("%(count)d mon", "%(count)d mon", printed.mon) % {"count": printed.mon}]
    if printed.arm is not None:
        features.append(_("cavalry") if printed.arm == "cavalry" else _("firearms"))
    if printed.daimyo:
        features.append(_("leader"))
    values = {"block": Names(rules).block(printed.id), "what": listing(features)}
    return _("%(block)s: %(what)s") % values


def _printed(edition: Edition, printed: BlockData, *, alone: bool) -> SafeString:
    """The crests; an arm or a banner pushes them aside."""
    crests = [
        mon(edition, printed.clan, size, x - 1, y - 1, inside=alone) for x, y, size in CRESTS[printed.mon]
    ]
    signs = []
    aside = None
    if printed.daimyo:
        signs.append(tag("path", d=BANNER, class_="banner", transform="translate(6 1.5) scale(1.2)"))
        aside = "translate(5 2)" if printed.mon == 1 else "translate(10 6) scale(.82)"
    if printed.arm is not None:
        signs.append(tag("path", d=ARMS[printed.arm], class_="arm", transform="translate(34 34) scale(1.12)"))
        aside = ASIDE_OF_ARM.get(printed.mon, "translate(1 1) scale(.7)")
    return tag("g", tag("g", *crests, transform=aside), *signs, class_="print")
