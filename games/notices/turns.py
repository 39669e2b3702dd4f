"""Notices about the course of a game: it has begun, it waits for a player, it is over."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta

from games import story
from games.engine.side import LABELS
from games.log import seat_register
from games.log.diary_chain import DIGITS_OF_DIARY
from games.models.game import Game
from games.models.seat import Seat
from games.notices import waiting_parts
from games.notices.addressed import head_in_foot, seat_letter, seat_of, title_of
from games.notices.game_events import Decided, GameData, Victory, Winner, game_event
from games.notices.messages import quoted
from games.notices.pictures import picture_of
from games.reads.briefing import Briefing, briefing_for
from games.reads.competition import competition
from games.reads.deadlines import asked_until
from games.reads.rematches import in_one_line, may_be_played_again
from games.reads.terms import rule_of
from games.reads.turn_links import turn_link
from games.replies.kept import replies_played
from games.replies.reading import example
from games.replies.tokens import reply_address
from games.services import diary, orders, suspension
from games.services.characters import character_of
from games.services.orders import will_answer
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from games.story import orders as words
from games.story.answers import possible
from games.story.computers import character
from games.story.fight import about_fight, fight, shown_hand
from games.story.marching import marching
from games.story.numbered import numbered
from games.story.situation import elsewhere
from notifications.registry import Event, EventType, Message, Part, register_with_event

PICTURE = "board"
PICTURE_WIDTH = 256
"""In pixels, as wide as a mail shows it: a phone of 320 has room for it. Each pixel more is 100 bytes."""
MOST_TOLD = 6
"""The most sentences on what happened. The rest is on the page."""


class GameStartedData(GameData, frozen=True, kw_only=True):
    """A game that has started."""

    asked: Annotated[Decided | None, Meta(examples=["bid"])]
    """The decision your side must make now; null if there is none."""


class GameDecisionData(GameData, frozen=True, kw_only=True):
    """A game in which a side must decide."""

    asked: Decided


class GameOverData(GameData, frozen=True, kw_only=True):
    """A game that is over."""

    winner: Winner
    victory: Victory


GAME_STARTED = EventType("game.started", gettext_lazy("A game has started"), GameStartedData)
GAME_YOUR_PHASE = EventType("game.your-phase", gettext_lazy("It is your turn"), GameDecisionData)
GAME_WINDOW = EventType(
    "game.window", gettext_lazy("You may challenge the loyalty of blocks"), GameDecisionData
)
GAME_OVER = EventType("game.over", gettext_lazy("A game is over"), GameOverData)


def waiting(kind: str, reference: str, occasion: str) -> Message | None:
    """Compose the mail that a game has begun or waits for a player.

    Args:
        kind: of the notification.
        reference: of the seat.
        occasion: the seat's version when the mail was queued.

    Returns:
        None if the game no longer waits, a later mail was queued, the game is stopped, or the player's orders
        will answer. In a game against a computer player also None if the player has looked since, unless the
        game has just begun.
    """
    seat = seat_of(reference)
    if seat is None or not is_still_waiting(kind, seat, occasion):
        return None
    briefing = briefing_of(seat)
    return asking(kind, seat, briefing, asking_subject(kind, seat, briefing))


def asking(
    kind: str, seat: Seat, briefing: Briefing, subject: str, said: Sequence[str] = ()
) -> Message | None:
    """The mail about a decision, from which it can be made.

    Args:
        kind: of the notification.
        seat: that is asked, or whose game has just begun.
        briefing: of it (``briefing_of``).
        subject: of the mail, and its heading.
        said: of a reply that the mail answers; otherwise the mail says what came of earlier ones.
    """
    names, view, options = briefing.names, briefing.view, briefing.options
    answers = None if options is None else numbered(possible(names, view, options))
    reply_to = "" if answers is None else reply_address(seat)
    context: dict[str, Any] = {
        "is_first": not seat.looked_at,
        "until": asked_until(seat),
        "version": seat.version,
        "answers": answers,
        "replied": [*filter(None, [briefing.agreed]), *(said or replies_played(seat))],
        "example": example(answers) if answers is not None and reply_to else "",
        "fight": fight(names, view),
        "shown": shown_hand(names, view),
        "hand": names.cards(view["mine"]["hand"]),
        "marching": marching(names, view, options),
        "elsewhere": elsewhere(names, view),
        "competition": competition().season_of(seat.game) if kind == STARTED else None,
        "character": _character(seat, briefing) if kind == STARTED else "",
        "site": settings.SITE_URL,
        "stopped": _stopped(seat, briefing),
        "is_window": kind == WINDOW,
        **_rule(seat.game, briefing),
    }
    mail = _of_game(kind, "waiting", seat, briefing, subject, context)
    return mail and mail._replace(reply_to=reply_to)


def waiting_part(kind: str, reference: str, occasion: str) -> Part | None:
    """What a gathered mail shows of such a mail; None as for the mail itself."""
    seat = seat_of(reference)
    if seat is None or not is_still_waiting(kind, seat, occasion):
        return None
    return waiting_parts.part_of(seat)


def is_still_waiting(kind: str, seat: Seat, occasion: str) -> bool:
    """Whether there still is a reason to send the mail that a game has begun or waits for a player.

    Args:
        kind: of the notification.
        seat: of the player.
        occasion: the seat's version when the mail was queued.
    """
    if seat.game.frozen_at or not seat.asked or seat.told_at != int(occasion):
        return False
    if kind != STARTED and seat.looked_at >= seat.told_at and _is_against_computer(seat):
        return False
    with suspension.stopping():
        return not will_answer(seat)


def waiting_event(event_type: EventType, reference: str, occasion: str) -> Event | None:
    """Compose the event that a game has begun or waits for a player.

    Args:
        event_type: its type.
        reference: of the seat.
        occasion: the seat's version when the event was queued.

    Returns:
        None if the game is stopped. Unless the game has just begun, also None if it no longer waits, or a
        later event was queued.
    """
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at:
        return None
    is_past = not seat.asked or seat.told_at != int(occasion)
    if is_past and event_type != GAME_STARTED:
        return None
    return game_event(event_type, seat, asked=seat.asked or None)


def over(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - a game ends once
    """Compose the mail that a game is over; None if it is not, or is stopped."""
    seat = seat_of(reference)
    if seat is None or seat.game.frozen_at or not seat.game.is_over:
        return None
    briefing = briefing_of(seat, story.RECAP_SENTENCES)
    context = {
        "rematch": _rematch(seat),
        "played": _players(seat),
        **{each.plays.label: each for each in (seat, seat.opposite())},
        "register": seat_register.head_of(seat.game),
        "diary": diary.head_of(seat, diary.notes_of(seat).last())[:DIGITS_OF_DIARY],
        "replied": replies_played(seat),
        "standing": list(story.standing(briefing.names, briefing.view)),
    }
    return _of_game(OVER, "over", seat, briefing, _over_subject(seat, briefing), context)


def over_event(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - a game ends once
    """Compose the event that a game is over; None if it is not."""
    seat = seat_of(reference)
    if seat is None or not seat.game.is_over:
        return None
    winner = None if seat.game.winner is None else LABELS[seat.game.winner]
    return game_event(GAME_OVER, seat, winner=winner, victory=seat.game.victory)


def briefing_of(seat: Seat, most: int = MOST_TOLD) -> Briefing:
    """The game of a seat in brief, as its player knows it.

    Args:
        seat: of the player.
        most: the most sentences on what happened.
    """
    with suspension.stopping():
        return briefing_for(seat.game, seat.plays, since=seat.looked_at, most=most)


def _rematch(seat: Seat) -> dict[str, str] | None:
    """The link to the page of a rematch, and what that is in one line; None where there is none."""
    other = seat.opposite()
    if not may_be_played_again(seat, other):
        return None
    side = None if other.player_id == seat.player_id else seat.plays.enemy
    return {"link": f"{turn_link(seat)}rematch/", "line": in_one_line(seat.game, side)}


def _over_subject(seat: Seat, briefing: Briefing) -> str:
    if competition().notes_on(seat.game, briefing.view):
        # The winner alone might mislead, e.g. after bidding for sides; the mail explains the result.
        subject = _("%(title)s: the game is over")
    else:
        subject = _("%(title)s: you won") if seat.game.winner == seat.side else _("%(title)s: you lost")
    return subject % {"title": title_of(seat)}


def _is_against_computer(seat: Seat) -> bool:
    return bool(seat.opposite().computer)


def asking_subject(kind: str, seat: Seat, briefing: Briefing) -> str:
    """The subject of the mail that a game has begun or waits for a player: what is asked."""
    title = title_of(seat)
    if kind == STARTED or briefing.question is None:
        return _("%(title)s: the game has begun") % {"title": title}
    values = {"title": title, "week": briefing.view["week"], "task": briefing.question.brief}
    return _("%(title)s, week %(week)d: %(task)s") % values


def _of_game(
    kind: str, template: str, seat: Seat, briefing: Briefing, subject: str, more: dict[str, Any]
) -> Message | None:
    context: dict[str, Any] = {
        "game": seat.game,
        "title": title_of(seat),
        "briefing": briefing,
        "latest": _latest_sentence(briefing),
        "situation": story.situation(briefing.names, briefing.view),
        "notes": competition().notes_on(seat.game, briefing.view) if kind in (STARTED, OVER) else [],
        "picture": PICTURE,
        "picture_width": PICTURE_WIDTH,
        "about_fight": about_fight(briefing.names, briefing.view),
        **quoted(seat),
        "name": seat.opposite().played_by,
        **more,
        **head_in_foot(seat.game),
    }
    return seat_letter(
        seat,
        template,
        context,
        kind=kind,
        subject=subject,
        button=_("Open the game"),
        images={PICTURE: picture_of(briefing.rules, briefing.view, PICTURE_WIDTH)},
    )


def _players(seat: Seat) -> str:
    """Who had the seats of a game at its end."""
    east, west = sorted((seat, seat.opposite()), key=lambda each: each.plays)
    names = {"east": east.played_by, "west": west.played_by}
    return _("East was played by %(east)s, West by %(west)s.") % names


def _character(seat: Seat, briefing: Briefing) -> str:
    """What the character of the computer player against a seat does; empty if it has none, or is a person."""
    return character(briefing.names, character_of(seat.opposite()))


def _stopped(seat: Seat, briefing: Briefing) -> str:
    """Why a plan of the player stopped since they last looked; empty if none did."""
    ends = [
        deed for deed in orders.done_lately(seat) if deed.ending is not None and deed.version > seat.looked_at
    ]
    return words.did(briefing.names, ends[-1]) if ends else ""


def _rule(game: Game, briefing: Briefing) -> dict[str, Any]:
    """The rule behind the decision, with its URL; empty if nothing must be decided."""
    if briefing.options is None:
        return {}
    number = briefing.options.rule
    rule, url = rule_of(game, number)
    return {"number": number, "rule": rule, "rule_url": url}


def _latest_sentence(briefing: Briefing) -> str:
    return next((chapter.sentences[-1] for chapter in reversed(briefing.recap.chapters)), "")


for name, event_type in ((STARTED, GAME_STARTED), (YOUR_PHASE, GAME_YOUR_PHASE), (WINDOW, GAME_WINDOW)):
    register_with_event(
        name,
        event_type,
        partial(waiting, name),
        partial(waiting_event, event_type),
        optional=name != STARTED,
        part=partial(waiting_part, name),
        expires=waiting_parts.expires,
        is_urgent=name == WINDOW,
    )
register_with_event(OVER, GAME_OVER, over, over_event)
