"""How requests go through the ASGI application: on one thread, to the end, whatever happens."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from pytest_django import Settings

from sekigahara.server.handler import REFUSALS_HELD_BACK, Handler
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here

pytestmark = pytest.mark.urls(__name__)
seen: list[str] = []


def note() -> None:
    seen.append(threading.current_thread().name)


def noting(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        note()
        response = get_response(request)
        note()
        return response

    return middleware


def echo(request: HttpRequest) -> HttpResponse:
    note()
    return HttpResponse(b"heard: " + request.body)


def crash(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken")


def refused(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=429)


class Parts:
    """Something that is streamed."""

    async def __aiter__(self) -> Any:
        yield b"one "
        yield b"two"

    def close(self) -> None:
        note()


def stream(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(Parts())


class Endless:
    """Something that is streamed until it is closed."""

    async def __aiter__(self) -> Any:
        yield b"one "
        await asyncio.Event().wait()

    def close(self) -> None:
        note()


def endless(request: HttpRequest) -> StreamingHttpResponse:
    connection.ensure_connection()
    return StreamingHttpResponse(Endless())


def connected(request: HttpRequest) -> HttpResponse:
    """By which of its processes the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return HttpResponse(str(cursor.fetchone()[0]))


urlpatterns = [
    path("echo/", echo),
    path("crash/", crash),
    path("refused/", refused),
    path("stream/", stream),
    path("endless/", endless),
    path("connected/", connected),
]


@pytest.fixture(autouse=True)
def _nothing_seen() -> Iterator[None]:
    def finished(**_signal: Any) -> None:
        note()

    request_finished.connect(finished)
    seen.clear()
    yield
    request_finished.disconnect(finished)


@pytest.fixture
def handler(settings: Settings) -> Handler:
    name = f"{__name__}.noting"
    settings.MIDDLEWARE = [name, *settings.MIDDLEWARE, name]
    return Handler(threads=3)


def ask(handler: Handler, where: str, *messages: dict[str, Any], kind: str = "http") -> list[dict[str, Any]]:
    """What the application sends for a POST whose body comes in these messages."""
    return asyncio.run(asking(handler, where, *messages, kind=kind))


async def asking(
    handler: Handler, where: str, *messages: dict[str, Any], kind: str = "http"
) -> list[dict[str, Any]]:
    scope = {
        "type": kind,
        "method": "POST",
        "path": where,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    coming = iter(messages)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        for message in coming:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await handler(scope, receive, send)
    return sent


def part(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.fixture(autouse=True)
def _forms_need_no_token(settings: Settings) -> None:
    settings.PAGE_MIDDLEWARE = [name for name in settings.PAGE_MIDDLEWARE if "csrf" not in name]


def test_one_thread_does_all_of_a_request(handler: Handler) -> None:
    start, body = ask(handler, "/echo/", part(b"so ", more=True), part(b"what"))
    assert start["status"] == 200
    assert body["body"] == b"heard: so what"
    assert len(seen) == 6  # two middleware in and out, the view, the end
    assert len(set(seen)) == 1
    assert seen[0].startswith("request")


def test_threads_serve_again(handler: Handler) -> None:
    for _time in range(20):
        ask(handler, "/echo/", part(b""))
    assert len(set(seen)) <= 3


def test_a_crash_is_answered(handler: Handler) -> None:
    start, _body = ask(handler, "/crash/", part(b""))
    assert start["status"] == 500


def test_stream_comes_in_parts_and_is_closed_after_them(handler: Handler) -> None:
    start, *parts = ask(handler, "/stream/", part(b""))
    assert start["status"] == 200
    assert b"".join(sent.get("body", b"") for sent in parts) == b"one two"
    assert len(seen) == 6  # two middleware in and out, what was streamed, the end


@pytest.mark.django_db(transaction=True)
def test_client_that_leaves_ends_its_stream_which_held_no_connection(settings: Settings) -> None:
    handler = Handler(threads=1)
    connected = []

    async def receive() -> dict[str, Any]:
        if not seen:
            note()
            return part(b"")
        connected.append(handler._threads.submit(lambda: connection.connection is not None).result())
        return {"type": "http.disconnect"}

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/endless/", "query_string": b"", "headers": []}
    asyncio.run(
        asyncio.wait_for(handler({**scope, "headers": [(b"host", b"testserver")]}, receive, send), 20)
    )
    assert connected == [False]
    assert sent[0]["status"] == 200
    assert len(seen) == 3  # the request, what was streamed, the end


def test_client_that_leaves_within_its_body_gets_no_answer(handler: Handler) -> None:
    assert ask(handler, "/echo/", part(b"so ", more=True), {"type": "http.disconnect"}) == []
    assert seen == []


def test_only_http_is_spoken(handler: Handler) -> None:
    with pytest.raises(ValueError, match="websocket"):
        ask(handler, "/echo/", kind="websocket")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_first_request_after_the_database_ended_its_connections_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a restart does: nobody was asking anything."""
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", None)
    handler = Handler(threads=1)
    first, again = (ask(handler, "/connected/", part(b""))[1]["body"] for _time in range(2))
    assert again == first, "it is kept"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [int(first)])
    start, body = ask(handler, "/connected/", part(b""))
    assert start["status"] == 200
    assert body["body"] != first
    handler._threads.submit(lambda: connection.close()).result()  # noqa: PLW0108 - that thread's


def test_refusal_is_held_back_and_nobody_waits_for_it(settings: Settings) -> None:
    """With one thread: it is free meanwhile."""
    handler, ended = Handler(threads=1), []

    async def one(where: str) -> None:
        await asking(handler, where, part(b""))
        ended.append((where, time.monotonic()))

    async def all_of_them() -> None:
        await asyncio.gather(one("/refused/"), one("/echo/"))

    begun = time.monotonic()
    asyncio.run(all_of_them())
    assert [where for where, _at in ended] == ["/echo/", "/refused/"]
    assert ended[1][1] - begun >= REFUSALS_HELD_BACK
