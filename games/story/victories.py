"""Kinds of victory in a few words, for lists and tables."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rulebook.editions import UnknownEditionError, edition_ids, ruleset
from games.story.names import Names

KINDS: dict[str, Promise] = {
    "points": gettext_lazy("more points"),
    "points-tie": gettext_lazy("even points"),
    "resignation": gettext_lazy("resignation"),
    "time-out": gettext_lazy("time ran out"),
    "adjudication": gettext_lazy("an arbiter's decision"),
}
"""All but the loss of a leader."""


def victory_in_short(victory: str, edition: str = "") -> str:
    """How a game was won.

    Args:
        victory: the game's word.
        edition: of the game; where it is none, or not said, a leader has the name that any edition gives him.

    Returns:
        A few words; the game's own where no edition knows it.
    """
    if victory in KINDS:
        return str(KINDS[victory])
    for each in (edition, *edition_ids()):
        try:
            return _("%(leader)s lost") % {"leader": Names(ruleset(each)).leader(victory)}
        except (KeyError, UnknownEditionError):
            continue
    return victory
