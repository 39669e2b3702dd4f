"""A mail server for tests, which receives mail over a real socket."""

import contextlib
import email
import email.policy
import queue
import socket
import threading
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import Any, Self

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


class HangingServer:
    """A mail server that takes connections and never says a whole line.

    Args:
        drips: whether it sends a byte now and then, so that no answer is ever overdue.

    Attributes:
        port: where it listens.
        came: how many have connected.
    """

    def __init__(self, *, drips: bool) -> None:
        self.came = 0
        self._drips = drips
        self._is_over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._listening.close()

    def _serve(self) -> None:
        self._listening.settimeout(0.1)
        with contextlib.ExitStack() as connections:
            taken = list[socket.socket]()
            while not self._is_over.is_set():
                with contextlib.suppress(TimeoutError):
                    taken.append(connections.enter_context(self._listening.accept()[0]))
                    self.came += 1
                for connection in taken if self._drips else ():
                    with contextlib.suppress(OSError):  # the other side is gone
                        connection.send(b"2")


class CountingServer:
    """A mail server that says how many connections and mails it got, and ends connections as it is told.

    Args:
        mails_a_connection: after so many mails it ends a connection, as servers do.
        refused: recipients whom it does not know.
        cut_off: ids of mails that it takes without saying so, once each.

    Attributes:
        port: where it listens.
        connections: how many have connected.
        taken: the Message-ID of each mail that it took, in order.
        senders: the envelope sender of each of these.
        mails: these.
    """

    def __init__(
        self, *, mails_a_connection: int = 1000, refused: Sequence[str] = (), cut_off: Sequence[str] = ()
    ) -> None:
        self.connections = 0
        self.taken: list[str] = []
        self.senders: list[str] = []
        self.mails: list[EmailMessage] = []
        self._mails_a_connection = mails_a_connection
        self._refused, self._cut_off = set(refused), set(cut_off)
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.port: int = self._controller.port

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._controller.stop()

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name, session.mails = hostname, 0
        return responses

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self._refused:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        mail = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        message_id = str(mail["Message-ID"])
        self.mails.append(mail)
        self.taken.append(message_id)
        self.senders.append(envelope.mail_from)
        session.mails += 1
        if message_id in self._cut_off:
            self._cut_off.remove(message_id)
            server.transport.abort()
        elif session.mails >= self._mails_a_connection:
            server.transport.write(b"250 OK\r\n")
            server.transport.close()
        return "250 OK"
