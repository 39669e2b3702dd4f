"""Limits the size of a request body, and of all unfinished bodies of a process together.

The whole body is read before a view sees the request, and Django sets no limit to what a client can send.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from sekigahara.errors.problems import RETRY_AFTER, problem

MOST_BODY_BYTES = 2 * 1024 * 1024
"""Far more than the longest form. Views accept less, each as much as it needs."""

SMALL_BODY = 64 * 1024
"""Bodies up to this size are read however much others hold, so that nobody is kept from playing."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class LimitedBody:
    """Receives the body for the application. Once it is refused it reports that the client has left.

    Attributes:
        refusal: the error code for which it is refused, if it is. The application has not answered then.
        held: the bytes that are in memory while the rest of the body is awaited.
    """

    all_held = 0

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._taken = self.held = 0
        self.refusal = ""

    async def __call__(self) -> Any:
        message = await self._receive()
        size = len(message.get("body", b""))
        self._taken += size
        if self._taken > MOST_BODY_BYTES:
            self.refusal = "too-large"
        elif message.get("more_body"):
            self.held += size
            LimitedBody.all_held += size
            if self._taken > SMALL_BODY and LimitedBody.all_held > settings.UNFINISHED_BODIES:
                self.refusal = "unavailable"
        return {"type": "http.disconnect"} if self.refusal else message


async def answer(application: Application, scope: Any, receive: Receive, send: Send) -> None:
    """Let an application answer a request, or refuse its body: 413 if too long, 503 if there is no room."""
    body = LimitedBody(receive)
    if _announced(scope) > MOST_BODY_BYTES:
        body.refusal = "too-large"
    else:
        try:
            await application(scope, body, send)
        finally:
            LimitedBody.all_held -= body.held
    if body.refusal:
        await _refuse(body.refusal, send)


def _announced(scope: Any) -> int:
    """The length of the body according to the client; 0 where it is not given."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


async def _refuse(code: str, send: Send) -> None:
    response = problem(code)
    if code == "unavailable":
        response["Retry-After"] = str(RETRY_AFTER)
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    start = {"type": "http.response.start", "status": response.status_code}
    await send({**start, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": response.content})
