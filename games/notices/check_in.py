"""Notices about games that wait for players to check in: the request, the reminder, the calling off."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.game import Game
from games.models.seat import Seat
from games.notices.addressed import opponent_of, seat_letter, seat_of
from games.notices.game_events import DueAt, GameData, game_event
from games.reads import deadlines
from games.reads.competition import competition
from games.reads.deadlines import moment
from games.reads.terms import terms_of
from games.services.check_in import CHECK_IN, GAME_CALLED_OFF, late
from games.services.clock import REMINDER
from notifications.registry import Event, EventType, Kind, Message, register, register_with_event
from sekigahara.db import service_time


class GameCheckInData(GameData, frozen=True, kw_only=True):
    """A game that begins when you have checked in."""

    due_at: DueAt


GAME_CHECK_IN = EventType("game.check-in", gettext_lazy("A game waits for you to check in"), GameCheckInData)


def request(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a seat
    """Compose the mail that a game begins when its player has checked in; None if it no longer waits."""
    seat = _asked(reference)
    return None if seat is None else _letter(seat, CHECK_IN)


def reminder(seat: Seat) -> Message | None:
    """Compose the mail that the time to check in runs out; None if the game no longer waits, or too late."""
    if seat.game.status != Game.Status.WAITING or deadlines.is_overdue(seat, service_time.now()):
        return None
    return _letter(seat, REMINDER)


def check_in_event(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - one a seat
    """Compose the event that a game waits for its player to check in; None if it no longer does."""
    seat = _asked(reference)
    if seat is None or seat.due_at is None:
        return None
    return game_event(GAME_CHECK_IN, seat, due_at=seat.due_at.isoformat())


def called_off(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a seat
    """Compose the mail that a game was called off before it began; None if it was not."""
    seat = seat_of(reference)
    if seat is None or seat.game.status != Game.Status.CALLED_OFF:
        return None
    absent, name = late(seat.game.seats.all()), opponent_of(seat)
    context = {
        "name": name,
        "is_missing": seat.plays in absent,
        "is_opponent_missing": seat.plays.enemy in absent,
        "competition": competition().season_of(seat.game),
    }
    subject = _("Your game against %(name)s was called off") % {"name": name}
    return seat_letter(seat, "called_off", context, kind=GAME_CALLED_OFF, subject=subject)


def _asked(reference: str) -> Seat | None:
    seat = seat_of(reference)
    if seat is None or seat.game.status != Game.Status.WAITING or seat.due_at is None:
        return None
    return seat


def _letter(seat: Seat, kind: str) -> Message | None:
    if seat.due_at is None:
        return None
    name, when = opponent_of(seat), moment(seat.due_at)
    subject = _("Your game against %(name)s: check in until %(when)s") % {"name": name, "when": when}
    context: dict[str, Any] = {
        "name": name,
        "when": when,
        "game": seat.game,
        "side": "" if seat.game.is_to_be_drawn else seat.plays.label,
        "is_promised": bool(seat.game.nonce_hash),
        "terms": terms_of(seat.game),
        "competition": competition().season_of(seat.game),
        "site": settings.SITE_URL,
    }
    return seat_letter(seat, "check_in", context, kind=kind, subject=subject, button=_("Check in"))


register_with_event(CHECK_IN, GAME_CHECK_IN, request, check_in_event, optional=False)
register(Kind(name=GAME_CALLED_OFF, title=gettext_lazy("A game was called off"), compose=called_off))
