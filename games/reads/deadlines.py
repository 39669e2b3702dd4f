"""Deadlines: reading them, whether they have passed, and sentences about them.

A seat has a deadline while the game waits for it. What happens after the deadline is the time-out policy of
the game. A separate loyalty window has the reaction clock instead, if one was agreed: after it silence is a
pass, so nobody is overdue and nothing can be claimed.
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.time_away import read
from games.models import playing_time
from games.models.clocks import TIMES_OF_SILENCE
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import POLICIES, TimeOutPolicy
from games.reads.competition import competition
from sekigahara.db import service_time


def policy_now(game: Game) -> TimeOutPolicy:
    """The time-out policy in force: that of the game, or its substitute while there is no arbiter."""
    agreed = game.time_out_policy
    if agreed.without_arbiter is not None and competition().lacks_arbiter(game):
        return POLICIES[agreed.without_arbiter]
    return agreed


def is_overdue(seat: Seat, now: datetime) -> bool:
    """Whether the deadline of a seat has passed, if its clock is running."""
    return seat.due_at is not None and seat.due_at <= now


def is_stopped(game: Game) -> bool:
    """Whether the clock of a game is stopped."""
    return game.paused_at is not None or game.frozen_at is not None


def may_be_claimed(seat: Seat, now: datetime) -> bool:
    """Whether the opponent of a seat can claim the win now."""
    if is_stopped(seat.game) or not is_overdue(seat, now):
        return False
    return policy_now(seat.game).may_be_claimed


def occasion(due_at: datetime) -> str:
    """The occasion of messages about a deadline, which is unique to that deadline."""
    return due_at.strftime("%Y%m%dT%H%M%S%f")


def still_due(seat: Seat, message: str) -> datetime | None:
    """The deadline of a seat, if it still is the one of a message and the clock is running; else None.

    Args:
        seat: of the message.
        message: the occasion of the message, as `occasion` returns it.
    """
    if seat.due_at is None or occasion(seat.due_at) != message or is_stopped(seat.game):
        return None
    return seat.due_at


class Deadline(NamedTuple):
    """The deadline of a seat.

    Attributes:
        at: the deadline, or when silence becomes a pass.
        text: in words and in the active time zone: "Until Thursday 5 March, 14:00 (2 days left).".
        is_over: whether it has passed, with the clock running.
        short: the same for lists, without what it leads to: "Until Thu 5 Mar, 14:00."
    """

    at: datetime
    text: str
    is_over: bool
    short: str


def agreed(game: Game) -> str:
    """Sentences about the clock of a game, its time-out policy, its reaction clock and its hold."""
    if game.pace is None:
        clock = _("There is no clock: both sides may take as long as they like.")
    else:
        sentences = _pace(game.pace), agreed_on_time_bank(game.time_bank), str(game.time_out_policy.agreed)
        clock = " ".join(filter(None, sentences))
    return f"{clock} {agreed_on_windows(game.hold, game.reaction)}"


def agreed_on_holidays(*, holidays_count: bool) -> str:
    """A sentence about holidays in the games of a ladder."""
    if holidays_count:
        return _("Holidays and weekends off stop the clock of the player who is away, and only theirs.")
    return _("Holidays and weekends off do not stop the clock.")


def agreed_on_silence(pace: int, policy: TimeOutPolicy) -> str:
    """What both players lose by, in ladders in which silence loses.

    Args:
        pace: of the games, in days.
        policy: of the games.
    """
    if policy.may_be_claimed:
        text = ngettext(
            "Once the time of a player has been over for %(count)d day and the other has not claimed the "
            "win, both lose the game. An arbiter can correct that.",
            "Once the time of a player has been over for %(count)d days and the other has not claimed the "
            "win, both lose the game. An arbiter can correct that.",
            TIMES_OF_SILENCE * pace,
        )
    else:
        text = ngettext(
            "Once the time of both players has been over for %(count)d day, both lose the game. An arbiter "
            "can correct that.",
            "Once the time of both players has been over for %(count)d days, both lose the game. An arbiter "
            "can correct that.",
            TIMES_OF_SILENCE * pace,
        )
    return text % {"count": TIMES_OF_SILENCE * pace}


def agreed_on_windows(hold: int, reaction: int | None) -> str:
    """Sentences about the reaction clock and the hold of a game, or of the games of a club or a ladder."""
    orders = _orders_answer(hold)
    if reaction is None:
        return orders
    silence = ngettext(
        "A separate loyalty window that nobody answers within %(count)d hour counts as a pass. Nobody loses "
        "the game by it.",
        "A separate loyalty window that nobody answers within %(count)d hours counts as a pass. Nobody loses "
        "the game by it.",
        reaction,
    )
    return f"{silence % {'count': reaction}} {orders}"


def agreed_on_time_bank(days: int | None) -> str:
    """A sentence about the time bank of a game, or of the games of a ladder; empty for none."""
    if days is None:
        return ""
    words = ngettext(
        "If a decision takes longer, that comes from a time bank of %(count)d day for the whole game.",
        "If a decision takes longer, that comes from a time bank of %(count)d days for the whole game.",
        days,
    )
    return words % {"count": days}


def agreed_in_short(game: Game) -> str:
    """The clock of a game and its time-out policy, for lists; empty without a clock."""
    if game.pace is None:
        return ""
    days = ngettext("%(count)d day to answer", "%(count)d days to answer", game.pace) % {"count": game.pace}
    if game.time_bank is not None:
        bank = ngettext("%(count)d day", "%(count)d days", game.time_bank) % {"count": game.time_bank}
        days = _("%(days)s, and a time bank of %(bank)s") % {"days": days, "bank": bank}
    in_short = game.time_out_policy.in_short
    return days if in_short is None else str(in_short) % {"days": days}


def time_of(seat: Seat) -> timedelta | None:
    """How long the player of a seat has for what is asked now, besides the time bank; None for no clock."""
    if seat.lapses_at is not None and seat.game.reaction is not None:
        return timedelta(hours=seat.game.reaction)
    return seat.game.time_to_answer


def deadline(seat: Seat, *, is_own: bool = False) -> Deadline | None:
    """The deadline of a seat; None if the game does not wait for it or has no clock.

    Args:
        seat: that the game may wait for.
        is_own: whether its player is told, and not somebody else.
    """
    at = seat.answer_by
    if at is None or seat.waiting_since is None:
        return None
    if (stopped := seat.game.paused_at) is not None:
        left = _left(max(stopped, seat.waiting_since), at)
        words = _("The clock is paused, with %(left)s.") % {"left": left}
        if (ends := seat.game.paused_until) is not None:
            values = {"when": moment(ends), "left": left}
            words = _("The clock is paused until %(when)s, with %(left)s.") % values
        return Deadline(at, words, is_over=False, short=words)
    now = service_time.now()
    is_over = is_overdue(seat, now)
    until = own_time_until(seat, now) or at
    if seat.lapses_at is not None:
        words = _("Until %(when)s (%(left)s). After that it counts as a pass.")
    elif is_over:
        words = _("Time was over on %(when)s.")
    elif not seat.bank_included:
        words = _("Until %(when)s (%(left)s).")
    elif until < at:
        words = _("Until %(when)s (%(left)s), and then %(bank)s from the time bank.")
    else:
        words = _("The time bank runs out on %(when)s (%(left)s).")
    values = {
        "when": moment(until),
        "left": _left(now, until),
        "bank": _in_bank(seat, now),
    }
    # Translators: a date of this year in a list, as Django's template filter "date" takes it.
    when = date_format(timezone.localtime(until), _("D j M, H:i"))
    short = _("Time was over on %(when)s.") if is_over else _("Until %(when)s.")
    text, short = words % values, short % {"when": when}
    if away := absence(seat, is_own=is_own):
        text, short = f"{text} {away}", f"{short} {away}"
    return Deadline(at, text, is_over=is_over, short=short)


def own_time_until(seat: Seat, now: datetime) -> datetime | None:
    """Until when a seat has to answer next: before its time bank runs, or else before its deadline."""
    if not seat.bank_included or seat.due_at is None or seat.waiting_since is None:
        return seat.due_at
    runs = playing_time.when_left(now, seat.due_at, seat.bank_included, seat.waiting_since, seat.time_away)
    return runs if runs > now else seat.due_at


def away_until(seat: Seat) -> date | None:
    """The last day of the holiday that the player has now; None for none, or if it does not count."""
    if seat.game.is_over or not (away := seat.time_away):
        return None
    return read(away).until(service_time.now())


def absence(seat: Seat, *, is_own: bool = False) -> str:
    """A sentence that says until when the player of a seat is on holiday; empty if they are not.

    Args:
        seat: of the player.
        is_own: as for ``deadline``.
    """
    last = away_until(seat)
    if last is None:
        return ""
    # Translators: a day of this year, as Django's template filter "date" takes it.
    values = {"name": seat.played_by, "day": date_format(last, _("l j F"))}
    if is_own:
        return _("You are away until %(day)s, and those days do not count.") % values
    return _("%(name)s is away until %(day)s.") % values


def asked_until(seat: Seat) -> str:
    """Sentences for a mail about the deadline of its recipient; empty without a deadline."""
    at = seat.answer_by
    if at is None:
        return ""
    if is_stopped(seat.game):
        return _("The clock is paused for now.")
    now = service_time.now()
    until = own_time_until(seat, now) or at
    # Translators: a date of this year with its time zone, as Django's template filter "date" takes it.
    values = {"when": date_format(timezone.localtime(until), _("l j F, H:i T")), "bank": _in_bank(seat, now)}
    follows: str | Promise | None = None
    if seat.lapses_at is not None:
        sentence = _("You have until %(when)s to answer. If you do not, you pass, and lose nothing else.")
        sentence = sentence % values
    elif is_overdue(seat, now):
        sentence = _("Your time was over on %(when)s. You can still answer.") % values
        follows = policy_now(seat.game).once_late
    else:
        if not seat.bank_included:
            words = _("You have until %(when)s to answer.")
        elif until < at:
            words = _("You have until %(when)s to answer, and then %(bank)s from your time bank.")
        else:
            words = _("Your time for this decision is over. Your time bank runs out on %(when)s.")
        sentence = words % values
        follows = seat.game.time_out_policy.while_there_is_time
    away = (absence(seat, is_own=True), absence(seat.opposite()))
    return " ".join(str(each) for each in (sentence, follows, *away) if each)


def moment(at: datetime) -> str:
    """A time within some months, as "Thursday 5 March, 14:00" in the active time zone."""
    # Translators: a date of this year, as Django's template filter "date" takes it.
    return date_format(timezone.localtime(at), _("l j F, H:i"))


def _left(now: datetime, due_at: datetime) -> str:
    if due_at - now < timedelta(minutes=1):
        return _("less than a minute left") if due_at > now else _("no time left")
    return _("%(time)s left") % {"time": timesince(now, due_at, depth=2)}


def _in_bank(seat: Seat, now: datetime) -> str:
    return timesince(now, now + seat.bank_included, depth=2)


def _orders_answer(hold: int) -> str:
    if not hold:
        return _("Orders answer a separate loyalty window at once.")
    words = ngettext(
        "Orders answer a separate loyalty window after %(count)d minute, so that nobody can tell whether "
        "there are any.",
        "Orders answer a separate loyalty window after %(count)d minutes, so that nobody can tell whether "
        "there are any.",
        hold,
    )
    return words % {"count": hold}


def _pace(pace: int) -> str:
    words = ngettext(
        "Each side has %(count)d day per decision.",
        "Each side has %(count)d days per decision.",
        pace,
    )
    return words % {"count": pace}
