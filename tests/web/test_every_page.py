"""Properties of every page: no caching, HEAD requests, and only the allowed methods."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models.person import Person
from games.engine.side import EAST
from games.services import lobby
from games.web.urls import urlpatterns
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import link, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

READ = {
    "home": "/",
    "lessons": "/lessons/",
    "mine": "/games/",
    "new": "/games/new/",
    "open": "/games/open/",
    "levels": "/games/computer/",
    "next": "/games/next/",
    "game": "/games/{game}/",
    "resign": "/games/{game}/resign/",
    "claim": "/games/{game}/claim/",
    "ask": "/games/{game}/ask/",
    "orders": "/games/{game}/orders/",
    "cancel-orders": "/games/{game}/orders/cancel/",
    "game-orders": "/games/{game}/orders/game/",
    "my-clubs": "/me/clubs/",
    "usual-orders": "/me/orders/",
    "battle-orders": "/games/{game}/orders/kyoto/",
    "analysis": "/games/{game}/analysis/",
    "history": "/games/{game}/history/",
    "moment": "/games/{game}/moments/1/",
    "record": "/games/{game}/record.json",
    "verify": "/games/{game}/verify/",
    "invitation": "/games/{game}/invitation/",
    "join": "/games/{game}/join/",
    "check-in": "/games/{game}/check-in/",
    "call-off": "/games/{game}/call-off/",
    "link-unknown": "/link/unknown/",
    "link-expired": "/link/expired/",
    "link-sent": "/link/sent/",
    "ratings": "/ratings/",
    "player": "/players/nobody/",
    "archive": "/archive/",
    "statistics": "/statistics/",
    "edition-statistics": "/statistics/kessen/",
    "edition-statistics-csv": "/statistics/kessen/statistics.csv",
    "edition": "/editions/kessen/",
    "rules": "/rules/",
}
FILES = {"record", "edition-statistics-csv"}
POSTED = {
    "play": "/play/",
    "forget-guest": "/play/forget/",
    "begin-lesson": "/lessons/march/",
    "fork": "/games/{game}/moments/1/fork/",
    "undo": "/games/{game}/undo/",
    "more-time": "/games/{game}/more-time/",
    "revoke-links": "/games/{game}/links/",
    "presence": "/games/{game}/presence/",
    "leave-lessons": "/games/{game}/lessons/",
}
FOLLOWED = {"turn-link", "invitation-link"}
SHARED = {"picture"}
"""What everybody may keep: tests/web/test_sharing.py."""


@pytest.fixture
def visit() -> Callable[[str], tuple[Client, str]]:
    """A browser of East's in a game of theirs, and the address of a page."""

    def prepared(path: str) -> tuple[Client, str]:
        table = Table()
        return signed_in(table.people[EAST]), path.format(game=table.game.public_id)

    return prepared


def test_every_page_is_here() -> None:
    assert {url.name for url in urlpatterns} == {*READ, *POSTED, *FOLLOWED, *SHARED}


@pytest.mark.parametrize("page", READ)
def test_no_cache_keeps_a_page_nor_that_there_is_none(
    visit: Callable[[str], tuple[Client, str]], page: str
) -> None:
    browser, path = visit(READ[page])
    for answer in (browser.get(path), Client().get(path)):
        assert "private" in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("page", READ)
def test_head_is_get_without_the_page(visit: Callable[[str], tuple[Client, str]], page: str) -> None:
    browser, path = visit(READ[page])
    got, headed = browser.get(path), browser.head(path)
    assert headed.status_code == got.status_code
    assert headed.content == b""
    assert headed["Content-Type"] == got["Content-Type"]


@pytest.mark.parametrize("page", [*READ, *POSTED])
@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_a_page_knows_no_other_verb(
    visit: Callable[[str], tuple[Client, str]], page: str, method: str
) -> None:
    browser, path = visit((READ | POSTED)[page])
    assert getattr(browser, method)(path).status_code == 405


@pytest.mark.parametrize("page", POSTED)
def test_pages_that_are_only_posted_refuse_get(visit: Callable[[str], tuple[Client, str]], page: str) -> None:
    browser, path = visit(POSTED[page])
    assert browser.get(path).status_code == 405


@pytest.mark.parametrize(
    "page",
    [
        "home",
        "lessons",
        "mine",
        "open",
        "next",
        "orders",
        "history",
        "moment",
        "record",
        "link-sent",
        "ratings",
        "player",
        "archive",
        "statistics",
        "edition-statistics",
        "edition-statistics-csv",
        "edition",
        "rules",
    ],
)
def test_pages_that_are_only_read_refuse_post(visit: Callable[[str], tuple[Client, str]], page: str) -> None:
    browser, path = visit(READ[page])
    assert browser.post(path).status_code == 405


def test_links_are_kept_by_no_cache_either() -> None:
    table = Table()
    assert "no-store" in Client().get(link(table.seat(EAST)))["Cache-Control"]
    assert "no-store" in Client().get("/t/nosuchgame/east/x/")["Cache-Control"]
    assert "no-store" in Client().get("/i/nosuchgame/x/")["Cache-Control"]


def test_an_address_without_its_slash_leads_on() -> None:
    assert Client().get("/games/open")["Location"] == "/games/open/"


@pytest.mark.parametrize("page", [page for page in READ if page not in FILES])
def test_a_page_says_its_language_and_has_one_heading(
    visit: Callable[[str], tuple[Client, str]], page: str
) -> None:
    browser, path = visit(READ[page])
    shown = browser.get(path, follow=True)
    assert shown["Content-Language"] == "en"
    assert shown.content.count(b"<h1>") == 1


def test_a_person_without_a_name_is_nameless_and_their_address_is_nowhere() -> None:
    person = Person.objects.at("secret-address@example.org")
    GameFactory.create(creator=person, terms=lobby.Terms(is_public=True))
    game = GameFactory.create(
        creator=person, opponent=lobby.Computer("random"), terms=lobby.Terms(is_public=True)
    )
    for path in ("/games/open/", "/", f"/games/{game.public_id}/"):
        page = Client().get(path).content.decode()
        assert "nameless" in page, path
        assert "secret-address" not in page, path
