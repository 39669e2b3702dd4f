"""What every event of a game has in common that webhooks of its players are sent."""

from typing import Annotated, Any, Literal

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from games.models.seat import Seat
from notifications.registry import Event, EventType

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A point in time, as ``isoformat`` writes it."""

SideLabel = Literal["east", "west"]


class GameLinks(Struct, frozen=True):
    """Where a game can be looked at: its page, and its view in the API."""

    page: str
    view: str


class GamePayload(Struct, frozen=True, kw_only=True):
    """Facts about a game and the side that the owner of the webhook plays."""

    game: str
    side: SideLabel
    version: Annotated[int, Meta(description="How many changes that side could see so far.")]
    week: int
    phase: str
    links: GameLinks


def game_event(event_type: EventType, seat: Seat, **more: Any) -> Event:
    """An event of a game for one of its players.

    Args:
        event_type: its type, with a payload that extends ``GamePayload``.
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
        week=game.week,
        phase=game.phase,
        links=GameLinks(page, view),
        **more,
    )
    words = {"what": event_type.title, "game": game.public_id, "side": side.title(), "week": game.week}
    text = _("%(what)s: game %(game)s, you play %(side)s, week %(week)d.") % words
    return Event(event_type, data, f"{text} <{page}>")
