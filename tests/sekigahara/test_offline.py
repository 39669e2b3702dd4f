"""The page without a connection is of nobody; what the browser does with it is in tests/browser."""

import pytest
from django.test import Client

from games.engine.side import EAST
from tests.kit.table import Table
from tests.web.browsers import by_link, signed_in, text

pytestmark = pytest.mark.django_db


def test_the_page_is_the_same_for_everybody() -> None:
    table = Table()
    players = (signed_in(table.people[EAST]), by_link(table.seat(EAST)))
    pages = {text(browser.get("/offline/")) for browser in (Client(), *players)}
    (page,) = pages
    assert "No connection" in page
    assert "<script" not in page
    assert "<form" not in page


def test_the_page_has_the_colours_that_were_chosen() -> None:
    browser = Client()
    assert "dark.css" in text(browser.get("/offline/"))
    browser.cookies["theme"] = "light"
    assert "dark.css" not in text(browser.get("/offline/"))


def test_the_worker_is_a_script_that_is_always_asked_for_anew() -> None:
    browser = Client()
    answer = browser.get("/worker.js?en.")
    again = browser.get("/worker.js?en.", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-cache")
    assert browser.get("/worker.js?en.", headers={"If-None-Match": '"another"'}).content == answer.content
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert "Set-Cookie" not in answer
