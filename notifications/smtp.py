"""Django's SMTP backend, with a limit for a whole mail.

Django limits each answer of the mail server. A server that sends a byte now and then never exceeds that.
"""

import smtplib
import socket
import threading

from django.core.mail.backends import smtp

MOST_SECONDS_A_MAIL = 60
"""After which a connection to a mail server is cut, whatever it is doing. One mail uses one connection."""


class _Limit:
    """Cuts a connection after ``MOST_SECONDS_A_MAIL``."""

    def __init__(self, connected: socket.socket) -> None:
        # TLS takes the socket over, so it is another object for the same connection that is shut down.
        self._same = connected.dup()
        self._timer = threading.Timer(MOST_SECONDS_A_MAIL, self._same.shutdown, [socket.SHUT_RDWR])
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        self._timer.cancel()
        self._same.close()


class _Limited(smtplib.SMTP):
    _limit: "_Limit | None" = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]  # private there
        self._limit = _Limit(connected)
        return connected

    def close(self) -> None:
        super().close()
        if self._limit is not None:
            self._limit.end()
            self._limit = None


class _LimitedTls(smtplib.SMTP_SSL, _Limited):
    """The socket of `_Limited` is the one that TLS is put on."""


class EmailBackend(smtp.EmailBackend):
    """What the settings use for SMTP."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _LimitedTls if self.use_ssl else _Limited
