"""Grave answers in words."""

from collections.abc import Callable, Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.engine.grave import GraveReason
from games.story.names import Names

WARNINGS: dict[GraveReason, Callable[[], str]] = {
    "loses-leader": lambda: _("%(leader)s falls, and you lose the game."),
    "loses-deciding-disk": lambda: _("%(leader)s falls, and you lose the game."),
    "uncovers-leader": lambda: _("%(leader)s is left in danger: if he falls, you lose the game."),
    "gives-up-castle": lambda: _("If no block stays, the castle is given up."),
    "runs-into-overrun": lambda: _("They meet four times their number, and are overrun at once."),
    "resigns": lambda: _("You lose the game."),
}


def warning(names: Names, side: str, reason: GraveReason, units: Iterable[str] = ()) -> str:
    """What a grave answer leads to, as a sentence.

    Args:
        names: of the edition.
        side: the label of the side that answers.
        reason: why it is grave.
        units: blocks and disks that the answer names. If no leader is among them, all of the side are meant.
    """
    leaders = names.leaders(side)
    named = [unit for unit in units if unit in leaders] or leaders
    return WARNINGS[reason]() % {"leader": get_text_list([names.leader(unit) for unit in named], _("or"))}
