"""The pages for exporting data and closing an account, and the privacy page."""

import asyncio
import io
import json
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import export
from accounts.models.person import Person
from accounts.views.data import PIECE, Download
from games.engine.side import EAST, WEST
from games.web.privacy import DAYS
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import read, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]
PAGES = ("/me/data/", "/me/data/everything.json", "/me/data/everything.zip", "/me/data/close/")
SURE = {"sure": "on"}


def content_of(answer: Any) -> bytes:
    """All that was sent; whoever has read it all has closed the file it came from."""
    assert answer.status_code == 200
    return bytes(answer.getvalue())


def is_open(person: Person) -> bool:
    return Person.objects.filter(pk=person.pk, closed_at=None).exists()


# --- taking along ---


def test_everything_is_a_file_of_its_own() -> None:
    table = Table()
    answer = signed_in(table.people[EAST]).get("/me/data/everything.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="sekigahara-data.json"'
    assert json.loads(answer.content)["account"]["email"] == "east@example.org"
    assert answer.content == export.document(Person.objects.get(pk=table.people[EAST].pk))


def test_an_archive_has_the_records_too() -> None:
    table = Table()
    answer = signed_in(table.people[WEST]).get("/me/data/everything.zip")
    sent = content_of(answer)
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="sekigahara-data.zip"'
    assert int(answer["Content-Length"]) == len(sent)
    with ZipFile(io.BytesIO(sent)) as bundle:
        assert bundle.namelist() == ["data.json", f"games/{table.game.public_id}.west.json"]


def test_a_download_is_sent_piece_by_piece_by_an_asynchronous_server() -> None:
    whole = bytes(range(256)) * 1024

    async def pieces() -> list[bytes]:
        return [piece async for piece in Download(io.BytesIO(whole))]

    sent = asyncio.run(pieces())
    assert b"".join(sent) == whole
    assert max(map(len, sent)) == PIECE


def test_the_data_export_is_limited_by_the_day() -> None:
    person = Table().people[EAST]
    with time_machine.travel(timezone.now().replace(hour=12), tick=False) as clock:
        browser = signed_in(person)
        for number in range(export.EXPORTS.most):
            assert content_of(browser.get(PAGES[1 + number % 2]))
        for path in PAGES[1:3]:
            refused = browser.get(path)
            assert refused.status_code == 429
            assert int(refused["Retry-After"]) > 0
            assert "Try again in 12 hours" in read(refused)
        clock.shift(timedelta(hours=12))
        assert browser.get(PAGES[1]).status_code == 200


# --- closing ---


def test_the_closing_page_says_what_follows_and_does_nothing_yet() -> None:
    table = Table()
    person = table.people[EAST]
    Person.objects.filter(pk=table.people[WEST].pk).update(name="Ashigaru Two")
    GameFactory.create(creator=person)
    page = read(signed_in(person).get("/me/data/close/"))
    assert "You resign as East against Ashigaru Two, in week 1." in page
    assert "1 game of yours that has not begun is called off." in page
    assert "a former player" in page
    assert is_open(person)


def test_closing_an_account_asks_for_confirmation() -> None:
    table = Table()
    browser = signed_in(table.people[EAST])
    answer = browser.post("/me/data/close/")
    assert answer.status_code == 400
    assert "Tick this to say that you mean it." in read(answer)
    assert is_open(table.people[EAST])


def test_a_confirmed_account_is_closed_and_signed_out() -> None:
    table = Table()
    browser, elsewhere = (signed_in(table.people[EAST]) for _ in range(2))
    answer = browser.post("/me/data/close/", SURE)
    assert answer["Location"] == "/"
    assert "Your account is closed" in read(browser.get("/"))
    assert not is_open(table.people[EAST])
    assert table.game.winner == WEST
    for client in (browser, elsewhere):
        assert client.get("/me/")["Location"].startswith("/sign-in/")
    assert browser.post("/me/data/close/", SURE)["Location"].startswith("/sign-in/")  # the second click


def test_the_settings_lead_there() -> None:
    browser = signed_in(Table().people[EAST])
    assert 'href="/me/data/"' in read(browser.get("/me/"))
    assert 'href="/me/data/close/"' in read(browser.get("/me/data/"))


# --- privacy ---


def test_privacy_is_told_in_the_numbers_that_are_kept_to() -> None:
    page = Client().get("/privacy/")
    assert page.status_code == 200
    page_text = read(page)
    for name, time in DAYS.items():
        assert f"{time.days} days" in page_text, name
        assert time == timedelta(days=time.days), name


def test_every_page_leads_there() -> None:
    for path in ("/", "/sign-in/", "/rules/"):
        assert 'href="/privacy/"' in read(Client().get(path))
