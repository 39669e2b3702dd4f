"""The mails about a game that its viewer got, and replies to them."""

from __future__ import annotations

import email
from collections.abc import Iterable
from email.message import EmailMessage
from typing import Any, Literal, NamedTuple

from games.engine import Side
from games.models.mail_reply import MailReply
from games.replies.tokens import answered_by, reply_address
from notifications import inbound
from notifications.addresses import parts_of
from tests.secrecy.stage import Stage


class AsReply(NamedTuple):
    """A reply to a mail.

    Attributes:
        text: what it says.
        to: the mail that it answers: one that would be sent now, the latest with a draft, or the first.
    """

    text: str
    to: Literal["now", "draft", "first"] = "now"


class Letters:
    """Those of a viewer who plays."""

    def __init__(self, stage: Stage, viewer: int) -> None:
        self._stage, self._viewer = stage, viewer
        self._first = self._draft = ""

    def read(self, mails: Iterable[bytes]) -> None:
        """Remember where those about this game, and not the other one, are answered."""
        for mail in map(email.message_from_bytes, mails):
            address = str(mail["Reply-To"] or "").strip()
            parts = parts_of(address)
            answered = None if parts is None else answered_by(parts.token)
            if answered is None or answered.seat_id != self._stage.seat(Side(self._viewer)).pk:
                continue
            if answered.draft:
                self._draft = address
            self._first = self._first or address

    def reply(self, said: AsReply, when: str) -> tuple[Any, ...]:
        """Reply to a mail; outcome, version, words and actions of what is kept of it."""
        seat = self._stage.seat(Side(self._viewer))
        assert seat.player is not None
        address = {"now": reply_address(seat), "draft": self._draft, "first": self._first}[said.to]
        reply = EmailMessage()
        reply["From"], reply["To"] = seat.player.email, address
        reply["Message-ID"] = f"<{when.replace(' ', '.')}@here>"
        reply.set_content(said.text)
        assert inbound.take(reply, sender=seat.player.email, recipients=[address])
        kept = MailReply.objects.order_by("pk").values_list("outcome", "version", "words", "actions").last()
        assert kept is not None
        return kept
