"""The ASGI handler: answers each request on one thread, from the first middleware to the last.

Django's own ASGI handler is made for asynchronous views. It starts a thread for each request, which has to
connect to the cache again, and passes the request between that thread and the event loop from one middleware
to the next. The views and the middleware of this project are synchronous, and lost half of their time that
way. Measured on 26 November 2026 (uvicorn 0.54, Django 5.2, full size): with Django's handler and a pool of
connections an action takes 32 % more processor time, a view 92 %, and pages 20 to 40 %.
"""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from time import perf_counter
from typing import IO, Any, cast

from django.conf import settings
from django.core import signals
from django.core.cache import close_caches
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, reset_queries
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from sekigahara.db import service_time
from sekigahara.db.writes import close_if_lost
from sekigahara.requests import figures
from sekigahara.server.body_limit import Receive, Send

# The handler does itself what Django's signals do around each request, or it is for debugging only. The
# caches have nothing to close.
signals.request_started.disconnect(reset_queries)
signals.request_started.disconnect(close_old_connections)
signals.request_finished.disconnect(close_old_connections)
signals.request_finished.disconnect(close_caches)


REFUSALS_HELD_BACK = 1
"""Seconds. A client that is told to wait and asks again at once would keep a process busy with refusals
alone. To hold one back takes neither a thread nor processor time."""


class Handler(ASGIHandler):
    """The ASGI application.

    Args:
        threads: how many requests are answered at the same time; others wait.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's signature
        """Build the chain of middleware for synchronous calls only."""
        super().load_middleware(is_async=False)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """The whole body, in memory. `sekigahara.server.body_limit` limits its size.

        Raises:
            RequestAborted: the client left before the end of the body.
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
        """Answer a request, unless the client leaves before the end of its body.

        Raises:
            ValueError: the scope is not HTTP.
        """
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is supported, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        on_thread = asyncio.get_running_loop().run_in_executor
        response = await on_thread(self._threads, self._answer, scope, body, perf_counter())
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            await asyncio.sleep(REFUSALS_HELD_BACK)
        if not response.streaming:
            await self.send_response(response, send)
            return
        try:
            await self._stream(response, receive, send)
        finally:
            await on_thread(self._threads, response.close)

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send until the end of the response, or until the client leaves."""
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

    def _answer(self, scope: Any, body: IO[bytes], begun: float) -> HttpResponseBase:
        """The response. If it is streamed it is not complete yet, and keeps no database connection.

        Args:
            begun: when the body was complete, by ``time.perf_counter``.
        """
        with body:
            service_time.refresh()
            close_if_lost()
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            response: Any = refusal if request is None else self.get_response(request)
            response._handler_class = self.__class__  # noqa: SLF001 - the sender of its last signal, as in Django
            if not response.streaming:
                response.close()
            close_old_connections()
            if settings.METRICS_TOKEN:
                figures.note(request, response.status_code, begun)
            return cast("HttpResponseBase", response)
