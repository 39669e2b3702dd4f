from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.side import EAST, SIDES, Side
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb, side_field
from games.ladders.models.ruling import Ruling
from games.models import playing_time
from games.reads.deadlines import moment
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable

MOST_DAYS: Final = 30
"""That one ruling may give."""


@dataclass(frozen=True, kw_only=True)
class Extend(Verb):
    """Give a side for which the game waits more days to answer."""

    name = "extend"
    meaning = "more time"
    title = gettext_lazy("Give more time")
    warning = gettext_lazy(
        "The player whom the game waits for gets these additional days. Both players are mailed."
    )
    button = gettext_lazy("Give the time")

    side: Side
    days: int

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return hearing.is_running and any(seat.due_at is not None for seat in hearing.seats)

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:
        waited = [side for side in SIDES if hearing.seats[side].due_at is not None]
        return {
            "side": side_field(gettext_lazy("To whom?"), hearing, waited),
            "days": forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=3),
        }

    def carry_out(self, case: Case) -> Ruling:
        """Move the deadline. If it has passed, the new days begin now.

        Raises:
            Unacceptable: ``too-many-days``.
            Conflict: ``no-deadline``: the game does not wait for the side, or has no clock.
        """
        if not 1 <= self.days <= MOST_DAYS:
            raise Unacceptable("too-many-days", most=MOST_DAYS)
        seat = case.seats[self.side]
        if seat.due_at is None:
            raise Conflict("no-deadline")
        # While the clock is paused, the remaining time is added when it resumes.
        since = seat.due_at if case.game.paused_at else max(seat.due_at, service_time.now())
        seat.due_at = playing_time.deadline(since, timedelta(days=self.days), seat.time_away)
        seat.is_reminded = seat.is_overdue_told = False
        seat.save(update_fields=["due_at", "is_reminded", "is_overdue_told"])
        until = None if case.game.paused_at else seat.due_at.isoformat()
        return self.enter(case, side=self.side, parameters={"days": self.days, "until": until})

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        days, until = ruling.parameters["days"], ruling.parameters["until"]
        words = (
            ngettext("East has %(count)d more day.", "East has %(count)d more days.", days)
            if ruling.about == EAST
            else ngettext("West has %(count)d more day.", "West has %(count)d more days.", days)
        ) % {"count": days}
        if until is None:
            return words
        over = _("Time is over on %(when)s.") % {"when": moment(datetime.fromisoformat(until))}
        return f"{words} {over}"
