"""A mail server for what comes in, on this machine only: a real mail server in front of it hands mail on.

aiosmtpd checks nobody and limits little, so it must never be reached from elsewhere.
"""

import email
import email.policy
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.db import close_old_connections

from notifications import inbound
from sekigahara.dev.mail_box import is_loopback

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 10
"""Of one mail."""


class ReachableError(ValueError):
    """Others could reach a listener at that address."""


class _Door:
    """What aiosmtpd asks."""

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        del server, session, rcpt_options
        if not inbound.is_read(address):
            return "550 5.1.1 Nobody reads mail to this address"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        del server, session
        await sync_to_async(_take)(envelope)
        return "250 OK"

    async def handle_exception(self, error: Exception) -> str:
        log.error("could not read a mail that came in", exc_info=error)
        return "451 4.3.0 Try again later"


def _take(envelope: Envelope) -> None:
    content: Any = envelope.original_content
    mail = email.message_from_bytes(content, EmailMessage, policy=email.policy.default)
    close_old_connections()
    try:
        inbound.take(mail, sender=envelope.mail_from or "", recipients=envelope.rcpt_tos)
    finally:
        close_old_connections()


@contextmanager
def listening(host: str, port: int) -> Iterator[int]:
    """Take mail by SMTP, in a thread.

    Raises:
        ReachableError: the host is not this machine alone.
        OSError: something else listens there.
    """
    if not is_loopback(host):
        raise ReachableError(host)
    controller = Controller(
        _Door(), hostname=host, port=port, data_size_limit=inbound.MOST_BYTES_OF_A_MAIL, ident="Sekigahara"
    )
    controller.start()
    try:
        yield port
    finally:
        controller.stop()
