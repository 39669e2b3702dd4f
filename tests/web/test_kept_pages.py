"""Pages of finished games that browsers keep: a validator for what each shows, none made for nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.services import play
from tests.kit.table import Table
from tests.web.browsers import by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PAGES = ("moments/2/", "history/")


@pytest.fixture
def finished() -> Table:
    table = Table(7, is_public=True)
    table.submit(EAST, table.a_bid(EAST))
    play.resign(seat=table.seat(WEST))
    return table


def get(browser: Client, table: Table, page: str, tag: str = "", **headers: str) -> Any:
    known = {"if-none-match": tag} if tag else {}
    return browser.get(f"/games/{table.game.public_id}/{page}", headers={**known, **headers})


@pytest.mark.parametrize("page", PAGES)
def test_page_that_a_browser_has_is_not_made_again(finished: Table, page: str) -> None:
    for browser in (Client(), by_link(finished.seat(EAST)), signed_in(finished.people[WEST])):
        first = get(browser, finished, page)
        assert first.status_code == 200
        assert first["Cache-Control"] == "private, no-cache"
        with CaptureQueriesContext(connection) as again:
            second = get(browser, finished, page, first["ETag"])
        assert (second.status_code, second.content, second["ETag"]) == (304, b"", first["ETag"])
        assert not [each for each in again.captured_queries if "games_entry" in each["sql"]], (
            "its log was read"
        )
        assert get(browser, finished, page, f"W/{first['ETag']}").status_code == 304, "a proxy compressed it"


def test_stranger_who_has_the_page_costs_one_statement(finished: Table) -> None:
    stranger = Client()
    address = f"/games/{finished.game.public_id}/{PAGES[0]}"
    tag = stranger.get(address)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert stranger.get(address, headers={"if-none-match": tag}).status_code == 304
    assert len(captured) == 1


@pytest.mark.parametrize("page", PAGES)
def test_page_that_somebody_has_seen_is_not_replayed_for_the_next(finished: Table, page: str) -> None:
    first = get(Client(), finished, page)
    with CaptureQueriesContext(connection) as captured:
        second = get(Client(), finished, page)
    assert second.status_code == 200
    assert not [each for each in captured.captured_queries if "games_entry" in each["sql"]]
    assert first.content.count(b"<svg") == second.content.count(b"<svg")


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_a_page_shows_changes_its_tag(finished: Table, page: str) -> None:
    east = Person.objects.get(pk=finished.people[EAST].pk)
    browser = signed_in(east)

    def tag(*, of: Client = browser, query: str = "", **headers: str) -> str:
        known = get(of, finished, page + query, **headers)["ETag"]
        assert get(of, finished, page + query, known, **headers).status_code == 304
        return str(known)

    def renamed() -> str:
        Person.objects.filter(pk=finished.people[WEST].pk).update(name="Mitsunari")
        return tag()

    def elsewhere() -> str:
        Person.objects.filter(pk=east.pk).update(zone="Asia/Tokyo")
        return tag()

    def with_a_game_that_waits() -> str:
        Table()
        return tag()

    def in_the_dark() -> str:
        browser.post("/theme/", {"theme": "dark"})
        return tag()

    ways: list[Callable[[], str]] = [
        tag,
        lambda: tag(of=Client()),
        lambda: tag(of=by_link(finished.seat(EAST))),
        lambda: tag(of=signed_in(finished.people[WEST])),
        lambda: tag(query="?as=public"),
        renamed,
        elsewhere,
        with_a_game_that_waits,
        in_the_dark,
    ]
    tags = [way() for way in ways]
    assert len(set(tags)) == len(ways)


@pytest.mark.usefixtures("in_two_languages")
@pytest.mark.parametrize("page", PAGES)
def test_each_language_has_a_tag_of_its_own(finished: Table, page: str) -> None:
    browser = Client()
    tags = {get(browser, finished, page, **{"accept-language": each})["ETag"] for each in ("en", "de")}
    assert len(tags) == 2


def test_form_of_a_kept_page_still_works(finished: Table) -> None:
    browser = Client(enforce_csrf_checks=True)
    tag = get(browser, finished, PAGES[0])["ETag"]
    assert get(browser, finished, PAGES[0], tag).status_code == 304
    browser.cookies.clear()
    assert get(browser, finished, PAGES[0], tag).status_code == 200, "the secret of its token is gone"


@pytest.mark.parametrize("page", PAGES)
def test_page_of_a_running_game_is_always_made(page: str) -> None:
    table = Table(7, is_public=True)
    table.submit(EAST, table.a_bid(EAST))
    browser = signed_in(table.people[EAST])
    shown = get(browser, table, page)
    assert "ETag" not in shown
    assert "no-store" in shown["Cache-Control"]
    assert get(browser, table, page, "*").status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_what_only_its_players_may_see_stays_in_no_browser(page: str) -> None:
    table = Table(7)
    table.submit(EAST, table.a_bid(EAST))
    play.resign(seat=table.seat(WEST))
    assert "no-store" in get(signed_in(table.people[EAST]), table, page)["Cache-Control"]


def test_stopped_game_says_so_to_a_browser_that_has_its_page(finished: Table) -> None:
    browser = Client()
    tags = {page: get(browser, finished, page)["ETag"] for page in PAGES}
    Game.objects.filter(pk=finished.game.pk).update(frozen_at=finished.game.ended_at)
    for page, tag in tags.items():
        assert get(browser, finished, page, tag).status_code == 409


def test_message_is_shown_on_a_page_that_a_browser_has(finished: Table) -> None:
    browser, last = signed_in(finished.people[EAST]), finished.version(EAST)
    page = f"moments/{last}/?as=east"
    tag = get(browser, finished, page)["ETag"]
    browser.post(f"/games/{finished.game.public_id}/moments/{last}/fork/?as=east", {"side": "both"})
    shown = get(browser, finished, page, tag)
    assert "At this moment the game was over." in text(shown)
    assert "no-store" in shown["Cache-Control"]
    assert get(browser, finished, page, tag).status_code == 304


def test_no_browser_keeps_that_there_is_no_such_moment(finished: Table) -> None:
    missing = get(Client(), finished, "moments/99/")
    assert missing.status_code == 404
    assert "no-store" in missing["Cache-Control"]
