"""What is reported to Sentry, by its own package: where an error was, and nothing of anybody's."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from pytest_django import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from sekigahara import urls
from sekigahara.server import crash_reports
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here

KEY = "AAAAAAAAAAEM9UhWmob_JhO9wFEVTw"
HAND = "mori-castle-3"

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []
        self.text = ""

    def capture_envelope(self, envelope: Envelope) -> None:
        self.text += envelope.serialize().decode()
        self.events += [event for item in envelope.items if (event := item.get_event()) is not None]


@pytest.fixture
def sent(settings: Settings) -> Iterator[Kept]:
    settings.SENTRY_DSN = "https://key@sentry.example.org/1"
    transport = Kept()
    crash_reports.begin(transport=transport)
    yield transport
    sentry_sdk.init(default_integrations=False, auto_enabling_integrations=False)


def crash(request: HttpRequest, token: str) -> HttpResponse:
    hand = [HAND]
    if request.method == "GET":
        raise OperationalError("connection refused")
    reverse("nowhere", args=[request.path, token, *hand])
    return HttpResponse()


urlpatterns = [path("crash/<str:token>/", crash), *urls.urlpatterns]


def test_report_says_where_an_error_was_and_nothing_of_the_request(sent: Kept) -> None:
    browser = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.77")
    browser.cookies["sessionid"] = "secret-of-the-session"
    given = {"message": "meet me at Osaka", "email": "yodo@example.org"}
    referer = {"Referer": f"https://example.org/t/{KEY}/"}
    assert browser.post(f"/crash/{KEY}/?next={KEY}", given, headers=referer).status_code == 500
    (event,) = sent.events
    (told,) = event["exception"]["values"]
    assert told["type"] == "NoReverseMatch"
    assert told["stacktrace"]["frames"][-1]["filename"].startswith("django/urls")
    assert "crash" in [frame["function"] for frame in told["stacktrace"]["frames"]]
    assert event["logentry"] == {"message": "Internal Server Error: /crash/…"}
    assert len(event["tags"]["request"]) == 16
    hidden = (KEY, KEY[5:-5], HAND, "secret-of", "Osaka", "yodo", "203.0.113", "hand =")
    assert [word for word in hidden if word in sent.text.replace("hand = [HAND]", "")] == []
    assert "vars" not in json.dumps(event)


def test_arguments_of_a_line_stay_here(sent: Kept) -> None:
    try:
        int(HAND)
    except ValueError:
        logging.getLogger("games.somewhere").exception("could not do %s", HAND)
    (event,) = sent.events
    assert event["logentry"] == {"message": "could not do %s"}
    assert event["exception"]["values"][0]["type"] == "ValueError"
    assert HAND not in sent.text


def test_warnings_and_outages_are_not_reported(sent: Kept) -> None:
    logging.getLogger("games").warning("the cache is away")
    assert Client(raise_request_exception=False).get(f"/crash/{KEY}/").status_code == 503
    assert sent.events == []
