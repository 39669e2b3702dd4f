"""What pages of moments show of the game alone, kept in the cache for finished games: they never change."""

import json
import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.reads.access import ReplayAccess
from games.reads.moments import Moments
from sekigahara.db import caching

MOMENTS_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. It never gets outdated; this only frees the memory."""


class MomentParts(NamedTuple):
    """A moment without who looks at it.

    Attributes:
        last: the number of the game's last moment.
        has_fork: whether somebody can play on from this one.
        board: HTML: what happened, the board, and the steps to other moments.
        position: HTML: the weeks, the viewpoints, the hands and the blocks.
    """

    last: int
    has_fork: bool
    board: SafeString
    position: SafeString


def kept_moment(
    access: ReplayAccess, number: int, make: Callable[[Moments], MomentParts]
) -> MomentParts | int:
    """A moment, or the number of the last one if there is none of this number.

    Args:
        access: to a game that has begun.
        number: of the moment, as the viewpoint counts.
        make: renders it in the active language and time zone. It must not depend on who asks.

    Raises:
        Frozen: the game's log has just proved broken.
    """
    game = access.viewer.game
    reader = f"{access.viewpoint}:{get_language()}:{timezone.get_current_timezone_name()}"
    key = f"moment:{game.public_id}:{bytes(game.chain).hex()}:{number}:{reader}"
    kept = caching.recall(key) if game.is_over else None
    if kept is not None:
        last, has_fork, *html = json.loads(zlib.decompress(kept))
        return MomentParts(last, has_fork, *map(mark_safe, html))  # what was rendered below
    moments = Moments(game, access.audience)
    if not 1 <= number <= moments.last:
        return moments.last
    parts = make(moments)
    if game.is_over:
        caching.keep(key, zlib.compress(json.dumps(parts).encode()), MOMENTS_KEPT_FOR)
    return parts
