"""Deadlines: until when whoever a game waits for should answer, whether that is past, and what then follows.

Nothing is changed here. A seat has a deadline from the moment the game waits for it until it has nothing more
to answer. What follows is the time-out policy that was agreed.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES, TimeOutPolicy
from games.reads.competition import competition


def policy_now(game: Game) -> TimeOutPolicy:
    """What follows as things stand: what was agreed, or what takes its place while no arbiter is free."""
    agreed = game.time_out_policy
    if agreed.without_arbiter is not None and competition().lacks_arbiter(game):
        return POLICIES[agreed.without_arbiter]
    return agreed


def is_overdue(seat: Seat, now: datetime) -> bool:
    """Whether a seat should have answered by now, if its clock runs."""
    return seat.due_at is not None and seat.due_at <= now


def stands(game: Game) -> bool:
    """Whether the clock of a game stands still."""
    return game.paused_at is not None or game.frozen_at is not None


def may_be_claimed(seat: Seat, now: datetime) -> bool:
    """Whether the opponent of a seat may claim the win as things stand."""
    if stands(seat.game) or not is_overdue(seat, now):
        return False
    return policy_now(seat.game).may_be_claimed


def occasion(due_at: datetime) -> str:
    """The occasion of messages about a deadline: it differs from that of any other deadline."""
    return due_at.strftime("%Y%m%dT%H%M%S%f")


def still_due(seat: Seat, message: str) -> datetime | None:
    """The deadline of a seat, if it is the one that a message was about and its clock runs.

    Args:
        message: the occasion of the message, as `occasion` makes it.
    """
    if seat.due_at is None or occasion(seat.due_at) != message or stands(seat.game):
        return None
    return seat.due_at


class Deadline(NamedTuple):
    """Until when a seat should answer, as its clock stands now.

    Attributes:
        at: the moment.
        text: it in words, in the zone that is active: "Until Thursday 5 March, 14:00 (2 days left)".
        is_over: whether that moment has passed, with the clock running.
        is_paused: whether the clock stands still.
    """

    at: datetime
    text: str
    is_over: bool
    is_paused: bool


def agreed(game: Game) -> str:
    """How long there is to answer, and what follows after that."""
    if game.pace is None:
        return _("There is no clock: both sides may take as long as they like.")
    return f"{_pace(game.pace)} {game.time_out_policy.agreed}"


def agreed_in_short(game: Game) -> str:
    """How long there is to answer, and what follows, for a list; empty where there is no clock."""
    if game.pace is None:
        return ""
    days = ngettext("%(count)d day to answer", "%(count)d days to answer", game.pace) % {"count": game.pace}
    in_short = game.time_out_policy.in_short
    return days if in_short is None else str(in_short) % {"days": days}


def more_days(pace: int) -> str:
    """What is given to somebody who needs more time."""
    return ngettext("%(count)d more day", "%(count)d more days", pace) % {"count": pace}


def deadline(seat: Seat) -> Deadline | None:
    """Until when a seat should answer; None while its game does not wait, or has no clock."""
    if seat.due_at is None or seat.waiting_since is None:
        return None
    if (stopped := seat.game.paused_at) is not None:
        left = _left(max(stopped, seat.waiting_since), seat.due_at)
        words = _("The clock stands still, with %(left)s") % {"left": left}
        return Deadline(seat.due_at, words, is_over=False, is_paused=True)
    now = timezone.now()
    is_over = is_overdue(seat, now)
    words = _("Time was over on %(when)s") if is_over else _("Until %(when)s (%(left)s)")
    values = {"when": moment(seat.due_at), "left": _left(now, seat.due_at)}
    return Deadline(seat.due_at, words % values, is_over=is_over, is_paused=False)


def asked_until(seat: Seat) -> str:
    """What a mail says of it to whoever is waited for, and what follows; empty without a deadline."""
    if seat.due_at is None:
        return ""
    if stands(seat.game):
        return _("The clock stands still for now.")
    values = {"when": moment(seat.due_at)}
    if is_overdue(seat, timezone.now()):
        told = _("Your time was over on %(when)s. You can still answer.") % values
        follows = policy_now(seat.game).once_late
    else:
        told = _("You have until %(when)s to answer.") % values
        follows = seat.game.time_out_policy.while_there_is_time
    return f"{told} {follows}" if follows else told


def moment(at: datetime) -> str:
    """A moment of the next days or the last, as "Thursday 5 March, 14:00", in the zone that is active."""
    # Translators: a date of this year, as Django's template filter "date" takes it.
    return date_format(timezone.localtime(at), _("l j F, H:i"))


def _left(now: datetime, due_at: datetime) -> str:
    if due_at - now < timedelta(minutes=1):
        return _("less than a minute left") if due_at > now else _("no time left")
    return _("%(time)s left") % {"time": timesince(now, due_at, depth=2)}


def _pace(pace: int) -> str:
    words = ngettext(
        "Each side has %(count)d day per decision.",
        "Each side has %(count)d days per decision.",
        pace,
    )
    return words % {"count": pace}
