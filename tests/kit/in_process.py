"""A test browser: requests run through the whole service except the socket, in the test's transaction."""

import contextlib
from collections.abc import Iterator
from typing import Any

import httpx2
from django.test import RequestFactory
from django.test.client import ClientHandler

SITE = "http://testserver"


@contextlib.contextmanager
def browser() -> Iterator[httpx2.Client]:
    """It keeps cookies and follows redirects. Forms need their token, as they do outside tests."""
    with httpx2.Client(transport=_Handler(), base_url=SITE, follow_redirects=True) as client:
        yield client


class _Handler(httpx2.BaseTransport):
    def __init__(self) -> None:
        self._answer = ClientHandler(enforce_csrf_checks=True)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        asked = RequestFactory().generic(
            request.method,
            request.url.raw_path.decode("ascii"),
            request.read(),
            content_type=request.headers.get("Content-Type", ""),
            headers=dict(request.headers),
        )
        answer: Any = self._answer(asked.environ)
        cookies = [("Set-Cookie", cookie.OutputString()) for cookie in answer.cookies.values()]
        return httpx2.Response(
            answer.status_code, headers=[*answer.items(), *cookies], content=answer.content
        )
