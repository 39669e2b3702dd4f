"""Notices that the other player of a game has written."""

from typing import Annotated, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta

from accounts.name_rules import inert
from games.models.message import Message
from games.models.seat import Seat
from games.notices.addressed import head_in_foot, seat_letter, seat_of, title_of
from games.notices.game_events import GameData, game_event
from games.replies.tokens import message_address
from games.services import messages
from games.services.messages import MESSAGE
from notifications.registry import Event, EventType, register_with_event
from notifications.registry import Message as Letter

MESSAGES_QUOTED: Final = 10


class GameMessageData(GameData, frozen=True, kw_only=True):
    """A game in which the opponent has written. What they wrote is not sent along."""

    number: Annotated[int, Meta(ge=1, examples=[1])]
    """The number of the message in the game."""


GAME_MESSAGE = EventType("game.message", gettext_lazy("Your opponent has written"), GameMessageData)


def quoted(seat: Seat) -> dict[str, Any]:
    """The latest messages that the player of a seat has not been shown, to be quoted in a mail, and how many
    there are before these.
    """
    if not seat.messages:  # before a query is made that finds nothing
        return {"quoted": [], "earlier": 0}
    unread = messages.unread_by(seat)
    latest = unread.order_by("-number")[:MESSAGES_QUOTED]
    texts = [inert(each.text) for each in latest][::-1]
    earlier = unread.count() - len(texts) if len(texts) == MESSAGES_QUOTED else 0
    return {"quoted": texts, "earlier": earlier}


def message(reference: str, occasion: str) -> Letter | None:  # noqa: ARG001 - it quotes all that is unread
    """Compose the mail that the opponent has written; None if the player has read it, or it is gone."""
    seat = seat_of(reference)
    if seat is None or not (unread := quoted(seat))["quoted"]:
        return None
    title, name = title_of(seat), seat.opposite().played_by
    reply_to = message_address(seat)
    context = {
        "title": title,
        "name": name,
        **unread,
        "reply": _("Reply to this mail to answer: %(name)s reads what you write.") % {"name": name}
        if reply_to
        else "",
        **head_in_foot(seat.game),
    }
    subject = _("%(title)s: a message from your opponent") % {"title": title}
    mail = seat_letter(seat, "message", context, kind=MESSAGE, subject=subject, button=_("Open the game"))
    return mail and mail._replace(reply_to=reply_to)


def message_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that the opponent has written; None if the message is gone."""
    seat = seat_of(reference)
    if seat is None:
        return None
    written = Message.objects.filter(game=seat.game_id, number=int(occasion)).exclude(text="")
    return game_event(GAME_MESSAGE, seat, number=int(occasion)) if written.exists() else None


register_with_event(MESSAGE, GAME_MESSAGE, message, message_event)
