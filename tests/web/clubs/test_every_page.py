"""Properties of every page about clubs: no caching, HEAD requests, and only the allowed methods."""

import pytest
from django.test import Client

from games.ladders.models.club import Club, Membership
from games.web.clubs.urls import urlpatterns
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

READ = {
    "clubs": "/clubs/",
    "new": "/clubs/new/",
    "club": "/clubs/{club}/",
    "games": "/clubs/{club}/games/",
    "members": "/clubs/{club}/members/",
    "member": "/clubs/{club}/members/{member}/",
    "join": "/clubs/{club}/join/",
    "leave": "/clubs/{club}/leave/",
    "settings": "/clubs/{club}/settings/",
    "dissolve": "/clubs/{club}/dissolve/",
    "webhooks": "/clubs/{club}/webhooks/",
    "new-webhook": "/clubs/{club}/webhooks/new/",
    "webhook": "/clubs/{club}/webhooks/{webhook}/",
    "requests": "/clubs/{club}/requests/",
}
POSTED = {
    "renew-link": "/clubs/{club}/link/",
    "decide": "/clubs/{club}/requests/x/",
    "allow-back": "/clubs/{club}/removals/x/",
    "webhook-trial": "/clubs/{club}/webhooks/{webhook}/test/",
    "webhook-secret": "/clubs/{club}/webhooks/{webhook}/secret/",
    "webhook-on": "/clubs/{club}/webhooks/{webhook}/on/",
    "webhook-delete": "/clubs/{club}/webhooks/{webhook}/delete/",
    "webhook-redeliver": "/clubs/{club}/webhooks/{webhook}/deliveries/x/",
}
FOLLOWED = {"link"}


def visited(path: str) -> tuple[Client, str]:
    """A browser of an organiser, and the address of a page."""
    organiser = PersonFactory.named("Organiser One")
    club = ClubFactory.create(founder=organiser)
    row: Membership = MembershipFactory.create(club=club, person__name="Ashigaru One")
    hook = ClubWebhookFactory.create(club=club)
    return signed_in(organiser), path.format(club=club.slug, member=row.public_id, webhook=hook.key)


def test_every_page_is_here() -> None:
    assert {url.name for url in urlpatterns} == {*READ, *POSTED, *FOLLOWED}


@pytest.mark.parametrize("page", READ)
def test_a_page_is_kept_by_no_cache_and_says_its_language(page: str) -> None:
    browser, path = visited(READ[page])
    for answer in (browser.get(path), Client().get(path)):
        assert "no-store" in answer["Cache-Control"]
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["Referrer-Policy"] == "same-origin"
    shown = browser.get(path, follow=True)
    assert shown["Content-Language"] == "en"
    assert shown.content.count(b"<h1>") == 1
    got, headed = browser.get(path), browser.head(path)
    assert (headed.status_code, headed.content) == (got.status_code, b"")


@pytest.mark.parametrize("page", [*READ, *POSTED])
def test_a_page_knows_no_other_verb(page: str) -> None:
    browser, path = visited((READ | POSTED)[page])
    for method in ("put", "patch", "delete", "options", "trace"):
        assert getattr(browser, method)(path).status_code == 405


@pytest.mark.parametrize("page", POSTED)
def test_page_for_posting_refuses_get(page: str) -> None:
    browser, path = visited(POSTED[page])
    assert browser.get(path).status_code == 405


@pytest.mark.parametrize("page", ["clubs", "club", "members", "requests"])
def test_page_for_reading_refuses_post(page: str) -> None:
    browser, path = visited(READ[page])
    assert browser.post(path).status_code == 405


def test_a_link_leaves_the_address_and_is_told_to_nobody() -> None:
    club = ClubFactory.create(joining=Club.Joining.LINK)
    answer = Client().get(f"/clubs/{club.slug}/join/{club.link}/")
    assert answer["Location"] == f"/clubs/{club.slug}/"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
