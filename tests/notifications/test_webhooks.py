"""Webhooks: what is announced is posted to them, once; and what their owners do with them."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from standardwebhooks import Webhook as Library

from accounts.models.person import Person
from notifications.models import Muted, Notification
from notifications.registry import Event
from notifications.services import Announcement, announce
from notifications.tasks import forget_old
from notifications.webhooks import event_types, queue, services
from notifications.webhooks.delivery import deliver_due
from notifications.webhooks.event_types import NoFacts
from notifications.webhooks.models import Delivery, Webhook
from sekigahara.errors.exceptions import RefusalError
from tests.kit.concurrency import at_once
from tests.kit.receiver import Receiver
from tests.kit.work import do_due_work
from tests.notifications.castles import FELL, ROSE, made
from tests.notifications.conftest import NEWS, owe
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("castles")]

Status = Delivery.Status
NOON = datetime.fromisoformat("2026-11-21T12:00:00+00:00")


# --- what is sent ---


def test_announcement_is_posted_signed_and_once(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    with time_machine.travel(NOON, tick=False):
        owe(person, "osaka.east", "7")
        assert deliver_due() > 0
        assert deliver_due() == 0
        (got,) = server.got
        told = Library(hook.secret).verify(got.body, got.headers)
    assert told == {
        "type": FELL.name,
        "timestamp": "2026-11-21T12:00:00+00:00",
        "data": {"castle": "osaka.east", "occasion": "7"},
    }
    assert got.headers["webhook-id"] == "tests_news_osaka_east_7"
    assert got.headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    row = Delivery.objects.get()
    assert (row.status, row.attempts, row.answered, row.outcome) == (Status.DELIVERED, 1, 204, "")


@pytest.mark.usefixtures("in_two_languages")
def test_discord_gets_a_sentence_in_the_owners_language_that_mentions_nobody(
    person: Person, server: Receiver
) -> None:
    Person.objects.filter(pk=person.pk).update(language="de")
    made(person, server, shape=Webhook.Shape.DISCORD)
    owe(person)
    deliver_due()
    assert json.loads(server.got[0].body) == {
        "content": "@everyone: told in de",
        "allowed_mentions": {"parse": []},
    }


def test_each_webhook_is_told_what_it_wants(person: Person, server: Receiver) -> None:
    made(person, server, "all")
    made(person, server, "rose", types=[ROSE.name])
    made(person, server, "osaka", topic="osaka")
    made(person, server, "nothing", types=[])
    made(Person.objects.at("other@example.org"), server, "other")
    owe(person, "osaka.east", "1")
    owe(person, "kyoto.east", "rose")
    owe(person, "past", "2")
    do_due_work()
    assert sorted(got.path for got in server.got) == ["/all", "/all", "/osaka", "/rose"]


def test_whether_mail_is_wanted_or_late_is_no_matter(person: Person, server: Receiver) -> None:
    made(person, server)
    Muted.objects.create(person=person, kind=NEWS)
    announce([Announcement(NEWS, "osaka.east", "1", person.pk, timezone.now() + timedelta(hours=1))])
    deliver_due()
    assert len(server.got) == 1
    assert not mail.outbox


def test_webhooks_that_fail_keep_no_mail(person: Person, server: Receiver) -> None:
    server.status = 500
    made(person, server)
    owe(person)
    do_due_work()
    assert len(mail.outbox) == len(server.got) == 1


def test_kinds_without_events_reach_no_webhook(person: Person, server: Receiver) -> None:
    made(person, server)
    owe(person, str(person.pk), kind="notifications.test_mail")
    assert deliver_due() == 0
    assert not Notification.objects.filter(owes_webhooks=True).exists()


def test_broken_event_stops_no_other(
    person: Person, server: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    made(person, server)
    owe(person, "broken")
    owe(person, "osaka.east")
    with caplog.at_level(logging.ERROR):
        deliver_due()
    assert "could not tell webhooks of tests.news broken 1" in caplog.text
    assert len(server.got) == 1
    assert deliver_due() == 0


def test_somebody_without_webhooks_is_owed_nothing(person: Person) -> None:
    owe(person)
    assert deliver_due() == 1
    assert deliver_due() == 0
    assert not Delivery.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_workers_post_each_message_once(person: Person, server: Receiver) -> None:
    for path in "abc":
        made(person, server, path)
    announce([Announcement(NEWS, "osaka.east", str(number), person.pk) for number in range(6)])

    def work() -> None:
        while deliver_due():
            pass

    at_once(*[work] * 3)
    came = sorted((got.path, got.headers["webhook-id"]) for got in server.got)
    assert came == sorted((f"/{path}", f"tests_news_osaka_east_{n}") for path in "abc" for n in range(6))


def test_nobody_is_owed_without_end(
    person: Person, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)
    made(person, server)
    for number in range(5):
        owe(person, "osaka.east", str(number))
    queue.hand_on()
    assert Delivery.objects.count() == 3


# --- what its owner does ---


def test_one_address_may_have_a_webhook_for_each_game(person: Person, server: Receiver) -> None:
    made(person, server)
    made(person, server, topic="osaka")
    assert Webhook.objects.count() == 2


def test_a_new_secret_and_the_old_one_sign_for_a_day(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    with time_machine.travel(NOON, tick=False) as clock:
        new = services.rotate(webhook=hook, rotations=0)
        assert new is not None
        assert services.rotate(webhook=hook, rotations=0) is None, "a second click"
        owe(person, occasion="1")
        deliver_due()
        for secret in (hook.secret, new):
            assert Library(secret).verify(server.got[0].body, server.got[0].headers)
        clock.shift(services.OVERLAP)
        owe(person, occasion="2")
        deliver_due()
    assert len(server.got[0].headers["webhook-signature"].split()) == 2
    assert len(server.got[1].headers["webhook-signature"].split()) == 1
    hook.refresh_from_db()
    assert hook.secret == new


def test_click_sends_a_delivery_again_once_under_the_same_id(person: Person, server: Receiver) -> None:
    made(person, server)
    owe(person)
    deliver_due()
    seen = Delivery.objects.select_related("webhook").get()
    assert services.redeliver(delivery=seen, attempts=seen.attempts)
    assert not services.redeliver(delivery=seen, attempts=seen.attempts), "it waits already"
    deliver_due()
    assert not services.redeliver(delivery=seen, attempts=seen.attempts), "it was tried since"
    assert deliver_due() == 0
    one, other = server.got
    assert (one.headers["webhook-id"], one.body) == (other.headers["webhook-id"], other.body)
    assert Delivery.objects.get().attempts == 2


def test_delivery_given_up_is_retried_as_patiently_again(person: Person, server: Receiver) -> None:
    made(person, server)
    server.status = 500
    owe(person)
    queue.hand_on()
    Delivery.objects.update(attempts=len(queue.PAUSES))
    deliver_due()
    row = Delivery.objects.select_related("webhook").get()
    assert row.status == Status.FAILED
    services.redeliver(delivery=row, attempts=row.attempts)
    deliver_due()
    row.refresh_from_db()
    assert row.status == Status.WAITING
    assert timedelta(0) < row.due_at - timezone.now() <= queue.PAUSES[0]


def test_a_test_is_tried_once_and_not_without_end(person: Person, server: Receiver) -> None:
    hook = made(person, server, types=[])
    server.status = 500
    services.send_trial(webhook=hook)
    deliver_due()
    row = Delivery.objects.get()
    assert (row.type, row.status, row.answered) == (event_types.TRIAL.name, Status.FAILED, 500)
    assert json.loads(server.got[0].body)["type"] == "webhook.test"
    for _time in range(services.MOST_TEST_MESSAGES - 1):
        services.send_trial(webhook=hook)
    with pytest.raises(RefusalError, check=lambda error: error.code == "too-many-tests"):
        services.send_trial(webhook=hook)
    with time_machine.travel(timezone.now() + services.TRIALS_WITHIN + timedelta(seconds=1)):
        services.send_trial(webhook=hook)


def test_test_message_is_refused_while_too_many_wait(
    person: Person, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)
    hook = made(person, server)
    for number in range(queue.MOST_WAITING - 1):
        assert queue.put(hook, Event(FELL, NoFacts(), ""), f"m{number}")
    services.send_trial(webhook=hook)
    assert not queue.put(hook, Event(FELL, NoFacts(), ""), "one more")
    with pytest.raises(RefusalError, check=lambda error: error.code == "too-many-waiting"):
        services.send_trial(webhook=hook)
    browser = signed_in(person)
    page = browser.post(f"/me/webhooks/{hook.key}/test/", follow=True).content.decode()
    assert "Too many messages are waiting for this webhook" in page
    assert "is on its way" not in page
    assert hook.deliveries.count() == queue.MOST_WAITING
    Delivery.objects.filter(message_id="m0").delete()
    page = browser.post(f"/me/webhooks/{hook.key}/test/", follow=True).content.decode()
    assert "A test is on its way" in page


def test_one_that_is_off_sends_nothing(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    owe(person)
    deliver_due()
    Webhook.objects.update(off_at=timezone.now(), off_for=Webhook.Off.GONE)
    hook.refresh_from_db()
    row = Delivery.objects.select_related("webhook").get()
    with pytest.raises(RefusalError, check=lambda error: error.code == "webhook-off"):
        services.send_trial(webhook=hook)
    with pytest.raises(RefusalError, check=lambda error: error.code == "webhook-off"):
        services.redeliver(delivery=row, attempts=1)


def test_old_deliveries_are_forgotten_and_the_rest_goes_with_its_webhook(
    person: Person, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "DELIVERIES_KEPT", 2)
    hook = made(person, server)
    for number in range(4):
        owe(person, occasion=str(number))
    while deliver_due():
        pass
    owe(person, occasion="waits")
    queue.hand_on()
    assert forget_old() == 3
    kept = Delivery.objects.order_by("pk").values_list("message_id", flat=True)
    assert list(kept) == ["tests_news_someone_3", "tests_news_someone_waits"]
    services.delete(webhook=hook)
    assert not Delivery.objects.exists()
    assert deliver_due() == 0
