from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from django import forms
from django.utils.text import format_lazy, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.actions import Adjudicate as Adjudication
from games.engine.actions import TimeOut
from games.engine.side import EAST, SIDES, Side
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb, side_field
from games.ladders.models.ruling import Ruling
from games.models.seat import Seat
from games.reads import deadlines
from games.services import outages
from games.services.table import Table
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

ON_TIME: Final = "on-time"
"""How a side lost, among the parameters of a ruling: it did not answer in time."""


@dataclass(frozen=True, kw_only=True)
class Adjudicate(Verb):
    """End the game: a side loses, and the other wins. It is an entry of the log, without the reason.

    Attributes:
        on_time: they lose since they have not answered in time. That is what the log says then, so that in
            ladders and ratings it is the loss on time that it would be by a claim.
    """

    name = "adjudicate"
    meaning = "a side loses"
    title = gettext_lazy("Award the win")
    warning = gettext_lazy(
        "The game ends at once, and its record reveals everything that was hidden. This cannot be undone. "
        "The rules have no tie: to make the game count as one, correct the result afterwards."
    )
    button = gettext_lazy("Award the win")
    is_grave = True
    needs_reason = True

    loser: Side
    on_time: bool = False

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return hearing.is_running

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:
        now = service_time.now()
        late = [seat.played_by for seat in hearing.seats if may_lose_on_time(seat, now)]
        fields: dict[str, forms.Field] = {"winner": side_field(gettext_lazy("Who wins?"), hearing, SIDES)}
        # A choice made while a player was late must not count as another kind of loss once they have
        # answered.
        if late or "how" in hearing.sent:
            fields["how"] = _how_field(late)
        return fields

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> Self:
        loser, on_time = values["winner"].enemy, values.get("how") == ON_TIME
        return cls(loser=loser, on_time=on_time, reason=values["reason"])

    def check(self, hearing: Hearing) -> None:
        if self.on_time:
            refuse_loss_on_time(hearing.seats[self.loser], service_time.now())

    def carry_out(self, case: Case) -> Ruling:
        """End the game.

        Raises:
            GameIsOver: it was over already.
            Conflict: as `refuse_loss_on_time` does.
        """
        table = Table(case.seats)
        table.load()
        table.lose(self.loser, TimeOut() if self.on_time else Adjudication())
        if self.on_time:
            refuse_loss_on_time(case.seats[self.loser], service_time.now())
        table.record()
        table.write_locked()
        return self.enter(case, side=self.loser, parameters={"how": ON_TIME} if self.on_time else {})

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        is_east = ruling.about == EAST
        if ruling.parameters.get("how") == ON_TIME:
            return _("East loses the game on time.") if is_east else _("West loses the game on time.")
        return _("East loses the game.") if is_east else _("West loses the game.")


def refuse_loss_on_time(seat: Seat, now: datetime) -> None:
    """Refuse a loss on time unless the time is over and the terms of the game allow it.

    Raises:
        Conflict: ``nothing-follows``: running late has no penalty; ``paused``: the clock is paused;
            ``not-overdue``: the deadline has not passed, or the player has answered since; ``time-in-doubt``:
            as in ``outages.refuse_in_doubt``.
    """
    if not seat.game.time_out_policy.can_lose:
        raise Conflict("nothing-follows")
    if seat.game.paused_at is not None:
        raise Conflict("paused")
    if not deadlines.is_overdue(seat, now):
        raise Conflict("not-overdue")
    outages.refuse_in_doubt(now)


def may_lose_on_time(seat: Seat, now: datetime) -> bool:
    """Whether an arbiter may decide that a seat has lost on time."""
    try:
        refuse_loss_on_time(seat, now)
    except Conflict:
        return False
    return True


def _how_field(late: list[str]) -> forms.ChoiceField:
    """The field for the reason of the loss, which decides how it counts.

    Args:
        late: the names of the players whose time is over.
    """
    over = ngettext_lazy("The time of %(names)s is over.", "The times of %(names)s are over.", len(late))
    counts = _(
        "A loss on time counts as such in ladder and ratings: it may cost places, and of several within a "
        "week only one is rated."
    )
    names = get_text_list(late, _("and"))
    return forms.ChoiceField(
        label=_("How does the other side lose?"),
        help_text=format_lazy("{} {}", over % {"names": names}, counts) if late else counts,
        choices=[
            (ON_TIME, _("Their time is over: they lose on time")),
            ("otherwise", _("For another reason")),
        ],
        widget=forms.RadioSelect,
    )
