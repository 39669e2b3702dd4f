"""The pages of a club's announcements: preview, sending, reading, and the switch of a club's news."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.ladders.clubs import announcements
from games.ladders.clubs.announcements import ANNOUNCEMENT
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.club import Club
from notifications.models import Notification
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.web.browsers import path_of, signed_in

pytestmark = pytest.mark.django_db

WRITTEN = {"title": "Friday", "text": "We **meet** at <b>eight</b>.", "ladder": ""}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(members=["Anna", "Bert"])


def of(name: str) -> Client:
    return signed_in(PersonFactory.named(name))


def button_of(page: str) -> dict[str, str]:
    """What the button below a preview sends."""
    names = re.findall(r'<input type="hidden" name="(ladder|title|text|key)" value="([^"]*)">', page)
    return {**dict(names), "text": WRITTEN["text"], "send": "1"}


def test_preview_shows_text_and_number_of_readers_and_sends_nothing(club: Club) -> None:
    page = of("Organiser One").post(f"/clubs/{club.slug}/announcements/new/", WRITTEN).content.decode()
    assert "We <strong>meet</strong> at &lt;b&gt;eight&lt;/b&gt;." in page
    assert "It is mailed to 2 members." in page
    assert not ClubAnnouncement.objects.exists()


def test_button_of_a_preview_pressed_twice_sends_once(club: Club) -> None:
    browser, path = of("Organiser One"), f"/clubs/{club.slug}/announcements/new/"
    button = button_of(browser.post(path, WRITTEN).content.decode())
    first, second = browser.post(path, button), browser.post(path, button)
    made = ClubAnnouncement.objects.get()
    assert first["Location"] == second["Location"] == f"/clubs/{club.slug}/announcements/{made.public_id}/"
    assert Notification.objects.filter(kind=ANNOUNCEMENT).count() == 2
    again = button_of(browser.post(path, WRITTEN).content.decode())
    browser.post(path, again)
    assert ClubAnnouncement.objects.count() == 2


def test_announcement_can_be_for_a_ladder_of_the_club_and_of_no_other(club: Club) -> None:
    browser, path = of("Organiser One"), f"/clubs/{club.slug}/announcements/new/"
    ladder = LadderFactory.create(club=club, players=["Anna"])
    page = browser.post(path, {**WRITTEN, "ladder": ladder.public_id}).content.decode()
    assert "It is mailed to 1 member." in page
    browser.post(path, button_of(page))
    assert ClubAnnouncement.objects.get().ladder == ladder
    foreign = LadderFactory.create(club=ClubFactory.create(name="Others"))
    assert browser.post(path, {**WRITTEN, "ladder": foreign.public_id}).status_code == 400


def test_what_the_service_refuses_is_told_and_the_text_is_kept(club: Club) -> None:
    browser, path = of("Organiser One"), f"/clubs/{club.slug}/announcements/new/"
    for _time in range(3):
        browser.post(path, button_of(browser.post(path, WRITTEN).content.decode()))
    refused = browser.post(path, button_of(browser.post(path, WRITTEN).content.decode()))
    assert refused.status_code == 400
    assert "That was enough for now." in refused.content.decode()
    assert "We **meet** at &lt;b&gt;eight&lt;/b&gt;." in refused.content.decode()


def test_members_read_announcements_and_strangers_do_not(club: Club) -> None:
    made = announcements.publish(
        club=club, by=PersonFactory.named("Organiser One"), title="Friday", text="At *eight*."
    )
    folder = f"/clubs/{club.slug}/announcements/"
    assert "At <em>eight</em>." in of("Anna").get(f"{folder}{made.public_id}/").content.decode()
    for path in (folder, f"/clubs/{club.slug}/"):
        assert "Friday" in of("Anna").get(path).content.decode()
    assert "Friday" not in of("Stranger").get(f"/clubs/{club.slug}/").content.decode()
    assert "Friday" not in Client().get(f"/clubs/{club.slug}/").content.decode()
    for path in (folder, f"{folder}{made.public_id}/"):
        assert of("Stranger").get(path).status_code == 404


def test_link_of_a_mail_stops_the_news_by_a_button_alone(club: Club) -> None:
    anna = member(club, PersonFactory.named("Anna"))
    path, browser = path_of(announcements.stop_url(anna)), Client()
    assert "Stop these mails" in browser.get(path).content.decode()
    anna.refresh_from_db()
    assert anna.wants_news
    for sent, wanted in (({"List-Unsubscribe": "One-Click"}, False), ({"undo": "1"}, True)):
        browser.post(path, sent)
        anna.refresh_from_db()
        assert anna.wants_news == wanted
