"""Connections that end when the client does not finish what it began to say.

Uvicorn waits forever for the head of the first request and for the rest of a body, so that anyone could keep
any number of connections open. `uvicorn --http sekigahara.server.connections:Connection` uses this one.
"""

import asyncio

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """A connection that is closed when a request on it, head or body, is not complete in time.

    It is looked at every ``REQUEST_TIMEOUT`` seconds, and closed if it waits for the same request as at the
    last look. So a client has at least that time and at most twice as much, and a request costs nothing more.
    """

    _look: asyncio.TimerHandle | None = None
    _awaited: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Begin to look at the connection."""
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look at it no more."""
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._look = self.loop.call_later(settings.REQUEST_TIMEOUT, self._end_if_unfinished)

    def _end_if_unfinished(self) -> None:
        awaited = self._unfinished()
        if awaited is not None and awaited is self._awaited:
            self.transport.abort()
            return
        self._awaited = awaited
        self._look_later()

    def _unfinished(self) -> object:
        """What the client has not finished: the request under way or the one after the last; else None.

        Between requests uvicorn itself closes a connection that stays silent.
        """
        if self.cycle is None:
            return self  # type: ignore[unreachable] # uvicorn begins so, whatever it declares
        if not self.cycle.response_complete:
            return self.cycle if self.cycle.more_body else None
        return None if self.timeout_keep_alive_task is not None else self.scope
