"""The service in this process, and all bytes of its responses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from http.cookies import SimpleCookie
from typing import Any, NamedTuple, Protocol
from unittest import mock
from urllib.parse import urljoin

from django.db import transaction
from django.test import Client

from games.services import clock
from notifications import delivery
from notifications.push.delivery import push_due
from notifications.webhooks import delivery as webhooks
from notifications.webhooks import sending
from tests.secrecy import determinism, mail_backend
from tests.secrecy.service_requests import Ask
from tests.secrecy.watchers import ADDRESS, Watcher


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


class Service(Protocol):
    """What is asked.

    Attributes:
        carries_out: whether the viewer's own actions can be given to it, because chance answers in it as the
            game has it. Else they are done behind its back.
    """

    carries_out: bool

    def answers(self, watcher: Watcher, ask: Ask, language: str) -> Iterator[Answer]:
        """What comes back, and what comes of it: asked again with the tag, and gone on to where it points."""

    def may_be_asked(self, ask: Ask) -> bool:
        """Whether what comes of an ask can be taken back, or nothing comes of it."""

    def taken_back(self) -> AbstractContextManager[None]:
        """Of what is done within the block nothing is left."""

    def work(self) -> None:
        """A worker looks at the clocks, sends mail that is due, and posts to webhooks and devices."""

    def mail_to(self, address: str) -> list[bytes]:
        """The mails to an address since the last look."""


class Here:
    """The service in this process. One for many tellings, as each new client loads the middleware again."""

    carries_out = True

    def __init__(self) -> None:
        self._client = Client()

    def answers(self, watcher: Watcher, ask: Ask, language: str) -> Iterator[Answer]:
        self._client.cookies = SimpleCookie(dict(watcher.cookies))
        return all_answers(self._answer, watcher, ask, language)

    def may_be_asked(self, ask: Ask) -> bool:
        return bool(ask)

    @contextlib.contextmanager
    def taken_back(self) -> Iterator[None]:
        before = transaction.savepoint()
        yield
        transaction.savepoint_rollback(before)

    def work(self) -> None:
        clock.send_reminders()
        delivery.deliver_due()
        # How long it took is of the moment, and its owner is told.
        with mock.patch.object(sending, "perf_counter", float):
            while webhooks.deliver_due() + push_due():
                pass

    def mail_to(self, address: str) -> list[bytes]:
        return mail_backend.take(address)

    def _answer(self, ask: Ask, headers: Mapping[str, str]) -> Answer:
        with determinism.chance(f"{ask.method} {ask.path} {ask.what}"):
            response: Any = self._client.generic(
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


def all_answers(
    answer: Callable[[Ask, Mapping[str, str]], Answer], watcher: Watcher, ask: Ask, language: str
) -> Iterator[Answer]:
    """See ``Service.answers``.

    Args:
        answer: what a single request with these headers is answered.
    """
    headers = {**watcher.headers, "Accept-Language": language, **ask.headers}
    first = answer(ask, headers)
    yield first
    if first.tag and ask.method == "GET":
        yield answer(ask._replace(what=f"{ask.what}, again"), {**headers, "If-None-Match": first.tag})
    if first.location and ask.goes_on:
        yield answer(Ask(f"{ask.what}, and on", "GET", urljoin(ask.path, first.location)), headers)
