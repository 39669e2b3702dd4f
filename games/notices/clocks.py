"""Notices about clocks: the player's own time runs out, or the opponent's time is over."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.seat import Seat
from games.notices import check_in
from games.notices.addressed import head_in_foot, named_in_title, seat_of, thread, title_of
from games.notices.game_events import DueAt, GameData, game_event
from games.notices.turn_links import turn_link
from games.notices.turns import GameDecisionData
from games.reads import deadlines
from games.reads.deadlines import asked_until, moment
from games.services.clock import OVERDUE, REMINDER
from games.story import TASKS
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register
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
        occasion: of the deadline, as ``deadlines.occasion`` returns it.

    Returns:
        None if the deadline has passed, was moved or met, or the clock is stopped.
    """
    seat = seat_of(reference)
    due_at = None if seat is None else deadlines.still_due(seat, occasion)
    if (
        seat is None
        or seat.player is None
        or due_at is None
        or deadlines.is_overdue(seat, service_time.now())
    ):
        return None
    if not seat.asked:
        return check_in.reminder(seat)
    title = title_of(seat)
    return letter(
        "games/mail/reminder",
        {"title": title, "task": TASKS[seat.asked], "until": asked_until(seat), **head_in_foot(seat.game)},
        to=seat.player,
        kind=REMINDER,
        subject=_("%(title)s: answer by %(when)s") % {"title": title, "when": moment(due_at)},
        button=(_("Open the game"), turn_link(seat)),
        thread=thread(seat),
    ).naming(named_in_title(seat))


def overdue(reference: str, occasion: str) -> Message | None:
    """Compose the mail that the opponent is out of time, and that the player can claim the win.

    Args:
        reference: of the seat whose player can claim.
        occasion: of the opponent's deadline, as ``deadlines.occasion`` returns it.

    Returns:
        None if the win can no longer be claimed.
    """
    seat = seat_of(reference)
    if seat is None or seat.player is None:
        return None
    other = Seat.objects.select_related("game", "player").get(game=seat.game, side=seat.plays.enemy)
    due_at = deadlines.still_due(other, occasion)
    if due_at is None or not deadlines.may_be_claimed(other, service_time.now()):
        return None
    title = title_of(seat)
    return letter(
        "games/mail/overdue",
        {"title": title, "name": other.played_by, "when": moment(due_at), **head_in_foot(seat.game)},
        to=seat.player,
        kind=OVERDUE,
        subject=_("%(title)s: your opponent is out of time") % {"title": title},
        button=(_("Open the game"), turn_link(seat)),
        thread=thread(seat),
    ).naming(named_in_title(seat))


def reminder_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that a player's time runs out.

    Args:
        reference: of the seat.
        occasion: of the deadline, as ``deadlines.occasion`` returns it.

    Returns:
        None if the deadline has passed, was moved or met, or the clock is stopped, or it is for checking in.
    """
    seat = seat_of(reference)
    due_at = None if seat is None else deadlines.still_due(seat, occasion)
    if seat is None or due_at is None or deadlines.is_overdue(seat, service_time.now()) or not seat.asked:
        return None
    return game_event(GAME_REMINDER, seat, asked=seat.asked, due_at=due_at.isoformat())


def overdue_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent is out of time, and that the player can claim the win.

    Args:
        reference: of the seat whose player can claim.
        occasion: of the opponent's deadline, as ``deadlines.occasion`` returns it.

    Returns:
        None if the win can no longer be claimed.
    """
    seat = seat_of(reference)
    if seat is None:
        return None
    other = Seat.objects.select_related("game").get(game=seat.game, side=seat.plays.enemy)
    due_at = deadlines.still_due(other, occasion)
    if due_at is None or not deadlines.may_be_claimed(other, service_time.now()):
        return None
    return game_event(GAME_OVERDUE, seat, due_at=due_at.isoformat())


register(
    Kind(
        name=REMINDER,
        title=GAME_REMINDER.title,
        optional=True,
        compose=reminder,
        events=(GAME_REMINDER,),
        compose_event=reminder_event,
    )
)
register(
    Kind(
        name=OVERDUE,
        title=GAME_OVERDUE.title,
        optional=True,
        compose=overdue,
        events=(GAME_OVERDUE,),
        compose_event=overdue_event,
    )
)
