"""Sentences about clubs for pages."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.rate_limits import waiting_time
from games.engine.errors import GameIsOver
from games.ladders.models.club import Club
from games.ladders.ratings.queries import name_of
from games.models.time_out_policy import POLICIES, OnTimeOut
from games.reads.deadlines import agreed_on_windows
from games.web.edition_comparison import default_first
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Frozen, Limited, Refused

ARBITER_NEEDED = gettext_lazy(
    "Nobody decides a game that they play themselves. If an arbiter is to decide, the club needs an arbiter "
    "or organiser who does not play in it; until it has one the opponent may claim the win."
)
"""A help text for the choice of a time-out policy."""


def refused(error: Refused | GameIsOver) -> str:
    """A sentence about a refusal, with what to do."""
    if isinstance(error, Limited):
        return _("That was enough for now. Try again in %(time)s.") % {"time": waiting_time(error.seconds)}
    return CODES[error.code].sentence(error.parameters)


def refused_on(form: forms.Form, error: Refused | GameIsOver) -> int:
    """Say on a form why it was refused; return the status of the response.

    Raises:
        Frozen: a game is stopped, which has a page of its own.
    """
    if isinstance(error, Frozen):
        raise error
    form.add_error(None, refused(error))
    return 429 if isinstance(error, Limited) else 409


def editions() -> list[tuple[str, str]]:
    """The ids and names of all editions, the default one first."""
    return [(each, name_of(each)) for each in default_first()]


def pace(days: int | None) -> str:
    """How long a player has for each decision."""
    if days is None:
        return _("No clock: as long as they like")
    return ngettext("%(days)d day to answer", "%(days)d days to answer", days) % {"days": days}


def games_of(club: Club) -> Iterator[str]:
    """Sentences about the default settings for games of a club."""
    yield _("The edition is %(name)s.") % {"name": name_of(club.edition)}
    if club.pace is None:
        yield _("There is no clock: everybody takes as long as they like.")
    else:
        sentence = ngettext(
            "Players have %(days)d day for each decision.",
            "Players have %(days)d days for each decision.",
            club.pace,
        )
        yield sentence % {"days": club.pace}
        yield str(POLICIES[OnTimeOut(club.on_time_out)].agreed)
    yield agreed_on_windows(club.hold, club.reaction)
