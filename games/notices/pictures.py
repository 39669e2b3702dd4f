"""The board as a picture in mails, drawn once for each view and shared by all mails that show it."""

import hashlib
from typing import Any, Final

import msgspec
from django.utils.translation import get_language

from games import engine
from games.drawing.mail_picture import mail_png
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.log import position
from games.models.game import Game
from sekigahara.db import caching

BOARDS_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. A reminder mostly shows the same view as the mail before it."""


def board_picture(game: Game, side: Side, width: int) -> bytes:
    """The board of a game as a PNG file, as a side sees it.

    Args:
        game: that has begun.
        side: that sees it.
        width: in pixels.

    Raises:
        Frozen: the game is stopped.
    """
    rules, state = position.load(game)
    return picture_of(rules, engine.view(rules, state, side), width)


def picture_of(rules: Ruleset, view: dict[str, Any], width: int) -> bytes:
    """The board as a PNG file, as a view shows it.

    Args:
        rules: of the game.
        view: what the reader knows.
        width: in pixels.
    """
    shows = msgspec.json.encode([get_language(), rules.digest, width, view])
    key = f"board:{hashlib.sha256(shows).hexdigest()}"
    png = caching.recall(key)
    if png is None:
        png = mail_png(rules, view, width=width)
        caching.keep(key, png, BOARDS_KEPT_FOR)
    return png
