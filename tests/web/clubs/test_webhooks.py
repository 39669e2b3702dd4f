"""The webhooks of a club on its pages, and dissolving a club."""

import pytest
from django.test import Client
from django.utils import timezone

from games.ladders.club_webhooks import CLUBS
from games.ladders.models.club import Club, Membership
from games.services import joining
from notifications.webhooks.models import Delivery, Webhook
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.ladders.test_club_games import made
from tests.web.browsers import read, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

URL = "https://hooks.example.org/in"
FORM = {"url": URL, "shape": "discord", "types": ["club.game-over", "club.round-paired"]}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def browser(club: Club) -> Client:
    return signed_in(PersonFactory.named("Organiser One"))


def test_organisers_make_one_and_see_what_it_is_told(club: Club, browser: Client) -> None:
    base = f"/clubs/{club.slug}/webhooks/"
    assert base in read(browser.get(f"/clubs/{club.slug}/"))
    assert "There are none yet." in read(browser.get(base))
    form = read(browser.get(f"{base}new/"))
    assert all(str(each.title) in form for each in CLUBS.types)
    assert "It is your turn" not in form
    assert "Which games?" not in form
    page_text = read(browser.post(f"{base}new/", FORM))
    hook = Webhook.objects.get()
    assert hook.secret in page_text
    assert (hook.person, hook.group) == (None, f"clubs.{club.slug}")
    assert hook.types == ["club.game-over", "club.round-paired"]
    page = read(browser.get(f"{base}{hook.key}/"))
    assert URL in page
    assert hook.secret not in page
    assert "all your games" not in page
    assert "A public game of the club is over" in page


def test_a_second_one_to_the_same_address_is_refused(club: Club, browser: Client) -> None:
    ClubWebhookFactory.create(club=club, url=URL)
    refused = browser.post(f"/clubs/{club.slug}/webhooks/new/", FORM)
    assert refused.status_code == 400
    assert "A webhook with this address already exists." in read(refused)
    assert browser.post("/me/webhooks/new/", {**FORM, "types": ["game.over"]}).status_code == 200


def test_organiser_tests_changes_and_deletes_a_webhook(club: Club, browser: Client) -> None:
    hook = ClubWebhookFactory.create(club=club)
    path = f"/clubs/{club.slug}/webhooks/{hook.key}/"
    assert browser.post(f"{path}test/")["Location"] == path
    delivery = Delivery.objects.get()
    Delivery.objects.update(status="failed", attempts=1)
    page = read(browser.get(path))
    assert browser.post(f"{path}deliveries/{delivery.message_id}/", {"attempts": 1})["Location"] == path
    delivery.refresh_from_db()
    assert delivery.status == "waiting"
    assert f'action="{path}delete/"' in page
    changed = read(browser.post(f"{path}secret/", {"rotations": 0}))
    again = Webhook.objects.get()
    assert again.secret != hook.secret
    assert again.secret in changed
    Webhook.objects.update(off_at=timezone.now(), off_for="gone")
    assert browser.post(f"{path}on/")["Location"] == path
    assert Webhook.objects.get().off_at is None
    assert browser.post(f"{path}delete/")["Location"] == f"/clubs/{club.slug}/webhooks/"
    assert not Webhook.objects.exists()


def test_one_of_another_club_or_of_ones_own_is_not_there(club: Club, browser: Client) -> None:
    elsewhere = ClubWebhookFactory.create(
        club=ClubFactory.create(founder__name="Elsewhere", name="Elsewhere")
    )
    browser.post("/me/webhooks/new/", {"url": URL, "shape": "standard", "types": ["game.over"]})
    own = Webhook.objects.get(group="")
    for hook in (elsewhere, own):
        assert browser.get(f"/clubs/{club.slug}/webhooks/{hook.key}/").status_code == 404
    assert browser.get(f"/me/webhooks/{elsewhere.key}/").status_code == 404


# --- dissolving


def test_club_is_dissolved_after_a_confirmation(club: Club, browser: Client) -> None:
    path = f"/clubs/{club.slug}/"
    assert f"{path}dissolve/" in read(browser.get(path))
    asked = read(browser.get(f"{path}dissolve/"))
    assert "This cannot be undone." in asked
    for _click in range(2):
        page = read(browser.post(f"{path}dissolve/", follow=True))
        assert "This club was dissolved on" in page
    assert not Membership.objects.exists()
    seen = read(Client().get(path))
    assert "This club was dissolved on" in seen
    assert "Join" not in seen.partition("<footer")[0].partition("<main")[2]
    assert club.name not in read(Client().get("/clubs/"))
    assert browser.get(f"{path}settings/").status_code == 404


def test_club_with_a_running_game_says_why_it_cannot_be_dissolved(club: Club, browser: Client) -> None:
    for name in ("Anna", "Bert"):
        MembershipFactory.create(club=club, person__name=name)
    joining.join(game=made(club, PersonFactory.named("Anna")), person=PersonFactory.named("Bert"))
    for answer in (
        browser.get(f"/clubs/{club.slug}/dissolve/"),
        browser.post(f"/clubs/{club.slug}/dissolve/"),
    ):
        page_text = read(answer)
        assert "The club has games that are running or about to begin." in page_text
        assert 'class="button danger"' not in page_text
    assert Membership.objects.exists()


def test_the_only_member_is_told_how_to_leave(club: Club, browser: Client) -> None:
    path = f"/clubs/{club.slug}/"
    page = read(browser.get(f"{path}leave/"))
    assert f'<a href="{path}dissolve/">dissolve the club</a>' in page
    MembershipFactory.create(club=club, person__name="Anna")
    assert "dissolve the club" not in read(browser.get(f"{path}leave/"))
