"""Connections that end when the client does not finish what it began to say, or does not read the answer.

Uvicorn waits forever for the head of the first request, for the rest of a body, and for room to write more,
so that anyone could keep any number of connections open.
`uvicorn --http sekigahara.server.connections:Connection` uses this one.
"""

import asyncio
import socket
import struct

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: what is not sent yet is thrown away."""


class Connection(H11Protocol):
    """A connection that is closed when a request on it, head or body, is not complete in time.

    It is looked at every ``REQUEST_TIMEOUT`` seconds, and closed if it waits for the same request as at the
    last look, or if nothing of the answer was taken since. So a client has at least that time and at most
    twice as much, and a request costs nothing more.
    """

    _look: asyncio.TimerHandle | None = None
    _awaited: object = None
    _unread: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Start to look at the connection."""
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop looking at it."""
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._look = self.loop.call_later(settings.REQUEST_TIMEOUT, self._end_if_unfinished)

    def _end_if_unfinished(self) -> None:
        awaited = self._unfinished()
        unread = self.transport.get_write_buffer_size() if self.flow.write_paused else None
        if unread is not None and unread == self._unread:
            # Or the system would keep what it holds of the answer, up to some megabytes, and try on.
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()
            return
        if awaited is not None and awaited is self._awaited:
            self.transport.abort()
            return
        self._awaited, self._unread = awaited, unread
        self._look_later()

    def resume_writing(self) -> None:
        """Go on: the client has read most of what was written."""
        self._unread = None
        super().resume_writing()

    def _unfinished(self) -> object:
        """What the client has not finished: the request under way or the one after the last; else None.

        Between requests uvicorn itself closes a connection that stays silent.
        """
        if self.cycle is None:
            return self  # type: ignore[unreachable] # uvicorn begins so, whatever it declares
        if not self.cycle.response_complete:
            return self.cycle if self.cycle.more_body else None
        return None if self.timeout_keep_alive_task is not None else self.scope
