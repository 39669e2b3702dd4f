"""Notices about clocks: the player's own time runs out, or the opponent's time is over."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.seat import Seat
from games.notices import check_in, waiting_parts
from games.notices.addressed import head_in_foot, seat_letter, seat_of, title_of
from games.notices.game_events import DueAt, GameData, game_event
from games.notices.turns import GameDecisionData, asking, briefing_of
from games.reads import deadlines
from games.reads.competition import competition
from games.reads.deadlines import moment
from games.services.clock import OVERDUE, REMINDER
from notifications.registry import Event, EventType, Message, Part, register_with_event
from sekigahara.db import service_time


class GameReminderData(GameDecisionData, frozen=True, kw_only=True):
    """A game in which you are running out of time."""

    due_at: DueAt


class GameOverdueData(GameData, frozen=True, kw_only=True):
    """A game in which your opponent's time has run out."""

    due_at: DueAt


GAME_REMINDER = EventType("game.reminder", gettext_lazy("Your time is running out"), GameReminderData)
GAME_OVERDUE = EventType(
    "game.overdue",
    gettext_lazy("Your opponent ran out of time and you may claim the win"),
    GameOverdueData,
)


def reminder(reference: str, occasion: str) -> Message | None:
    """Compose the mail that a player's time runs out.

    Args:
        reference: of the seat.
        occasion: of the deadline, as ``deadlines.occasion`` returns it, perhaps with a dot and the share of
            the time that is left.

    Returns:
        None if the deadline has passed, was moved or met, or the clock is stopped.
    """
    found = _running_out(reference, occasion)
    if found is None:
        return None
    seat, due_at = found
    if not seat.asked:
        return check_in.reminder(seat)
    until = deadlines.own_time_until(seat, service_time.now()) or due_at
    subject = _("%(title)s: answer by %(when)s") % {"title": title_of(seat), "when": moment(until)}
    return asking(REMINDER, seat, briefing_of(seat), subject)


def reminder_part(reference: str, occasion: str) -> Part | None:
    """What a gathered mail shows of such a mail; None as for the mail itself."""
    found = _running_out(reference, occasion)
    return None if found is None else waiting_parts.part_of(found[0])


def reminder_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that a player's time runs out; None as for the mail, or if it is for checking in."""
    found = _running_out(reference, occasion)
    if found is None or not found[0].asked:
        return None
    seat, due_at = found
    return game_event(GAME_REMINDER, seat, asked=seat.asked, due_at=due_at.isoformat())


def overdue(reference: str, occasion: str) -> Message | None:
    """Compose the mail that the opponent is out of time, and that the player can claim the win.

    Args:
        reference: of the seat whose player can claim.
        occasion: of the opponent's deadline, as ``deadlines.occasion`` returns it.

    Returns:
        None if the win can no longer be claimed.
    """
    found = _claimable(reference, occasion)
    if found is None:
        return None
    seat, due_at = found
    title, name = title_of(seat), seat.opposite().played_by
    return seat_letter(
        seat,
        "overdue",
        {
            "title": title,
            "name": name,
            "when": moment(due_at),
            "silence": competition().agreed_on_silence(seat.game),
            **head_in_foot(seat.game),
        },
        kind=OVERDUE,
        subject=_("%(title)s: your opponent is out of time") % {"title": title},
        button=_("Open the game"),
    )


def overdue_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent is out of time; None as for the mail."""
    found = _claimable(reference, occasion)
    return None if found is None else game_event(GAME_OVERDUE, found[0], due_at=found[1].isoformat())


def _running_out(reference: str, occasion: str) -> tuple[Seat, datetime] | None:
    """The seat and the deadline of a message, if that still lies ahead and the clock runs."""
    seat = seat_of(reference)
    due_at = None if seat is None else deadlines.still_due(seat, occasion.partition(".")[0])
    if seat is None or due_at is None or deadlines.is_overdue(seat, service_time.now()):
        return None
    return seat, due_at


def _claimable(reference: str, occasion: str) -> tuple[Seat, datetime] | None:
    """The seat of a message and the deadline of its opponent, if the seat's player can claim the win."""
    seat = seat_of(reference)
    if seat is None:
        return None
    other = seat.opposite()
    due_at = deadlines.still_due(other, occasion)
    if due_at is None or not deadlines.may_be_claimed(other, service_time.now()):
        return None
    return seat, due_at


register_with_event(
    REMINDER,
    GAME_REMINDER,
    reminder,
    reminder_event,
    part=reminder_part,
    expires=waiting_parts.expires,
    is_urgent=True,
)
register_with_event(OVERDUE, GAME_OVERDUE, overdue, overdue_event)
