"""Limits the size of a request body.

The whole body is read before a view sees the request, and Django sets no limit to what a client can send.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from sekigahara.errors.problems import problem

MOST_BYTES = 2 * 1024 * 1024
"""Far more than the longest form. Views accept less, each as much as it needs."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class Body:
    """Receives the body for the application. Once it is too long it reports that the client has left.

    Attributes:
        is_too_long: whether the limit was passed. The application has not answered then.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._taken = 0
        self.is_too_long = False

    async def __call__(self) -> Any:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        self.is_too_long = self._taken > MOST_BYTES
        return {"type": "http.disconnect"} if self.is_too_long else message


async def answer(application: Application, scope: Any, receive: Receive, send: Send) -> None:
    """Let an application answer a request, or answer 413 if the body is too long."""
    body = Body(receive)
    if _announced(scope) > MOST_BYTES:
        body.is_too_long = True
    else:
        await application(scope, body, send)
    if body.is_too_long:
        await _refuse(send)


def _announced(scope: Any) -> int:
    """The length of the body according to the client; 0 where it is not given."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


async def _refuse(send: Send) -> None:
    response = problem("too-large")
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    start = {"type": "http.response.start", "status": response.status_code}
    await send({**start, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": response.content})
