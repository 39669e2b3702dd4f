"""The addresses at which mails about games are answered.

The token of such an address names a seat and its version, and if the mail shows a draft, also that. It opens
nothing: a reply counts only if it comes from the player of the seat.
"""

from typing import NamedTuple

from django.conf import settings

from games.models.seat import Seat
from notifications.addresses import inbound_address, opened_token, sealed_token

PREFIX = "reply"
"""Of the addresses at which replies are read."""
MESSAGE_PREFIX = "message"
"""Of the addresses at which messages to the other player are read."""
MESSAGE_PURPOSE = b"games.messages"
_PURPOSE = b"games.replies"
_SEAT, _VERSION, _DRAFT = 6, 3, 4
"""Bytes."""


class AnsweredMail(NamedTuple):
    """What a reply answers.

    Attributes:
        seat_id: the primary key of the seat.
        version: of the seat, as the mail had it.
        draft: the primary key of the reply that the mail shows as a draft; 0 for none.
    """

    seat_id: int
    version: int
    draft: int


def reply_address(seat: Seat, draft: int = 0) -> str:
    """Where the mail about a seat at its present version is answered; empty where no mail comes in.

    Args:
        draft: the primary key of the reply that the mail shows as a draft; 0 for none.
    """
    if not settings.INBOUND_DOMAIN:
        return ""
    return inbound_address(PREFIX, sealed_token(_PURPOSE, _content(seat, draft)))


def message_address(seat: Seat) -> str:
    """Where the player of a seat writes to the other by mail; empty where no mail comes in."""
    if not settings.INBOUND_DOMAIN:
        return ""
    return inbound_address(MESSAGE_PREFIX, sealed_token(MESSAGE_PURPOSE, _content(seat)))


def _content(seat: Seat, draft: int = 0) -> bytes:
    numbers = ((seat.pk, _SEAT), (seat.version, _VERSION), (draft, _DRAFT))
    return b"".join(number.to_bytes(width, "big") for number, width in numbers)


def answered_by(token: str, purpose: bytes = _PURPOSE) -> AnsweredMail | None:
    """What a token of ours names; None for any other.

    Args:
        purpose: what the address is for, by default answers.
    """
    content = opened_token(purpose, token)
    if content is None:
        return None
    seat, version, draft = content[:_SEAT], content[_SEAT:-_DRAFT], content[-_DRAFT:]
    return AnsweredMail(*(int.from_bytes(part, "big") for part in (seat, version, draft)))
