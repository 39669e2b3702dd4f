"""Announcements of clubs: who may write them, who is mailed, and what comes of hostile Markdown."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from games.ladders import participation
from games.ladders.clubs import announcements, dissolving, membership
from games.ladders.clubs.announcements import ANNOUNCEMENT, publish
from games.ladders.clubs.markdown import TAGS, html_of
from games.ladders.clubs.webhook_events import ANNOUNCED
from games.ladders.models.announcement import LONGEST_ANNOUNCEMENT, LONGEST_TITLE, ClubAnnouncement
from games.ladders.models.club import Club, Membership
from notifications import services as notifications
from notifications.models import Notification
from notifications.webhooks.models import Delivery
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Forbidden, Limited, Unacceptable
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.ladders import LadderFactory, organiser_of
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.concurrency import at_once
from tests.kit.work import do_due_work

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = ClubFactory.create(members=["Anna", "Bert"])
    mail.outbox.clear()
    return club


def say(
    club: Club, title: str = "Friday", text: str = "We **meet** at eight.", **more: Any
) -> ClubAnnouncement:
    return publish(**{"club": club, "by": organiser_of(club), "title": title, "text": text, **more})


def mailed() -> list[str]:
    """The names of those who are mailed by now."""
    do_due_work()
    do_due_work()
    by_address = {person.email: person.name for person in Person.objects.all()}
    return sorted(by_address[address] for message in mail.outbox for address in message.to)


def test_each_member_but_the_author_is_mailed_once(club: Club) -> None:
    say(club)
    assert mailed() == ["Anna", "Bert"]
    message, _other = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    assert message.subject == "Friends of Sekigahara: Friday"
    assert "Organiser One writes to the members of Friends of Sekigahara." in message.body
    assert "We **meet** at eight." in message.body
    assert "<strong>meet</strong>" in str(message.alternatives[0])


def test_an_announcement_to_a_ladder_is_mailed_to_those_who_take_part(club: Club) -> None:
    ladder = LadderFactory.create(club=club, players=["Anna", "Bert"])
    participation.leave(ladder=ladder, person=PersonFactory.named("Bert"), now=service_time.now())
    mail.outbox.clear()
    Notification.objects.all().delete()
    say(club, ladder=ladder)
    assert mailed() == ["Anna"]
    assert "Organiser One writes to the players of Free." in mail.outbox[0].body


def test_an_organiser_who_may_not_write_messages_announces_nothing(club: Club) -> None:
    moderator = PersonFactory.create(is_moderator=True)
    restrictions.impose(
        person=organiser_of(club), what=[Restricted.MESSAGES], days=3, reason="So.", by=moderator
    )
    with pytest.raises(Forbidden, match="restricted"):
        say(club)


def test_a_club_announces_three_things_a_day(club: Club) -> None:
    for number in range(3):
        say(club, f"Number {number}")
    with pytest.raises(Limited):
        say(club, "Too much")
    assert ClubAnnouncement.objects.count() == 3
    say(ClubFactory.create(name="Others", founder=organiser_of(club)), "Another club has its own")


def test_the_same_request_sent_twice_announces_once(club: Club) -> None:
    first, second = say(club, key="one"), say(club, key="one")
    assert first == second
    assert mailed() == ["Anna", "Bert"]
    with pytest.raises(Unacceptable, match="idempotency-key-reused"):
        say(club, "Something else", key="one")


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_double_click_at_one_moment_announces_once(club: Club) -> None:
    at_once(lambda: say(club, key="one"), lambda: say(club, key="one"))
    assert ClubAnnouncement.objects.count() == 1
    assert mailed() == ["Anna", "Bert"]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "Text"),
        ("\u200b", "Text"),
        ("T" * (LONGEST_TITLE + 1), "Text"),
        ("Title", " \n "),
        ("Title", "t" * (LONGEST_ANNOUNCEMENT + 1)),
        ("Title", "a \u202e turned line"),
    ],
)
def test_text_that_nobody_can_read_is_refused(club: Club, title: str, text: str) -> None:
    with pytest.raises(Unacceptable, match="bad-words"):
        say(club, title, text)


def test_a_member_who_leaves_before_it_is_sent_is_not_mailed(club: Club) -> None:
    say(club)
    membership.leave(club=club, person=PersonFactory.named("Bert"))
    assert mailed() == ["Anna"]


def test_a_member_can_stop_the_news_of_one_club_and_of_no_other(club: Club) -> None:
    other = ClubFactory.create(name="Others", founder=organiser_of(club), members=["Anna"])
    anna = PersonFactory.named("Anna")
    announcements.choose_news(member(club, anna), wanted=False)
    assert [each.person.name for each in announcements.recipients(club, organiser_of(club))] == ["Bert"]
    say(club)
    say(other)
    assert mailed() == ["Anna", "Bert"]
    assert [message.subject for message in mail.outbox if message.to == [anna.email]] == ["Others: Friday"]


def test_news_stopped_before_they_are_sent_are_not_sent(club: Club) -> None:
    say(club)
    announcements.choose_news(member(club, PersonFactory.named("Anna")), wanted=False)
    assert mailed() == ["Bert"]


def test_whoever_mutes_the_kind_is_neither_counted_nor_mailed(club: Club) -> None:
    notifications.mute(person=PersonFactory.named("Anna"), kind=ANNOUNCEMENT)
    assert announcements.recipients(club, organiser_of(club)).count() == 1
    say(club)
    assert mailed() == ["Bert"]


def test_a_link_stops_the_news_of_its_member_alone(club: Club) -> None:
    anna = member(club, PersonFactory.named("Anna"))
    token = announcements.stop_url(anna).rstrip("/").rpartition("/")[2]
    assert announcements.member_by_link(club.slug, token) == anna
    assert announcements.member_by_link("another-club", token) is None
    assert announcements.member_by_link(club.slug, f"{token[:-1]}!") is None
    membership.leave(club=club, person=anna.person)
    assert announcements.member_by_link(club.slug, token) is None


def test_a_thousand_members_are_told_with_few_statements(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    people = Person.objects.bulk_create(
        Person(email=f"{number}@example.org", name=f"Crowd {number}") for number in range(1_000)
    )
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)
    with django_assert_max_num_queries(20):
        say(club)
    assert Notification.objects.filter(kind=ANNOUNCEMENT).count() == 1_002


def test_the_clubs_webhook_is_told_of_it(club: Club) -> None:
    ClubWebhookFactory.create(club=club)
    made = say(club)
    (sent,) = Delivery.objects.filter(type=ANNOUNCED.name)
    data = json.loads(sent.body)["data"]
    assert (data["announcement"], data["title"], data["text"]) == (
        made.public_id,
        "Friday",
        "We **meet** at eight.",
    )
    assert data["ladder"] is None
    assert data["by"]["name"] == "Organiser One"


def test_what_a_club_announced_goes_when_it_is_dissolved(club: Club) -> None:
    say(club)
    dissolving.dissolve(club=club, by=organiser_of(club), now=service_time.now())
    assert not ClubAnnouncement.objects.exists()


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "<javascript:alert(1)>",
        "![seen](https://example.org/pixel.png)",
        '<a href="https://example.org" onclick="alert(1)">a</a>',
        "[a](https://example.org 'x\" onmouseover=\"alert(1)')",
        "<iframe src=https://example.org></iframe>",
        '<p style="position:fixed">over all</p>',
        "```<script>\nalert(1)\n```",
        "`<img src=x>`",
    ],
)
def test_nothing_but_plain_markup_comes_out_of_markdown(hostile: str) -> None:
    seen: list[tuple[str, list[tuple[str, str | None]]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append((tag, attrs))

    Reader().feed(html_of(f"Before\n\n{hostile}\n\nAfter"))
    assert {tag for tag, _attributes in seen} <= TAGS
    for _tag, attributes in seen:
        assert {name for name, _value in attributes} <= {"href", "rel"}
        assert all(str(value).startswith("https://") for name, value in attributes if name == "href")


def test_markdown_makes_paragraphs_lists_headings_and_links() -> None:
    html = html_of("# Friday\n\n*Bring*:\n- **beer**\n- https://example.org/map\n\none line\nanother")
    assert "<h2>Friday</h2>" in html
    assert "<em>Bring</em>" in html
    assert "<li><strong>beer</strong></li>" in html
    assert '<a href="https://example.org/map" rel="noopener noreferrer">https://example.org/map</a>' in html
    assert "one line<br>" in html


def test_markdown_makes_no_link_of_a_word_with_a_dot() -> None:
    assert "<a" not in html_of("Meet at sekigahara.club, or write to anna@example.org.")
