"""Notices between two players: one asks for a pause, again for an answer, to take an action back, or shows
their diary."""

from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.game import Game
from games.models.seat import Seat
from games.notices.addressed import head_in_foot, seat_letter, seat_of, title_of
from games.notices.deadlines import GameReminderData
from games.notices.game_events import GameData, game_event
from games.notices.turns import asking, briefing_of
from games.reads import deadlines, pauses
from games.reads.briefing import latest_deed
from games.services import suspension
from games.services.asking_again import ASKED_AGAIN
from games.services.diary import DIARY_SHOWN, agrees, is_report_shown
from games.services.pausing import AGREED, ASKED, DECLINED, ENDED, PAUSE
from games.services.take_back import TAKE_BACK, is_asked_by
from notifications.registry import Event, EventType, Message, register_with_event

SUBJECTS = {
    ASKED: gettext_lazy("%(title)s: your opponent asks for a pause"),
    AGREED: gettext_lazy("%(title)s: the pause is agreed"),
    DECLINED: gettext_lazy("%(title)s: no pause"),
    ENDED: gettext_lazy("%(title)s: the pause is over"),
}


class GamePauseData(GameData, frozen=True, kw_only=True):
    """A game in which something has become of a pause by consent."""

    pause: Literal["asked", "agreed", "declined", "ended"]
    """`asked`: your opponent asks for one; `agreed` or `declined`: the one you asked for; `ended`: the clock
    goes on."""


GAME_PAUSE = EventType(
    "game.pause", gettext_lazy("Your opponent asks for a pause, or answers"), GamePauseData
)


class GameTakeBackData(GameData, frozen=True, kw_only=True):
    """A game in which your opponent asks to take back their latest action."""


GAME_TAKE_BACK = EventType(
    "game.take-back", gettext_lazy("Your opponent asks to take an action back"), GameTakeBackData
)
GAME_ASKED_AGAIN = EventType(
    "game.asked-again", gettext_lazy("Your opponent asks you again to answer"), GameReminderData
)


class GameReportData(GameData, frozen=True, kw_only=True):
    """A game that is over, and whose diaries your opponent agrees to show."""

    report: Literal["asked", "shown"]
    """`asked`: both diaries are shown if you agree too; `shown`: you agreed before, so the report is
    there."""


GAME_REPORT = EventType("game.report", gettext_lazy("Your opponent shows you their diary"), GameReportData)


def pause(reference: str, occasion: str) -> Message | None:
    """Compose the mail about a pause by consent; None if it is past.

    Args:
        reference: of the seat.
        occasion: what happened to the pause, with a dot and a time.
    """
    seat, what = seat_of(reference), occasion.partition(".")[0]
    if seat is None or not _is_so(seat, what):
        return None
    title = title_of(seat)
    context = {
        "title": title,
        "name": seat.opposite().played_by,
        "what": what,
        "state": pauses.in_words(seat),
        "until": deadlines.asked_until(seat),
        **head_in_foot(seat.game),
    }
    is_question = what == ASKED
    return seat_letter(
        seat,
        "pause",
        context,
        kind=PAUSE,
        subject=SUBJECTS[what] % {"title": title},
        button=_("Agree or decline") if is_question else _("Open the game"),
        page="pause/" if is_question else "",
    )


def pause_event(reference: str, occasion: str) -> Event | None:
    """Compose the event about a pause by consent; None as for the mail."""
    seat, what = seat_of(reference), occasion.partition(".")[0]
    return None if seat is None or not _is_so(seat, what) else game_event(GAME_PAUSE, seat, pause=what)


def asked_again(reference: str, occasion: str) -> Message | None:
    """Compose the mail that the opponent asks again; None if the player has answered or the clock is stopped.

    Args:
        reference: of the seat.
        occasion: of its deadline, as ``deadlines.occasion`` returns it.
    """
    seat = _still_asked(reference, occasion)
    if seat is None:
        return None
    subject = _("%(title)s: your opponent asks you again") % {"title": title_of(seat)}
    return asking(ASKED_AGAIN, seat, briefing_of(seat), subject)


def asked_again_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent asks again; None as for the mail."""
    seat = _still_asked(reference, occasion)
    if seat is None or seat.answer_by is None:
        return None
    return game_event(GAME_ASKED_AGAIN, seat, asked=seat.asked, due_at=seat.answer_by.isoformat())


def take_back(reference: str, occasion: str) -> Message | None:
    """Compose the mail that the opponent asks to take back an action; None if they no longer do.

    Args:
        reference: of the seat.
        occasion: the version of the opponent's seat when they asked.
    """
    seat = _still_agreeing(reference, occasion)
    if seat is None:
        return None
    title, other = title_of(seat), seat.opposite()
    with suspension.stopping():
        deed = latest_deed(seat.game, seat.plays, other.plays, seat.version)
    context = {"title": title, "name": other.played_by, "deed": deed, **head_in_foot(seat.game)}
    subject = _("%(title)s: your opponent asks to take an action back") % {"title": title}
    return seat_letter(
        seat, "take_back", context, kind=TAKE_BACK, subject=subject, button=_("Agree, or play on")
    )


def take_back_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent asks to take back an action; None as for the mail."""
    seat = _still_agreeing(reference, occasion)
    return None if seat is None else game_event(GAME_TAKE_BACK, seat)


def report(reference: str, occasion: str) -> Message | None:
    """Compose the mail that the opponent agrees to show both diaries; None if it is not so any more.

    Args:
        reference: of the seat.
        occasion: ``asked`` if its player has yet to agree, ``shown`` if the report is there.
    """
    seat = _still_sharing(reference, occasion)
    if seat is None:
        return None
    title, is_shown = title_of(seat), occasion == "shown"
    if is_shown:
        subject, button = _("%(title)s: the report with both diaries"), _("Read the report")
    else:
        subject, button = _("%(title)s: your opponent would show you their diary"), _("Agree, or leave it")
    return seat_letter(
        seat,
        "report",
        {"title": title, "name": seat.opposite().played_by, "is_shown": is_shown},
        kind=DIARY_SHOWN,
        subject=subject % {"title": title},
        button=button,
    )


def report_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent agrees to show both diaries; None as for the mail."""
    seat = _still_sharing(reference, occasion)
    return None if seat is None else game_event(GAME_REPORT, seat, report=occasion)


def _still_sharing(reference: str, occasion: str) -> Seat | None:
    seat = seat_of(reference)
    if seat is None or not (other := seat.opposite()).shares_diary or not agrees(other):
        return None
    return seat if is_report_shown((seat, other)) == (occasion == "shown") else None


def _still_agreeing(reference: str, occasion: str) -> Seat | None:
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at is not None:
        return None
    other = seat.opposite()
    return seat if is_asked_by(other) and str(other.version) == occasion else None


def _is_so(seat: Seat, what: str) -> bool:
    game = seat.game
    if game.status != Game.Status.RUNNING or game.frozen_at is not None:
        return False
    if what == ASKED:
        return game.paused_at is None and game.pause_asked_by == seat.plays.enemy
    return game.is_paused_by_players == (what == AGREED)


def _still_asked(reference: str, occasion: str) -> Seat | None:
    seat = seat_of(reference)
    if seat is None or seat.answer_by is None or not seat.asked or deadlines.is_stopped(seat.game):
        return None
    return seat if deadlines.occasion(seat.answer_by) == occasion else None


register_with_event(PAUSE, GAME_PAUSE, pause, pause_event)
register_with_event(TAKE_BACK, GAME_TAKE_BACK, take_back, take_back_event)
register_with_event(DIARY_SHOWN, GAME_REPORT, report, report_event)
register_with_event(ASKED_AGAIN, GAME_ASKED_AGAIN, asked_again, asked_again_event)
