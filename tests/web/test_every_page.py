"""Properties of every page of people, games and clubs: no caching, HEAD requests, language and heading.

Which methods a page knows is in the table of `tests/permissions`.
"""

import pytest
from django.test import Client

from accounts.models.person import Person
from games.engine.side import EAST
from games.ladders.clubs import announcements
from games.ladders.models.club import Membership
from games.services import lobby
from notifications.webhooks import services
from notifications.webhooks.owners import Owner
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.permissions.table import TABLE
from tests.permissions.test_table import forgotten, rows_of
from tests.secrecy.routes import routes
from tests.web.browsers import link, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NAMESPACES = ("accounts", "clubs", "games", "notifications")
FOLLOWED = {
    "accounts:sign-in-link",
    "clubs:invitation",
    "clubs:link",
    "clubs:news",
    "games:answer-link",
    "games:calendar",
    "games:invitation-link",
    "games:pause-link",
    "games:rematch-link",
    "games:turn-link",
    "notifications:stop",
}
SHARED = {"clubs:calendar", "games:film", "games:picture", "games:small-board"}
"""What browsers may keep: tests/web/test_film.py, test_sharing.py, test_small_board.py, test_calendar.py."""
PAGES = {
    route.name: route
    for route in routes()
    if route.name.partition(":")[0] in NAMESPACES and route.name not in FOLLOWED | SHARED
}
READ = {name for name in PAGES if f"GET {name}" in rows_of(TABLE)}
FILES = {"games:record", "games:edition-statistics-csv"}
COUNTED = {"accounts:data-archive", "accounts:data-everything"}
"""Files that nobody may have often, so that HEAD is refused."""

HOOK = "https://hooks.example.org/in"


def of_people() -> tuple[Client, dict[str, str]]:
    """Somebody's browser, and what stands in the addresses of what is their own."""
    person = PersonFactory.create()
    hook = services.create(owner=Owner(person.pk), url=HOOK, shape="standard", types=["game.over"])
    names = ("token_key", "client_id", "device", "message_id")
    return signed_in(person), {"key": hook.key, **dict.fromkeys(names, "none")}


def of_games() -> tuple[Client, dict[str, str]]:
    """A browser of East's, and what stands in the addresses of a game of theirs."""
    table = Table()
    printed = {"edition": "kessen", "named": "kessen", "location": "kyoto", "name": "march"}
    game = {"public_id": table.game.public_id, "number": "1", "key": "nobody", "tap": "pass", "version": "1"}
    return signed_in(table.people[EAST]), printed | game


def of_clubs() -> tuple[Client, dict[str, str]]:
    """An organiser's browser, and what stands in the addresses of their club."""
    organiser = PersonFactory.named("Organiser One")
    club = ClubFactory.create(founder=organiser)
    row: Membership = MembershipFactory.create(club=club, person__name="Ashigaru One")
    said = announcements.publish(club=club, by=organiser, title="Friday", text="At *eight*.").public_id
    token = announcements.stop_url(row).rstrip("/").rpartition("/")[2]
    news = {"announcement": said, "token": token}
    members = {"member": row.public_id, "request_id": "x", "removal": "x"}
    hooks = {"key": ClubWebhookFactory.create(club=club).key, "message_id": "x"}
    return signed_in(organiser), {"slug": club.slug, **members, **news, **hooks}


WORLDS = {"accounts": of_people, "notifications": of_people, "games": of_games, "clubs": of_clubs}


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_page_keeps_to_what_holds_for_all(namespace: str, subtests: pytest.Subtests) -> None:
    browser, values = WORLDS[namespace]()
    for page in sorted(PAGES):
        if page.startswith(f"{namespace}:"):
            with subtests.test(page), forgotten():
                check(page, browser, PAGES[page].filled(**values))


def check(page: str, browser: Client, path: str) -> None:
    for method in ("options", "trace"):
        assert getattr(browser, method)(path).status_code == 405
    if page not in READ:
        return
    got = browser.get(path)
    for answer in (got, Client().get(path)):
        assert "private" in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"], "no cache keeps it, nor that there is none"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["Referrer-Policy"] == "same-origin"
    if got.streaming:
        got.getvalue()  # to its end, which closes its file
    if page not in COUNTED:
        headed = browser.head(path)
        assert headed.status_code == got.status_code
        assert headed.content == b""
        assert headed["Content-Type"] == got["Content-Type"]
    if page not in FILES | COUNTED:
        shown = browser.get(path, follow=True) if got.status_code == 302 else got
        assert shown["Content-Language"] == "en"
        assert shown.content.count(b"<h1>") == 1


def test_links_are_kept_by_no_cache_either() -> None:
    table = Table()
    assert "no-store" in Client().get(link(table.seat(EAST)))["Cache-Control"]
    assert "no-store" in Client().get("/t/nosuchgame/east/x/")["Cache-Control"]
    assert "no-store" in Client().get("/i/nosuchgame/x/")["Cache-Control"]


def test_an_address_without_its_slash_leads_on() -> None:
    assert Client().get("/games/open")["Location"] == "/games/open/"


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
