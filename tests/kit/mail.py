"""A mail server for tests, which receives mail over a real socket."""

import contextlib
import email
import email.policy
import queue
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.kit.processes import free_port


@contextlib.contextmanager
def mail_server(handler: Any) -> Iterator[int]:
    """A server on this machine that hands every mail to an aiosmtpd handler; the port it listens on."""
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


class Mailboxes:
    """Takes every mail and keeps it by recipient, for an aiosmtpd controller.

    Attributes:
        received: all mail so far, in order.
    """

    def __init__(self, *addresses: str) -> None:
        self.received: list[EmailMessage] = []
        self._boxes: dict[str, queue.SimpleQueue[EmailMessage]] = {
            address: queue.SimpleQueue() for address in addresses
        }

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        mail = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.received.append(mail)
        for address in envelope.rcpt_tos:
            self._boxes[address].put(mail)
        return "250 OK"

    def next_for(self, address: str, seconds: float) -> EmailMessage | None:
        """The next mail to an address, or None when there is none within that time."""
        try:
            return self._boxes[address].get(timeout=seconds)
        except queue.Empty:
            return None
