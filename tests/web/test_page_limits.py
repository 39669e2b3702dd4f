"""How many pages somebody may ask for, and how long a browser keeps what a link opened."""

from datetime import timedelta

import pytest
from django.conf import settings as installed
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import middleware
from accounts.models.person import Person
from accounts.rate_limits import Limit
from games.engine.side import EAST
from games.web.link_sessions import LINK_SESSION
from tests.kit.table import Table
from tests.web.browsers import address, by_link, link, signed_in

pytestmark = pytest.mark.django_db

MOST = 3


@pytest.fixture
def _few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "PAGES", Limit("pages of a test", MOST, 60))


def statuses(browser: Client, path: str = "/rules/", sender: str = "192.0.2.1") -> list[int]:
    """Of more requests than are allowed in two minutes: another may begin meanwhile."""
    return [browser.get(path, REMOTE_ADDR=sender).status_code for _time in range(2 * MOST + 1)]


@pytest.mark.usefixtures("_few_pages")
def test_too_many_pages_are_refused_in_words() -> None:
    assert statuses(Client())[:MOST] == [200] * MOST
    refused = Client().get("/rules/", REMOTE_ADDR="192.0.2.1")
    while refused.status_code != 429:
        refused = Client().get("/rules/", REMOTE_ADDR="192.0.2.1")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "Too many pages at once" in refused.content.decode()
    assert "no-store" in refused["Cache-Control"]
    assert "style-src 'self'" in refused["Content-Security-Policy"], "it looks like any page"
    assert Client().get("/rules/", REMOTE_ADDR="192.0.2.2").status_code == 200


@pytest.mark.usefixtures("_few_pages")
@pytest.mark.parametrize(
    ("path", "status"), [("/healthz", 200), ("/readyz", 200), ("/metrics", 404), ("/api/v1/editions/", 200)]
)
def test_requests_that_are_no_pages_are_not_counted(path: str, status: int) -> None:
    assert set(statuses(Client(), path)) == {status}
    assert Client().get("/rules/", REMOTE_ADDR="192.0.2.1").status_code == 200


@pytest.mark.usefixtures("_few_pages")
def test_a_person_is_counted_wherever_they_are_and_not_with_strangers_there() -> None:
    assert 429 in statuses(Client())
    browser = signed_in(Person.objects.at("someone@example.org"))
    answers = [browser.get("/rules/", REMOTE_ADDR=f"192.0.2.{number}") for number in range(2 * MOST + 1)]
    assert [answer.status_code for answer in answers[:MOST]] == [200] * MOST
    assert 429 in [answer.status_code for answer in answers]


def kept_for() -> timedelta:
    """The time until the last of all sessions ends."""
    return Session.objects.latest("expire_date").expire_date - timezone.now()


SHORT = timedelta(seconds=LINK_SESSION)
LONG = timedelta(seconds=installed.SESSION_COOKIE_AGE)


def test_sessions_that_only_follow_links_end_soon() -> None:
    seat = Table().seat(EAST)
    for _time in range(3):
        browser = Client()
        browser.get(link(seat))
        assert browser.get(address(seat)).status_code == 200
    assert Session.objects.count() == 3
    assert kept_for() <= SHORT


def test_doing_something_keeps_the_session() -> None:
    seat = Table().seat(EAST)
    browser = by_link(seat)
    browser.post(address(seat))
    assert SHORT < kept_for() <= LONG


def test_a_session_that_is_there_stays_as_long() -> None:
    browser = signed_in(Person.objects.at("someone@example.org"))
    browser.get(link(Table().seat(EAST)))
    assert SHORT < kept_for() <= LONG
