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
    "lesson": gettext_lazy("the end of a lesson"),
}
"""The kinds of victory other than the loss of a leader."""


def victory_in_short(victory: str, edition: str = "") -> str:
    """How a game was won.

    Args:
        victory: the kind of victory, as the game stores it.
        edition: of the game. If it is unknown, the name of a leader is taken from any edition.

    Returns:
        A short phrase; the stored value if no edition knows it.
    """
    if victory in KINDS:
        return str(KINDS[victory])
    for each in (edition, *edition_ids()):
        try:
            return _("%(leader)s lost") % {"leader": Names(ruleset(each)).leader(victory)}
        except (KeyError, UnknownEditionError):
            continue
    return victory
