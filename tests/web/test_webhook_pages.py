"""The pages of webhooks: creating one, its log, its actions; a 404 for others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from notifications.webhooks import event_types, services
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner
from tests.kit.receiver import Receiver, receiver
from tests.kit.table import EMAILS, Table
from tests.kit.work import do_due_work
from tests.web.browsers import read, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PAGE = "/me/webhooks/"
URL = "https://hooks.example.org/in"
FORM = {"url": URL, "shape": "standard", "types": ["game.your-phase"], "topic": ""}


@pytest.fixture
def person() -> Person:
    return Person.objects.at(EMAILS[EAST])


@pytest.fixture
def browser(person: Person) -> Client:
    return signed_in(person)


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server


def made(person: Person, url: str = URL) -> Webhook:
    return services.create(
        owner=Owner(person.pk), url=url, shape="standard", types=list(event_types.titles())
    )


def delivered(person: Person, server: Receiver) -> Delivery:
    made(person, f"http://{server.address}/in")
    Table()
    do_due_work()
    return Delivery.objects.select_related("webhook").get()


# --- who sees what ---


def test_webhooks_of_others_are_not_listed(person: Person) -> None:
    made(person)
    listed = read(signed_in(Person.objects.at("other@example.org")).get(PAGE))
    assert URL not in listed
    assert "You have none yet." in listed


# --- a new one ---


def test_a_new_webhook_shows_its_secret_once(person: Person, browser: Client) -> None:
    assert f'href="{PAGE}new/"' in read(browser.get(PAGE))
    answer = browser.post(f"{PAGE}new/", FORM)
    row = Webhook.objects.get()
    assert answer.status_code == 200
    assert row.secret in read(answer)
    assert (row.person, row.url, row.shape, row.types) == (person, URL, "standard", ["game.your-phase"])
    for path in (PAGE, f"{PAGE}{row.key}/"):
        assert row.secret not in read(browser.get(path))
        assert "It is your turn" in read(browser.get(path))


def test_a_webhook_can_be_limited_to_one_game(browser: Client) -> None:
    table, other = Table(1), Table(2)
    table.submit(EAST)
    choices = read(browser.get(f"{PAGE}new/"))
    name = table.game.public_id
    assert f'<option value="{name}">{name}, begun as East</option>' in choices
    assert other.game.public_id in choices
    browser.post(f"{PAGE}new/", {**FORM, "topic": name})
    assert Webhook.objects.get().topic == name
    assert f"game {name} alone" in read(browser.get(PAGE))
    elsewhere = signed_in(Person.objects.at("other@example.org"))
    assert elsewhere.post(f"{PAGE}new/", {**FORM, "topic": name}).status_code == 400


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"url": ""}, "This field is required."),
        ({"url": "nonsense"}, "This is not a valid webhook address"),
        ({"url": "http://hooks.example.org/"}, "The address must begin with https://."),
        ({"url": "https://hooks.example.org:8080/"}, "Leave out the port"),
        ({"url": "https://127.0.0.1/"}, "not on the public internet"),
        ({"shape": "fax"}, "Select a valid choice."),
        ({"types": []}, "This field is required."),
        ({"types": ["game.won"]}, "Select a valid choice."),
        ({"topic": "nosuchgame"}, "Select a valid choice."),
    ],
)
def test_an_invalid_webhook_shows_what_is_wrong(browser: Client, change: Any, complaint: str) -> None:
    answer = browser.post(f"{PAGE}new/", {**FORM, **change})
    assert answer.status_code == 400
    assert complaint in read(answer)
    assert not Webhook.objects.exists()


def test_a_second_click_makes_no_second_one_and_there_are_ten_at_most(
    person: Person, browser: Client
) -> None:
    browser.post(f"{PAGE}new/", FORM)
    again = browser.post(f"{PAGE}new/", FORM)
    assert again.status_code == 400
    assert "A webhook with this address already exists." in read(again)
    for number in range(1, services.MOST_WEBHOOKS_OF_ONE):
        made(person, f"{URL}/{number}")
    refused = browser.post(f"{PAGE}new/", {**FORM, "url": f"{URL}/more"})
    assert "The maximum number of webhooks is reached" in read(refused)
    listed = read(browser.get(PAGE))
    assert "delete one to make another" in listed
    assert f'href="{PAGE}new/"' not in listed


# --- one ---


def test_the_log_shows_the_outcome_of_each_delivery(
    person: Person, browser: Client, server: Receiver
) -> None:
    server.status, server.body = 500, b"<script>alert(1)</script>" + b"x" * 300
    row = delivered(person, server)
    shown = browser.get(f"{PAGE}{row.webhook.key}/")
    assert b"<script>" not in shown.content
    page_text = read(shown)
    assert "<script>alert(1)</script>" + "x" * 175 + "</code>" in page_text
    assert "waiting: it was answered with a status that is no success" in page_text
    assert "next try at" in page_text
    assert "Answered 500" in page_text
    assert f"{row.milliseconds} ms" in page_text
    assert row.message_id in page_text
    assert '"type":"game.started"' in page_text


def test_before_anything_was_sent(person: Person, browser: Client) -> None:
    assert "Nothing yet." in read(browser.get(f"{PAGE}{made(person).key}/"))


def test_a_message_is_redelivered_once_a_click(person: Person, browser: Client, server: Receiver) -> None:
    row = delivered(person, server)
    page = f"{PAGE}{row.webhook.key}/"
    path = f"{page}deliveries/{row.message_id}/"
    assert f'action="{path}"' in read(browser.get(page))
    for _click in range(2):
        assert browser.post(path, {"attempts": 1})["Location"] == page
    assert read(browser.get(page)).count("It is sent again.") == 1
    do_due_work()
    for attempts in ("1", "", "x", "-1", "9" * 30):
        browser.post(path, {"attempts": attempts})
    do_due_work()
    assert len(server.got) == 2
    assert browser.post(f"{page}deliveries/none/", {"attempts": 1}).status_code == 404


def test_a_test_is_sent(person: Person, browser: Client, server: Receiver) -> None:
    row = made(person, f"http://{server.address}/in")
    page = f"{PAGE}{row.key}/"
    for _time in range(services.MOST_TEST_MESSAGES):
        browser.post(f"{page}test/")
    assert "A test is on its way." in read(browser.get(page))
    browser.post(f"{page}test/")
    assert "Too many tests were sent within an hour" in read(browser.get(page))
    while do_due_work():
        pass
    assert len(server.got) == services.MOST_TEST_MESSAGES
    assert "<b>Test</b>" in read(browser.get(page))


def test_the_secret_is_changed_once_a_click(person: Person, browser: Client) -> None:
    row = made(person)
    page = f"{PAGE}{row.key}/"
    shown = read(browser.post(f"{page}secret/", {"rotations": 0}))
    old, row = row, Webhook.objects.get()
    assert row.secret != old.secret == row.old_secret
    assert row.secret in shown
    assert "signs too for 24 hours" in shown
    assert browser.post(f"{page}secret/", {"rotations": 0})["Location"] == page
    assert "changed already" in read(browser.get(page))
    assert Webhook.objects.get().secret == row.secret


def test_one_that_is_off_can_be_switched_on(person: Person, browser: Client, server: Receiver) -> None:
    row = delivered(person, server)
    Webhook.objects.update(off_at=timezone.now(), off_for=Webhook.Off.FAILING)
    page = f"{PAGE}{row.webhook.key}/"
    page_text = read(browser.get(page))
    assert "nothing got through for days" in page_text
    assert "Send a test" not in page_text
    assert "Send it again" not in page_text
    assert "Switched off" in read(browser.get(PAGE))
    browser.post(f"{page}test/")
    assert "Switch it on first." in read(browser.get(page))
    browser.post(f"{page}on/")
    assert "The webhook is switched on." in read(browser.get(page))
    assert Webhook.objects.get().off_at is None


def test_a_webhook_can_be_deleted(person: Person, browser: Client) -> None:
    key = made(person).key
    assert browser.post(f"{PAGE}{key}/delete/")["Location"] == PAGE
    assert "The webhook is deleted." in read(browser.get(PAGE))
    assert browser.post(f"{PAGE}{key}/delete/").status_code == 404
    assert not Webhook.objects.exists()


def test_the_settings_lead_there(browser: Client) -> None:
    assert f'href="{PAGE}"' in read(browser.get("/me/"))


def test_the_other_side_is_told_nothing(server: Receiver) -> None:
    made(Person.objects.at(EMAILS[WEST]), f"http://{server.address}/west")
    table = Table()
    do_due_work()
    server.got.clear()
    assert f"{table.game.public_id}_east" not in read(signed_in(table.people[WEST]).get(PAGE))
    assert all("west" in row.message_id for row in Delivery.objects.all())
