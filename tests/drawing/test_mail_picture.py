"""The board in mails: small, legible, and the same whatever was drawn before."""

import io

from PIL import Image

from games.drawing import mail_picture
from games.drawing.mail_picture import mail_png
from games.rulebook.editions import ruleset
from tests.kit.positions import position

RULES = ruleset("kessen")
THREE = position('east.at.edo = "ieyasu, tokugawa-two-mon x2"').view()
FOUR = position('east.at.edo = "ieyasu, tokugawa-two-mon x3"').view()
WIDTH = 400


def forget() -> None:
    mail_picture._ground.cache_clear()
    mail_picture._piece.cache_clear()


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_earlier_pictures_change_nothing() -> None:
    forget()
    alone = mail_png(RULES, THREE, width=WIDTH)
    forget()
    other = mail_png(RULES, FOUR, width=WIDTH)
    assert mail_png(RULES, THREE, width=WIDTH) == alone != other
    assert mail_png(RULES, FOUR, width=WIDTH) == other


def test_the_picture_is_small_and_as_wide_as_asked() -> None:
    png = mail_png(RULES, FOUR, width=WIDTH)
    assert len(png) < 36_000
    image = opened(png)
    assert image.width == WIDTH < image.height
    assert len(image.getcolors(maxcolors=256) or ()) <= len(mail_picture.INKS)


def test_one_block_more_changes_only_its_place() -> None:
    three, four = (opened(mail_png(RULES, view, width=WIDTH)) for view in (THREE, FOUR))
    changed = [
        (x, y)
        for x in range(three.width)
        for y in range(three.height)
        if three.getpixel((x, y)) != four.getpixel((x, y))
    ]
    across, down = ({place[axis] for place in changed} for axis in (0, 1))
    assert 0 < max(across) - min(across) < 72
    assert 0 < max(down) - min(down) < 72
