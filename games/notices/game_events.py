"""Webhooks of players: what all events of games share, and the games a webhook can be limited to."""

from typing import Annotated, Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from accounts.models.person import Person
from accounts.public_keys import Identified, identity
from games.engine.edition_data import SideName
from games.log import heads
from games.log.heads import Head
from games.models.game import Game
from games.models.seat import Seat
from notifications.registry import Event, EventType
from notifications.webhooks.event_types import Topic

NaturalNumber = Annotated[int, Meta(ge=0)]
EventTime = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A point in time, as ``isoformat`` writes it."""
DueAt = Annotated[EventTime, Meta(description="The deadline.")]
GameId = Annotated[str, Meta(description="The game's id.", examples=["k7m2p9qrst"])]
Decided = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/Decision"})]
"""A decision that a side is asked for: a word of the API's schema ``Decision``."""
Winner = Annotated[SideName | None, Meta(description="The winner; null if there is none.")]
Victory = Annotated[str, Meta(description="The kind of victory.", examples=["points"])]


class MessagePerson(Identified, frozen=True):
    """A person."""

    name: str
    """Their name; empty if they have not set one."""
    bot: bool
    """Whether they declare that a program plays for them."""


def player_of(person: Person) -> MessagePerson:
    """A person, as events name them: in the words of the API."""
    name = person.name if person.closed_at is None else str(person)
    return MessagePerson(name, person.is_bot, **identity(person))


class PageLink(Struct, frozen=True):
    """The page about it."""

    page: str


class GameLinks(PageLink, frozen=True):
    """The game's page, and its view in the API."""

    view: str
    """The URL of the view in the API. It needs a token."""


class GameData(Struct, frozen=True, kw_only=True):
    """A game, for one of its sides."""

    game: GameId
    side: SideName
    """The side you play."""
    version: Annotated[NaturalNumber, Meta(examples=[12])]
    """The number of changes visible to you so far. Two viewers of one game have different versions."""
    head: Head | None
    """The present head of the game, to keep and to compare later; null for none yet."""
    week: NaturalNumber
    phase: Annotated[str, Meta(examples=["movement-a"])]
    """The phase and turn."""
    links: GameLinks


def game_event(event_type: EventType, seat: Seat, **more: Any) -> Event:
    """An event of a game for one of its players.

    Args:
        event_type: its type, with a payload that extends ``GameData``.
        seat: the player's, with its game.
        more: the facts that the payload adds.

    Raises:
        TypeError: the payload has other facts.
    """
    game, side = seat.game, seat.plays.label
    page = f"{settings.SITE_URL}{reverse('games:game', args=[game.public_id])}?as={side}"
    view = f"{settings.SITE_URL}{reverse('games-api:view', args=[game.public_id])}?as={side}"
    data = event_type.payload(
        game=game.public_id,
        side=side,
        version=seat.version,
        head=heads.shown(game),
        week=game.week,
        phase=game.phase,
        links=GameLinks(page, view),
        **more,
    )
    words = {"what": event_type.title, "game": game.public_id, "side": side.title(), "week": game.week}
    text = _("%(what)s: game %(game)s, you play %(side)s, week %(week)d.") % words
    return Event(event_type, data, f"{text} <{page}>")


MOST_TOPICS = 200


def running_games(person_id: int) -> list[Topic]:
    """The games a person plays, the newest first.

    Args:
        person_id: of the person.
    """
    seats = Seat.objects.select_related("game").filter(player=person_id)
    running = seats.filter(game__status__in=[Game.Status.WAITING, Game.Status.RUNNING])
    found: dict[str, Topic] = {}
    for seat in running.order_by("-game__created_at", "side")[:MOST_TOPICS]:
        name = seat.game.public_id
        title = _("%(game)s, begun as %(side)s") % {"game": name, "side": seat.plays.label.title()}
        if seat.game.is_to_be_drawn:
            title = _("%(game)s, whose sides are not drawn yet") % {"game": name}
        found.setdefault(name, Topic(name, title))
    return list(found.values())
