"""No more of a request's body is taken in than any of ours has.

A body is taken in whole before anybody looks at the request, and Django knows no end of that.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from sekigahara.errors.problems import problem

MOST_BYTES = 2 * 1024 * 1024
"""Far beyond the longest form; what views accept is less, and theirs to say."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class Body:
    """What is received, until it is too much: from then on the client is gone.

    Attributes:
        is_too_long: whether it came to that. The application has answered nothing then.
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
    """Have an application answer a request, or say that it is too long."""
    body = Body(receive)
    if _announced(scope) > MOST_BYTES:
        body.is_too_long = True
    else:
        await application(scope, body, send)
    if body.is_too_long:
        await _refuse(send)


def _announced(scope: Any) -> int:
    """The length the client says the body has."""
    told = dict(scope["headers"]).get(b"content-length", b"")
    return int(told) if told.isdigit() else 0


async def _refuse(send: Send) -> None:
    response = problem("too-large")
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    start = {"type": "http.response.start", "status": response.status_code}
    await send({**start, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": response.content})
