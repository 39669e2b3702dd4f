"""A mail backend that stores the bytes of mails."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar
from unittest import mock

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.drawing.board import sheet_svg
from games.drawing.layout import TALL
from games.engine import Ruleset
from games.notices import turns

BACKEND = "tests.secrecy.mail_backend.Backend"
MESSAGE_ID = re.compile(rb"^Message-ID:\s+<([a-z]+\.[a-z-]+)\.", re.MULTILINE)


class Backend(BaseEmailBackend):
    """Keeps mails as Django's own backend hands them to a mail server, but for the ends of lines."""

    sent: ClassVar[dict[str, list[bytes]]] = {}
    """By address, all there is in the order of sending."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep them."""
        for message in email_messages:
            mail = message.message()
            # Between the parts stands something random, which must not depend on who was sent mail before.
            random.seed(str(mail["Message-ID"]))
            for address in message.recipients():
                self.sent.setdefault(address, []).append(mail.as_bytes())
        return len(email_messages)


def forget() -> None:
    """Throw everything away that was sent."""
    Backend.sent.clear()


def take(address: str) -> list[bytes]:
    """The mails to an address since the last look."""
    return Backend.sent.pop(address, [])


def kind_of(mail: bytes) -> str:
    """The kind of a mail, by its Message-ID."""
    found = MESSAGE_ID.search(mail)
    assert found, mail[:500]
    return found[1].decode()


@contextlib.contextmanager
def drawings_for_pictures() -> Iterator[None]:
    """Within the block a mail holds the drawing of the board instead of its picture, which says as much: a
    picture follows from its view alone (test_mail_picture.py and test_battle_picture.py in tests/drawing).
    """

    def drawing(rules: Ruleset, view: dict[str, Any], width: int) -> bytes:
        return f"{sheet_svg(rules, view, TALL, alone=True)} {width}".encode()

    with mock.patch.object(turns, "picture_of", drawing):
        yield
