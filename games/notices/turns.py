"""Notices of the game itself: that it has begun, that it waits for a seat, and that it is over."""

from functools import partial
from typing import Annotated, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta

from games import story
from games.drawing.layout import TALL
from games.drawing.picture import board_png
from games.engine.side import LABELS
from games.models.game import Game
from games.models.seat import Seat
from games.notices.addressed import named_in_title, seat_of, thread, title_of
from games.notices.game_events import Decided, GameData, Victory, Winner, game_event
from games.notices.turn_links import turn_link
from games.reads.briefing import Telling, tell
from games.reads.competition import competition
from games.reads.deadlines import asked_until
from games.reads.terms import edition_of
from games.rulebook.links import rule_url
from games.rulebook.rules import rule_text
from games.services import suspension
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register

PICTURE = "board"
PICTURE_WIDTH = 640  # pixels: finer than the 400 that a mail shows, and still no heavy mail


class GameStartedData(GameData, frozen=True, kw_only=True):
    """A game that has begun."""

    asked: Annotated[
        Decided | None,
        Meta(description="The decision your side must make now; null if there is none.", examples=["bid"]),
    ]


class GameDecisionData(GameData, frozen=True, kw_only=True):
    """A game in which a side must decide."""

    asked: Decided


class GameOverData(GameData, frozen=True, kw_only=True):
    """A game that is over."""

    winner: Winner
    victory: Victory


GAME_STARTED = EventType("game.started", gettext_lazy("A game has begun"), GameStartedData)
GAME_YOUR_PHASE = EventType("game.your-phase", gettext_lazy("It is your turn"), GameDecisionData)
GAME_WINDOW = EventType(
    "game.window", gettext_lazy("A loyalty-challenge window is open for you"), GameDecisionData
)
GAME_OVER = EventType("game.over", gettext_lazy("A game is over"), GameOverData)


def waiting(kind: str, reference: str, occasion: str) -> Message | None:
    """That the game waits for a seat.

    None when it no longer does, or has said so once more since; of a game against a computer player also when
    they have looked since, but that it has begun is told in any case. None too while the game is stopped:
    they are mailed when it goes on.

    Args:
        reference: the seat's.
        occasion: the seat's version when it was told.
    """
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at or not seat.asked or seat.told_at != int(occasion):
        return None
    if kind != STARTED and seat.looked_at >= seat.told_at and _is_against_computer(seat):
        return None
    told = _told(seat)
    return _of_game(kind, "games/mail/waiting", seat, told, _waiting_subject(kind, seat, told))


def waiting_event(event_type: EventType, reference: str, occasion: str) -> Event | None:
    """The event that the game has begun, or waits for a seat.

    None when it no longer waits, or has said so once more since; that it has begun is told in any case. None
    too while the game is stopped.

    Args:
        event_type: one of the types of games that begin or wait.
        reference: the seat's.
        occasion: the seat's version when it was told.
    """
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at:
        return None
    is_past = not seat.asked or seat.told_at != int(occasion)
    if is_past and event_type != GAME_STARTED:
        return None
    return game_event(event_type, seat, asked=seat.asked or None)


def over(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - a game ends once
    """That the game is over, and how."""
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at or not seat.game.is_over:
        return None
    told = _told(seat)
    return _of_game(OVER, "games/mail/over", seat, told, _over_subject(seat, told))


def over_event(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - a game ends once
    """The event that the game is over, with who has won; None where it goes on."""
    seat = seat_of(reference)
    if seat is None or not seat.game.is_over:
        return None
    winner = None if seat.game.winner is None else LABELS[seat.game.winner]
    return game_event(GAME_OVER, seat, winner=winner, victory=seat.game.victory)


def _told(seat: Seat) -> Telling:
    with suspension.stopping():
        return tell(seat.game, seat.plays, since=seat.looked_at)


def _over_subject(seat: Seat, told: Telling) -> str:
    if competition().notes_on(seat.game, told.seen):
        # Who won may not be all there is to it; the mail says the rest.
        subject = _("%(title)s: the game is over")
    else:
        subject = _("%(title)s: you won") if seat.game.winner == seat.side else _("%(title)s: you lost")
    return subject % {"title": title_of(seat)}


def _is_against_computer(seat: Seat) -> bool:
    return Seat.objects.filter(game=seat.game, side=seat.plays.enemy).exclude(computer="").exists()


def _waiting_subject(kind: str, seat: Seat, told: Telling) -> str:
    title = title_of(seat)
    if kind == STARTED or told.asked is None:
        return _("%(title)s: the game has begun") % {"title": title}
    values = {"title": title, "week": told.seen["week"], "task": told.asked.brief}
    return _("%(title)s, week %(week)d: %(task)s") % values


def _of_game(kind: str, template: str, seat: Seat, told: Telling, subject: str) -> Message | None:
    if seat.player is None:
        return None
    context: dict[str, Any] = {
        "game": seat.game,
        "title": title_of(seat),
        "is_first": not seat.looked_at,
        "until": asked_until(seat),
        "told": told,
        "latest": _latest_sentence(told),
        "situation": story.situation(told.names, told.seen),
        "hand": told.names.cards(told.seen["mine"]["hand"]),
        "stacks": story.stacks(told.names, told.seen),
        "is_won": seat.game.winner == seat.side,
        "notes": competition().notes_on(seat.game, told.seen) if kind in (STARTED, OVER) else [],
        "competition": competition().season_of(seat.game) if kind == STARTED else None,
        "site": settings.SITE_URL,
        "standing": list(story.standing(told.names, told.seen)) if seat.game.is_over else [],
        "picture": PICTURE,
        **_rule(seat.game, told),
    }
    return letter(
        template,
        context,
        to=seat.player,
        kind=kind,
        subject=subject,
        button=(_("To the game"), turn_link(seat)),
        images={PICTURE: board_png(told.rules, told.seen, width=PICTURE_WIDTH, sheet=TALL)},
        thread=thread(seat),
    ).naming(named_in_title(seat))


def _rule(game: Game, told: Telling) -> dict[str, Any]:
    """The rule that asks, and where it stands."""
    if told.options is None:
        return {}
    number = told.options.rule
    return {"number": number, "rule": rule_text(number), "rule_url": rule_url(number, edition_of(game))}


def _latest_sentence(told: Telling) -> str:
    return next((chapter.sentences[-1] for chapter in reversed(told.recap.chapters)), "")


register(
    Kind(
        name=STARTED,
        title=GAME_STARTED.title,
        compose=partial(waiting, STARTED),
        events=(GAME_STARTED,),
        compose_event=partial(waiting_event, GAME_STARTED),
    )
)
register(
    Kind(
        name=YOUR_PHASE,
        title=GAME_YOUR_PHASE.title,
        optional=True,
        compose=partial(waiting, YOUR_PHASE),
        events=(GAME_YOUR_PHASE,),
        compose_event=partial(waiting_event, GAME_YOUR_PHASE),
    )
)
register(
    Kind(
        name=WINDOW,
        title=GAME_WINDOW.title,
        optional=True,
        compose=partial(waiting, WINDOW),
        events=(GAME_WINDOW,),
        compose_event=partial(waiting_event, GAME_WINDOW),
    )
)
register(
    Kind(
        name=OVER,
        title=GAME_OVER.title,
        optional=True,
        compose=over,
        events=(GAME_OVER,),
        compose_event=over_event,
    )
)
