"""A battle or siege as a small picture for mails: two ranks that face each other across their bars of impact.

Each side has its name, its impact and the number of its cards outermost; then the blocks that are not
deployed, from behind unless the viewer knows them, with the cards the viewer knows; then those that fight,
and the cards spent on them.

To draw such a picture as one SVG takes 80 ms, so each piece is drawn once and kept by this process. The same
view gives the same bytes, whatever was drawn before: a piece follows from what it shows alone.
"""

import io
import itertools
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from games.drawing import picture
from games.drawing.bars import impact_bar
from games.drawing.blocks import back_svg, block_svg
from games.drawing.cards import card_svg
from games.drawing.labels import FONT, text_width
from games.drawing.mon import crests
from games.drawing.svg import XMLNS, colours, tag
from games.engine import Ruleset
from games.engine.side import LABELS, Side
from games.story.fight import fight_heading, is_besieged, standing_and_lost, undeployed
from games.story.names import Names, Seen, cards_counted

INKS: Final = (
    *("ink", "soft", "line", "sheet", "washi", "sumi", "card", "sunk"),
    *("east", "east-edge", "west", "west-edge", "vermilion", "seal", "gold", "stone"),
)
"""The colours of the picture, with those at the edges of letters: as many as half a byte tells apart."""
WIDTH: Final = 270
"""Of the picture, in the units of all that follows."""
MARGIN, GAP = 8, 4
HEADING, TALLY = 26, 26
FIGHTER, BEHIND = 38, 23
"""The height of a piece that fights, and of one behind."""
BAR: Final = 9
TURNED, FALLEN = -12, -18
"""Degrees by which a block leans that changed sides, and one that is lost, as on pages."""
PALE: Final = 0.55
"""The opacity of one that is lost."""
AROUND: Final = 5
"""What a block that leans needs around it."""


class _Words(NamedTuple):
    """A line of words: where its baseline begins, or ends."""

    text: str
    x: float
    y: float
    size: float
    ink: str
    anchor: str = "ls"


class _Box(NamedTuple):
    """A field of one colour."""

    x: float
    y: float
    width: float
    height: float
    ink: str


class _Piece(NamedTuple):
    """A drawing, so wide and high, that leans by so many degrees."""

    svg: SafeString
    width: float
    height: float
    turn: int = 0
    x: float = MARGIN
    y: float = 0


class _Row(NamedTuple):
    """What stands side by side, and how much of the height it takes."""

    height: float
    things: Sequence[_Words | _Box | _Piece]


def battle_png(rules: Ruleset, view: Seen, *, width: int) -> bytes:
    """The fight as a PNG file of few colours.

    Args:
        rules: of the game.
        view: what the reader knows, while there is a fight.
        width: in pixels.
    """
    rows = _rows(rules, Names(rules), view)
    tops = [*itertools.accumulate((row.height for row in rows), initial=0.0)]
    scale, height = width / WIDTH, tops[-1] + GAP
    image = Image.new("RGB", (width, round(height * scale)), _ink("line"))
    draw = ImageDraw.Draw(image)
    for top, row in zip(
        [0.0, *tops], [_Row(0, [_Box(1, 1, WIDTH - 2, height - 2, "sheet")]), *rows], strict=False
    ):
        for thing in row.things:
            x, y = thing.x * scale, (top + thing.y) * scale
            match thing:
                case _Words():
                    font = _font(thing.size * scale)
                    draw.text((x, y), thing.text, _ink(thing.ink), font, thing.anchor)
                case _Box():
                    far = (x + thing.width * scale - 1, y + thing.height * scale - 1)
                    draw.rectangle((x, y, *far), _ink(thing.ink))
                case _Piece():
                    drawn = _drawn(rules, scale, thing._replace(x=0, y=0))
                    aside = AROUND * scale
                    image.paste(drawn, (round(x - aside), round(y - aside)), drawn)
    return picture.paletted_png(image.quantize(palette=_palette(), dither=Image.Dither.NONE))


def _rows(rules: Ruleset, names: Names, view: Seen) -> list[_Row]:
    near = view["viewer"] if view["viewer"] in LABELS else view["combat"]["attacker"]
    far = Side.named(near).enemy.label
    strip = _Box(1, 1, WIDTH - 2, HEADING - 1, "sumi")
    heading = _Row(HEADING, [strip, _Words(fight_heading(names, view), MARGIN, 18.5, 16, "washi")])
    return [heading, *_rank(rules, names, view, far), *reversed([*_rank(rules, names, view, near)])]


def _rank(rules: Ruleset, names: Names, view: Seen, side: str) -> Iterator[_Row]:
    """The rows of one side, from without."""
    combat, theirs = view["combat"], Side.named(side).enemy.label
    has_impact = not is_besieged(combat, side)
    impact: int = combat["impact"][side]
    cards = _("%(cards)s in hand") % {"cards": cards_counted(view["sides"][side]["hand"])}
    tally: list[_Words | _Box | _Piece] = [
        _Box(MARGIN, 8, 11, 11, side),
        _Words(names.side(side), MARGIN + 16, 19, 15, "ink"),
        _Words(
            str(impact) if has_impact else "", MARGIN + 26 + text_width(names.side(side), 15), 19.5, 19, "ink"
        ),
        _Words(cards, WIDTH - MARGIN, 18.5, 13.5, "soft", "rs"),
    ]
    yield _Row(TALLY, tally)
    known, unknown = undeployed(view, side)
    hand = view["mine"]["hand"] if view["viewer"] == side else view["sides"][side]["shown_cards"]
    blocks = [*(block_svg(rules, block, alone=True) for block in known), *[back_svg(side)] * unknown]
    yield from _lines([_block(svg, BEHIND) for svg in blocks] + [_card(rules, card, BEHIND) for card in hand])
    if combat["finished"][side] and not all(combat["finished"].values()):
        yield _Row(18, [_Words(_("has stopped deploying"), MARGIN, 13, 13.5, "soft")])
    turned = combat["defected"][theirs]
    standing, lost = standing_and_lost(view, side)
    ranks = ((standing, 0), (turned, TURNED), (lost, FALLEN))
    fighters = [
        _block(block_svg(rules, kind, alone=True), FIGHTER, turn) for kinds, turn in ranks for kind in kinds
    ]
    yield from _lines(fighters + [_card(rules, card, FIGHTER) for card in combat["played"][side]])
    if has_impact:
        bar = impact_bar(side, impact, combat["impact"][theirs])
        yield _Row(BAR + GAP, [_Piece(bar, WIDTH - 2 * MARGIN, BAR, y=GAP / 2)])


def _block(svg: SafeString, size: float, turn: int = 0) -> _Piece:
    return _Piece(svg, size, size, turn)


def _card(rules: Ruleset, card: str, height: float) -> _Piece:
    return _Piece(card_svg(rules, card, alone=True), height * 2 / 3, height)


def _lines(pieces: Sequence[_Piece]) -> Iterator[_Row]:
    """Pieces of one height, in as many lines as they need."""
    line: list[_Piece] = []
    x: float = MARGIN
    for piece in pieces:
        if x + piece.width > WIDTH - MARGIN:
            yield _Row(piece.height + GAP, line)
            line, x = [], MARGIN
        line.append(piece._replace(x=x))
        x += piece.width + GAP
    if line:
        yield _Row(line[0].height + GAP, line)


@lru_cache(maxsize=1024)
def _drawn(rules: Ruleset, scale: float, piece: _Piece) -> Image.Image:
    """A piece with some air around it."""
    width, height = piece.width + 2 * AROUND, piece.height + 2 * AROUND
    svg = tag(
        "svg",
        crests(clan.id for clan in rules.edition.clans if f"#{clan.id}" in piece.svg),
        tag(
            "g",
            tag("svg", piece.svg, x=AROUND, y=AROUND, width=piece.width, height=piece.height),
            transform=f"rotate({piece.turn} {width / 2:g} {height / 2:g})",
            opacity=PALE if piece.turn == FALLEN else None,
        ),
        xmlns=XMLNS,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
    )
    return Image.open(io.BytesIO(picture.svg_png(svg, round(width * scale)))).convert("RGBA")


@lru_cache(maxsize=16)
def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


def _ink(name: str) -> str:
    return colours()[f"--{name}"]


@cache
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(bytes.fromhex("".join(_ink(ink)[1:] for ink in INKS)))
    return image
