"""What webhooks are told of games: on the occasions of mails, in facts that are hidden from nobody.

They say which game and which side, how far it is, and what is asked; whoever is told looks up the rest with
a token of their own. No link in them opens a seat: a webhook may lead to a channel that many read.
"""

import functools
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.side import LABELS, Side
from games.models.game import Game
from games.models.seat import Seat
from games.reads import deadlines
from games.services.clock import OVERDUE, REMINDER
from games.services.suspension import FROZEN, STOPPED
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from notifications.webhooks.event_types import Event, Source, Topic, register, register_topics

GAME_STARTED = "game.started"
GAME_YOUR_PHASE = "game.your-phase"
GAME_WINDOW = "game.window"
GAME_REMINDER = "game.reminder"
GAME_OVERDUE = "game.overdue"
GAME_OVER = "game.over"
GAME_STOPPED = "game.stopped"
GAME_GOES_ON = "game.goes-on"

TITLES: dict[str, Promise] = {
    GAME_STARTED: gettext_lazy("A game has begun"),
    GAME_YOUR_PHASE: gettext_lazy("It is your turn"),
    GAME_WINDOW: gettext_lazy("A loyalty-challenge window is open for you"),
    GAME_REMINDER: gettext_lazy("Your time to answer runs out"),
    GAME_OVERDUE: gettext_lazy("Your opponent's time is over, and you may claim the win"),
    GAME_OVER: gettext_lazy("A game is over"),
    GAME_STOPPED: gettext_lazy("A game is stopped"),
    GAME_GOES_ON: gettext_lazy("A stopped game goes on"),
}

MOST_TOPICS = 200


def register_events() -> None:
    """Tell webhooks of what happens in games."""
    for kind, name in ((STARTED, GAME_STARTED), (YOUR_PHASE, GAME_YOUR_PHASE), (WINDOW, GAME_WINDOW)):
        register(Source(kind, _titles(name), functools.partial(waiting, name)))
    register(Source(REMINDER, _titles(GAME_REMINDER), reminder))
    register(Source(OVERDUE, _titles(GAME_OVERDUE), overdue))
    register(Source(OVER, _titles(GAME_OVER), over))
    register(Source(FROZEN, _titles(GAME_STOPPED, GAME_GOES_ON), frozen))
    register_topics(topics)


def _titles(*names: str) -> dict[str, Promise]:
    return {name: TITLES[name] for name in names}


def waiting(name: str, reference: str, occasion: str) -> Event | None:
    """That the game has begun, or waits for a seat; None where it no longer does, or said so once more since.

    Args:
        name: the type of the event.
        reference: the seat's.
        occasion: the seat's version when it was told.
    """
    seat = _seat(reference)
    if seat is None or seat.game.frozen_at:
        return None
    is_past = not seat.asked or seat.told_at != int(occasion)
    if is_past and name != GAME_STARTED:
        return None
    return _event(name, seat, asked=seat.asked or None)


def reminder(reference: str, occasion: str) -> Event | None:
    """That a seat's time runs out; None where that is no longer so, or it is over.

    Args:
        reference: the seat's.
        occasion: the deadline it was told of.
    """
    seat = _seat(reference)
    due_at = None if seat is None else deadlines.still_due(seat, occasion)
    if seat is None or due_at is None or deadlines.is_overdue(seat, timezone.now()):
        return None
    return _event(GAME_REMINDER, seat, asked=seat.asked, due_at=due_at.isoformat())


def overdue(reference: str, occasion: str) -> Event | None:
    """That the opponent of a seat has not answered in time; None where the win cannot be claimed any more.

    Args:
        reference: the seat's, whose player may claim.
        occasion: the opponent's deadline it was told of.
    """
    seat = _seat(reference)
    if seat is None:
        return None
    other = Seat.objects.select_related("game").get(game=seat.game, side=seat.plays.enemy)
    due_at = deadlines.still_due(other, occasion)
    if due_at is None or not deadlines.may_be_claimed(other, timezone.now()):
        return None
    return _event(GAME_OVERDUE, seat, due_at=due_at.isoformat())


def over(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - a game ends once
    """That the game is over, and how."""
    seat = _seat(reference)
    if seat is None or not seat.game.is_over:
        return None
    winner = None if seat.game.winner is None else LABELS[seat.game.winner]
    return _event(GAME_OVER, seat, winner=winner, victory=seat.game.victory)


def frozen(reference: str, occasion: str) -> Event | None:
    """That the game is stopped, or that it goes on; None where that is no longer so."""
    seat = _seat(reference)
    is_stopped = occasion.startswith(STOPPED)
    if seat is None or is_stopped != (seat.game.frozen_at is not None):
        return None
    return _event(GAME_STOPPED if is_stopped else GAME_GOES_ON, seat)


def topics(person_id: int) -> list[Topic]:
    """The games a person plays, the newest first."""
    seats = Seat.objects.select_related("game").filter(player=person_id)
    running = seats.filter(game__status__in=[Game.Status.WAITING, Game.Status.RUNNING])
    found: dict[str, Topic] = {}
    for seat in running.order_by("-game__created_at", "side")[:MOST_TOPICS]:
        name = seat.game.public_id
        title = _("%(game)s, begun as %(side)s") % {"game": name, "side": seat.plays.label.title()}
        found.setdefault(name, Topic(name, title))
    return list(found.values())


def _event(name: str, seat: Seat, **more: Any) -> Event:
    game, side = seat.game, seat.plays.label
    page = f"{settings.SITE_URL}{reverse('games:game', args=[game.public_id])}?as={side}"
    view = f"{settings.SITE_URL}{reverse('games-api:view', args=[game.public_id])}?as={side}"
    data = {
        "game": game.public_id,
        "side": side,
        "version": seat.version,
        "week": game.week,
        "phase": game.phase,
        **more,
        "links": {"page": page, "view": view},
    }
    told = {"what": TITLES[name], "game": game.public_id, "side": side.title(), "week": game.week}
    text = _("%(what)s: game %(game)s, you play %(side)s, week %(week)d.") % told
    return Event(name, data, f"{text} <{page}>")


def _seat(reference: str) -> Seat | None:
    public_id, _dot, side = reference.rpartition(".")
    return (
        Seat.objects.select_related("game").filter(game__public_id=public_id, side=Side.named(side)).first()
    )
