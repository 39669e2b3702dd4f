"""The board or a fight as a picture in mails, drawn once for each view and shared by all mails."""

import hashlib
from typing import Any, Final

import msgspec
from django.utils.translation import get_language

from games.drawing.battle_picture import battle_png
from games.drawing.mail_picture import mail_png
from games.engine.ruleset import Ruleset
from games.story.fight import is_fighting
from sekigahara.db import caching

PICTURES_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. A reminder mostly shows the same view as the mail before it."""


def picture_of(rules: Ruleset, view: dict[str, Any], width: int) -> bytes:
    """The fight that goes on in a view, or else the board, as a PNG file.

    Args:
        rules: of the game.
        view: what the reader knows.
        width: in pixels of a mail. A fight has twice as many, and few colours: it is sharp, and no larger.
    """
    shows = msgspec.json.encode([get_language(), rules.digest, width, view])
    key = f"picture:{hashlib.sha256(shows).hexdigest()}"
    png = caching.recall(key)
    if png is None:
        if is_fighting(view):
            png = battle_png(rules, view, width=2 * width)
        else:
            png = mail_png(rules, view, width=width)
        caching.keep(key, png, PICTURES_KEPT_FOR)
    return png
