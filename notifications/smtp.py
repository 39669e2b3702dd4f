"""Django's SMTP backend, with a limit for a whole mail, and for many mails through one connection.

Django limits each answer of the mail server. A server that sends a byte now and then never exceeds that.
"""

import contextlib
import smtplib
import socket
import threading
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

MOST_SECONDS_A_MAIL = 60
"""After which a connection to a mail server is cut, whatever it is doing."""
MOST_SECONDS_A_SIGN_OF_LIFE = 10
"""The same while a connection that was used before is asked whether it still works."""


class _Limit:
    """Cuts a connection after some seconds."""

    def __init__(self, connected: socket.socket) -> None:
        # TLS takes the socket over, so it is another object for the same connection that is shut down.
        self._same = connected.dup()
        self._timer: threading.Timer | None = None
        self.begin(MOST_SECONDS_A_MAIL)

    def begin(self, seconds: float) -> None:
        self._cancel()
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        self._cancel()
        self._same.close()

    def _cut(self) -> None:
        with contextlib.suppress(OSError):  # the server was faster
            self._same.shutdown(socket.SHUT_RDWR)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class _Limited(smtplib.SMTP):
    _limit: "_Limit | None" = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]  # private there
        self._limit = _Limit(connected)
        return connected

    def works(self) -> bool:
        """Whether the server still answers; if so, the limit of the next mail begins."""
        if self._limit is None:
            return False
        self._limit.begin(MOST_SECONDS_A_SIGN_OF_LIFE)
        try:
            code, _answer = self.noop()
        except smtplib.SMTPException:
            return False
        if code != 250 or self._limit is None:
            return False
        self._limit.begin(MOST_SECONDS_A_MAIL)
        return True

    def close(self) -> None:
        super().close()
        if self._limit is not None:
            self._limit.end()
            self._limit = None


class _LimitedTls(smtplib.SMTP_SSL, _Limited):
    """The socket of `_Limited` is the one that TLS is put on."""


class EmailBackend(smtp.EmailBackend):
    """What the settings use for SMTP.

    Its opener sends many mails through one connection. Servers end one that was idle, or had its number
    of mails, whenever they like. So before each further mail it is asked for a sign of life, and made again
    if there is none.
    """

    _is_used = False

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _LimitedTls if self.use_ssl else _Limited

    def open(self) -> bool | None:
        """Connect, unless there is a connection that works.

        Returns:
            Whether it is a new one; None if it was not possible, and that is no error.
        """
        if self._is_used and isinstance(self.connection, _Limited) and not self.connection.works():
            self.close()
        self._is_used = False
        return super().open()

    def _send(self, email_message: EmailMessage) -> bool:
        self._is_used = True
        sent: Any = super()._send(email_message)  # type: ignore[misc]  # private there
        return bool(sent)
