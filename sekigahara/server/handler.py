"""Answers requests, each on one thread of ours from its first middleware to its last.

Django's own ASGI handler is there for asynchronous views. It makes a thread for every request, which has to
connect to the cache anew, and hands the request to and fro between that thread and the event loop from one
middleware to the next. Ours are synchronous, views and middleware, and lost half of their time that way.
"""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, cast

from django.core import signals
from django.core.cache import close_caches
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, reset_queries
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from sekigahara.db.writes import close_if_lost
from sekigahara.server.body_limit import Receive, Send

# What Django does around each request the handler does itself, or it is for debugging; and none of our caches
# has anything to close.
signals.request_started.disconnect(reset_queries)
signals.request_started.disconnect(close_old_connections)
signals.request_finished.disconnect(close_old_connections)
signals.request_finished.disconnect(close_caches)


class Handler(ASGIHandler):
    """The ASGI application.

    Args:
        threads: how many requests are worked on at a time; the others wait for their turn.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's signature
        """Put the middleware together without a seam."""
        super().load_middleware(is_async=False)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """What was sent, in memory: there is an end to how long it may be (`sekigahara.server.body_limit`).

        Raises:
            RequestAborted: the client is gone before all of it has come.
        """
        body = io.BytesIO()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body.write(message.get("body", b""))
            if not message.get("more_body", False):
                body.seek(0)
                return body

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request, unless the client is gone before all of it has come."""
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is spoken here, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        on_thread = asyncio.get_running_loop().run_in_executor
        response = await on_thread(self._threads, self._answer, scope, body)
        if not response.streaming:
            await self.send_response(response, send)
            return
        try:
            await self._stream(response, receive, send)
        finally:
            await on_thread(self._threads, response.close)

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send for as long as the client is there: what is sent to one that has left goes nowhere, unsaid."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
        await asyncio.wait({sending, leaving})
        if not sending.cancelled():
            sending.result()

    def _answer(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        """The response. What is not streamed is over by then. No database connection is kept for what is."""
        with body:
            close_if_lost()
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            response: Any = refusal if request is None else self.get_response(request)
            response._handler_class = self.__class__  # noqa: SLF001 - the sender of its last signal, as in Django
            if not response.streaming:
                response.close()
            close_old_connections()
            return cast("HttpResponseBase", response)
