"""What is said of a game beside the game itself, to anybody who may look at it: on its page and in mails that
tell of its beginning and its end. Apps register what they know of when they are ready."""

from collections.abc import Callable
from typing import Any

from games.models.game import Game

Remark = Callable[[Game, dict[str, Any]], list[str]]
"""Given a game and a view of it: sentences, from public facts alone."""

_remarks: list[Remark] = []


def register_remark(remark: Remark) -> None:
    """Have a function asked whenever a game is told of."""
    if remark not in _remarks:
        _remarks.append(remark)


def remarks_on(game: Game, seen: dict[str, Any]) -> list[str]:
    """All sentences there are.

    Args:
        seen: the view of whoever reads them, or of anybody.
    """
    return [sentence for remark in _remarks for sentence in remark(game, seen)]
