"""The picture of a fight in mails: small, the same whatever was drawn before, of what its reader knows."""

import io
import itertools

from PIL import Image

from games.drawing import battle_picture
from games.drawing.battle_picture import battle_png
from games.rulebook.editions import ruleset
from games.story.fight import standing_and_lost, undeployed
from tests.kit.positions import Table, position

RULES = ruleset("kessen")
WIDTH = 540
MOST_BYTES = 12_000
"""Of a large battle: with its words in base64 a third more, a mail stays below 35 kB."""


def fought(hidden: str = "mori-two-mon x2", hand: str = "mori-plain x3", impact: int = 30) -> Table:
    """West has deployed, and keeps something hidden."""
    return position(
        f"""
        active = "west"
        east.at.suwa = "tokugawa-cavalry x2, ii-naomasa, tokugawa-two-mon x3, tokugawa-firearms"
        east.hand = "east-loyalty, tokugawa-special, date-plain x3"
        west.at.suwa = "ukita-daimyo, ukita-two-mon x3, otani-two-mon, {hidden}"
        west.hand = "{hand}"
        combat.location = "suwa"
        combat.east.impact = {impact}
        combat.east.deployed = "tokugawa-two-mon, ii-naomasa"
        combat.west.deployed = "ukita-two-mon, ukita-daimyo"
        combat.west.impact = 9
        """
    )


def drawn(table: Table, viewer: str = "east") -> bytes:
    return battle_png(RULES, table.view(viewer), width=WIDTH)


def test_enemys_hidden_blocks_and_cards_change_no_byte() -> None:
    assert drawn(fought()) == drawn(fought("uesugi-two-mon, otani-cavalry", "mori-special, ukita-plain x2"))
    assert drawn(fought()) != drawn(fought("mori-two-mon x3")), "one more stands there"
    assert drawn(fought(), "west") != drawn(fought("uesugi-two-mon, otani-cavalry"), "west")


def test_earlier_pictures_change_nothing() -> None:
    battle_picture._drawn.cache_clear()
    alone = drawn(fought())
    battle_picture._drawn.cache_clear()
    assert drawn(fought(impact=31)) != alone
    assert drawn(fought()) == alone


def test_picture_is_small_and_as_wide_as_asked() -> None:
    png = drawn(fought())
    image = Image.open(io.BytesIO(png)).convert("RGB")
    assert len(png) < MOST_BYTES
    assert image.width == WIDTH
    assert len(image.getcolors(maxcolors=256) or ()) <= len(battle_picture.INKS)


def test_lost_block_lies_there() -> None:
    table = position(
        """
        active = "east"
        east.at.suwa = "tokugawa-cavalry x2"
        west.at.suwa = "ukita-two-mon, ukita-daimyo, otani-two-mon"
        combat.location = "suwa"
        combat.east.impact = 5
        combat.west.deployed = "ukita-two-mon"
        """
    )
    before = standing_and_lost(table.view("east"), "west")
    while table.pending[0][1] == "deploy":
        table.play(table.pending[0][0], "finish")
    assert table.pending == [("west", "retreat")]
    view = table.view("east")
    assert (before, standing_and_lost(view, "west")) == ((["ukita-two-mon"], []), ([], ["ukita-two-mon"]))
    assert undeployed(view, "west") == ([], 2)
    upright = {**view, "locations": {"suwa": {"west": {"count": 3, "known": ["ukita-two-mon"]}}}}
    assert battle_png(RULES, view, width=WIDTH) != battle_png(RULES, upright, width=WIDTH)


def test_bar_is_as_long_as_the_impact_with_a_mark_at_each_seven() -> None:
    image = Image.open(io.BytesIO(drawn(fought(impact=14)))).convert("RGB")
    east, rest, mark = (
        tuple(bytes.fromhex(battle_picture._ink(ink)[1:])) for ink in ("east", "sunk", "vermilion")
    )
    lines = ([image.getpixel((x, y)) for x in range(20, 520)] for y in range(image.height))
    line = next(line for line in lines if mark in line and line.count(east) > 100 < line.count(rest))
    assert abs(line.index(rest) - 500 * 2 / 3) < 10, "14 of 21"
    assert len([look for look, _same in itertools.groupby(line) if look == mark]) == 2, (
        "the last one ends the bar"
    )
