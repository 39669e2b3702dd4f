"""Clocks in words: what was agreed about a game's, and until when somebody should answer."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.game import Game
from games.models.seat import Seat
from games.services import clock


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
    return f"{_pace(game.pace)} {_after(game)}"


def agreed_in_short(game: Game) -> str:
    """The same, to stand in a list; empty where there is no clock."""
    if game.pace is None:
        return ""
    days = ngettext("%(count)d day to answer", "%(count)d days to answer", game.pace) % {"count": game.pace}
    match game.on_time_out:
        case Game.OnTimeOut.CLAIM:
            return _("%(days)s, then the win may be claimed") % {"days": days}
        case Game.OnTimeOut.ARBITER:
            return _("%(days)s, then an arbiter decides") % {"days": days}
    return days


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
    is_over = clock.is_overdue(seat, now)
    words = _("Time was over on %(when)s") if is_over else _("Until %(when)s (%(left)s)")
    values = {"when": moment(seat.due_at), "left": _left(now, seat.due_at)}
    return Deadline(seat.due_at, words % values, is_over=is_over, is_paused=False)


def asked_until(seat: Seat) -> str:
    """What a mail says of it to whoever is waited for, and what follows; empty without a deadline."""
    if seat.due_at is None:
        return ""
    if clock.stands(seat.game):
        return _("The clock stands still for now.")
    values = {"when": moment(seat.due_at)}
    if clock.is_overdue(seat, timezone.now()):
        told = _("Your time was over on %(when)s. You can still answer.") % values
        follows = _follows_now(seat.game)
    else:
        told = _("You have until %(when)s to answer.") % values
        follows = _follows_then(seat.game)
    return f"{told} {follows}" if follows else told


def _follows_now(game: Game) -> str:
    """What somebody whose time is over must reckon with; empty for nothing."""
    match clock.follows(game):
        case Game.OnTimeOut.CLAIM:
            return _("Until you do, your opponent may claim the win.")
        case Game.OnTimeOut.ARBITER:
            return _("Until you do, an arbiter of the club may decide that you have lost on time.")
    return ""


def _follows_then(game: Game) -> str:
    """The same while there is time."""
    match game.on_time_out:
        case Game.OnTimeOut.CLAIM:
            return _("After that your opponent may claim the win.")
        case Game.OnTimeOut.ARBITER:
            return _("After that an arbiter of the club may decide that you have lost on time.")
    return ""


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
        "Each side has %(count)d day to answer whenever the game waits.",
        "Each side has %(count)d days to answer whenever the game waits.",
        pace,
    )
    return words % {"count": pace}


def _after(game: Game) -> str:
    match game.on_time_out:
        case Game.OnTimeOut.CLAIM:
            return _("When somebody's time is over, the opponent may claim the win.")
        case Game.OnTimeOut.ARBITER:
            return _(
                "When somebody's time is over, an arbiter decides. While all who could decide play in the "
                "game, the opponent may claim the win."
            )
    return _("When somebody's time is over, nothing follows but that everybody sees it.")
