"""Sentences about free pairing."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ladders.models.ladder import Ladder
from games.ladders.pairing.matchmaking import REMATCH_AFTER, REMATCH_GAMES


def rules_of(ladder: Ladder) -> Iterator[str]:
    """How the games of a ladder of free pairing come about, in sentences."""
    yield ngettext(
        "Every %(hours)d hour, as many players as possible who want another game are paired with someone of "
        "a similar rating; those who have waited long come first.",
        "Every %(hours)d hours, as many players as possible who want another game are paired with someone of "
        "a similar rating; those who have waited long come first.",
        ladder.hours_between,
    ) % {"hours": ladder.hours_between}
    yield _(
        "The same two players meet again at once only when both have waited for %(days)d days, and if "
        "possible not within %(games)d games; two players never meet if one has blocked the other."
    ) % {"days": REMATCH_AFTER.days, "games": REMATCH_GAMES}
    if not ladder.has_bidding:
        yield _(
            "Sides are assigned so that everyone has each of them equally often in a season, or one game "
            "more of one, if the pairs allow it."
        )
