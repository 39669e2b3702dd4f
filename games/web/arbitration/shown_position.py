"""A position as it was shown to somebody, to be looked at by an arbiter: the board, the hands, the blocks."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games import story
from games.drawing.board import board_svg
from games.engine.ruleset import Ruleset
from games.web.replay import Hand, hands_of


class Shown(NamedTuple):
    """What a view tells.

    Attributes:
        hands: those that are known in it.
        forces: by place, who stands there.
    """

    rules: Ruleset
    situation: Any
    board: SafeString
    hands: list[Hand]
    forces: list[Any]


def shown(rules: Ruleset, seen: dict[str, Any]) -> Shown:
    """Everything that a view holds, for a page."""
    names = story.Names(rules)
    return Shown(
        rules,
        story.situation(names, seen),
        board_svg(rules, seen),
        list(hands_of(names, seen)),
        list(story.forces(names, seen)),
    )
