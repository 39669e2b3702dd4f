"""Asking the service in this process, and all the bytes of what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.test import Client

from tests.secrecy import settled
from tests.secrecy.asks import Ask
from tests.secrecy.watchers import ADDRESS, Watcher

_client = Client()
"""One for all, since each new one loads the middleware anew. Its cookies are put in for each ask."""


class Answer(NamedTuple):
    """What came back.

    Attributes:
        to: what was asked.
        tag: its ETag, or nothing.
        location: where it points, or nothing.
        everything: status, headers, cookies and body, as they go over the wire.
    """

    to: str
    status: int
    tag: str
    location: str
    body: bytes
    everything: bytes


def answers(watcher: Watcher, ask: Ask, language: str) -> Iterator[Answer]:
    """What comes back, and what comes of it: asked again with the tag, and gone on to where it points."""
    _client.cookies = SimpleCookie(dict(watcher.cookies))
    headers = {**watcher.headers, "Accept-Language": language, **ask.headers}
    first = _answer(ask, headers)
    yield first
    if first.tag and ask.method == "GET":
        yield _answer(ask._replace(what=f"{ask.what}, again"), {**headers, "If-None-Match": first.tag})
    if first.location and ask.goes_on:
        onwards = Ask(f"{ask.what}, and on", "GET", urljoin(ask.path, first.location))
        yield _answer(onwards, headers)


def _answer(ask: Ask, headers: dict[str, str]) -> Answer:
    with settled.chance(f"{ask.method} {ask.path} {ask.what}"):
        response: Any = _client.generic(
            ask.method,
            ask.path,
            ask.body.encode("latin-1"),
            ask.kind,
            headers=headers,
            REMOTE_ADDR=ADDRESS,
        )
    body = b"".join(response.streaming_content) if response.streaming else response.content
    lines = [f"{response.status_code} {response.reason_phrase}"]
    lines += [f"{name}: {value}" for name, value in response.items()]
    lines += [morsel.output() for morsel in response.cookies.values()]
    head = "\r\n".join(lines).encode("latin-1", "backslashreplace")
    tag, location = response.get("ETag", ""), response.get("Location", "")
    return Answer(ask.what, response.status_code, tag, location, body, head + b"\r\n\r\n" + body)
