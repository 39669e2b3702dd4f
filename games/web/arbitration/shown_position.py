"""A view of a position, prepared for an arbiter: the board, the hands, the blocks."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games import story
from games.drawing.board import board_svg
from games.engine.ruleset import Ruleset
from games.web.replay import Hand, hands_of


class Shown(NamedTuple):
    """The contents of a view, for a page.

    Attributes:
        rules: of the game.
        situation: the summary.
        board: a drawing of it.
        hands: the hands it contains.
        forces: the blocks by place.
    """

    rules: Ruleset
    situation: Any
    board: SafeString
    hands: list[Hand]
    forces: list[Any]


def shown(rules: Ruleset, seen: dict[str, Any]) -> Shown:
    """Prepare the contents of a view for a page."""
    names = story.Names(rules)
    return Shown(
        rules,
        story.situation(names, seen),
        board_svg(rules, seen),
        list(hands_of(names, seen)),
        list(story.forces(names, seen)),
    )
