"""Webhooks that fail: they are posted to again until it gets through, or switched off."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import Webhook as Library

from accounts.models.person import Person
from notifications import delivery as mails
from notifications import registry
from notifications.models import Notification
from notifications.registry import Event
from notifications.webhooks import queue, services, switching_off
from notifications.webhooks.delivery import deliver_due
from notifications.webhooks.models import Delivery, DeliveryOutcome, Webhook
from notifications.webhooks.sending import PostResult
from tests.kit.receiver import Receiver, receiver
from tests.kit.work import do_due_work
from tests.notifications import castles
from tests.notifications.castles import made
from tests.notifications.conftest import NEWS, owe

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("castles")]

Status = Delivery.Status
NOON = datetime.fromisoformat("2026-11-21T12:00:00+00:00")


def test_delivery_is_retried_after_longer_pauses_under_the_same_id(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    server.status = 500
    with time_machine.travel(NOON, tick=False) as clock:
        owe(person)
        deliver_due()
        row = Delivery.objects.get()
        pauses = []
        while row.status == Status.WAITING:
            pauses.append(row.due_at - timezone.now())
            clock.move_to(row.due_at - timedelta(seconds=1))
            assert deliver_due() == 0
            clock.move_to(row.due_at)
            deliver_due()
            row.refresh_from_db()
            Library(hook.secret).verify(server.got[-1].body, server.got[-1].headers)
    assert pauses == list(queue.PAUSES)
    assert (row.status, row.outcome, row.answered, row.attempts) == (
        Status.FAILED,
        DeliveryOutcome.REFUSED,
        500,
        8,
    )
    assert len({(got.headers["webhook-id"], got.body) for got in server.got}) == 1
    assert len({got.headers["webhook-timestamp"] for got in server.got}) == 8


def test_once_it_gets_through_it_is_not_sent_again(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    server.status = 500
    with time_machine.travel(NOON, tick=False) as clock:
        owe(person)
        deliver_due()
        hook.refresh_from_db()
        assert (hook.failures, hook.failing_since) == (1, NOON)
        server.status, server.body = 200, b"thanks"
        clock.shift(timedelta(minutes=2))
        deliver_due()
        clock.shift(timedelta(days=2))
        assert deliver_due() == 0
    row = Delivery.objects.get()
    assert (row.status, row.outcome, row.answer, row.attempts) == (Status.DELIVERED, "", "thanks", 2)
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since) == (0, None)


def test_a_worker_that_died_leaves_it_to_another(person: Person, server: Receiver) -> None:
    made(person, server)
    owe(person)
    queue.hand_on()
    (first,) = queue.claim(16)
    assert queue.claim(16) == []
    with time_machine.travel(timezone.now() + queue.DELIVERY_LEASE + timedelta(seconds=1)):
        deliver_due()
    assert len(server.got) == 1
    queue.settle(first, PostResult(DeliveryOutcome.SLOW, None, "", 1))
    assert Delivery.objects.get().status == Status.DELIVERED, "the dead are not listened to"


def test_an_odd_answer_to_one_is_no_matter_of_others(
    person: Person, server: Receiver, settings: Settings
) -> None:
    made(person, server)
    with receiver() as odd:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address, odd.address]
        odd.status, odd.headers = 302, {"Location": "mailto:x"}
        made(Person.objects.at("odd@example.org"), odd)
        for one in Person.objects.all():
            owe(one, "osaka.east", str(one.pk))
        do_due_work()
    rows = Delivery.objects.order_by("status").values_list("status", "outcome", "attempts")
    assert list(rows) == [(Status.DELIVERED, "", 1), (Status.WAITING, DeliveryOutcome.REDIRECTED, 1)]


def test_delivery_that_cannot_be_settled_leaves_others_settled(
    person: Person, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(person, server)
    made(Person.objects.at("other@example.org"), server, "other")
    for one in Person.objects.order_by("pk"):
        owe(one, "osaka.east", str(one.pk))
    settle = queue.settle

    def broken(delivery: Delivery, answer: PostResult) -> None:
        if delivery.webhook_id == first.pk:
            raise OperationalError("the connection is lost")
        settle(delivery, answer)

    monkeypatch.setattr(queue, "settle", broken)
    deliver_due()
    rows = Delivery.objects.order_by("pk").values_list("status", flat=True)
    assert list(rows) == [Status.WAITING, Status.DELIVERED]


def test_few_deliveries_of_one_owner_are_sent_at_a_time(person: Person, server: Receiver) -> None:
    other = Person.objects.at("other@example.org")
    for number in range(services.MOST_WEBHOOKS_OF_ONE):
        made(person, server, f"in{number}")
    for number in range(services.MOST_WEBHOOKS_OF_ONE):
        hook = Webhook.objects.create(group=f"castles.{number % 2}", url=f"https://a.example.org/{number}")
        Delivery.objects.create(webhook=hook, message_id="m", type="x", body="{}")
    made(other, server, "theirs")
    owe(person)
    owe(other, "osaka.east")
    queue.hand_on()
    rounds = []
    while claimed := queue.claim(16):
        rounds.append(Counter(each.webhook.owner for each in claimed))
    assert len(rounds[0]) == 4, "everybody has a turn in the first"
    assert max(taken for one in rounds for taken in one.values()) == queue.OF_ONE_OWNER
    assert sum(one.total() for one in rounds) == 2 * services.MOST_WEBHOOKS_OF_ONE + 1


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_event_is_queued_later_after_a_passing_database_error(
    person: Person, server: Receiver, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    made(person, server)
    owe(person)
    owe(person, "osaka.east")
    errors = [error("the server is going down")]

    def failing(about: str, occasion: str) -> Event | None:
        if errors:
            raise errors.pop()
        return castles.tell(about, occasion)

    monkeypatch.setitem(registry._kinds, NEWS, registry._kinds[NEWS]._replace(compose_event=failing))
    assert queue.hand_on() == 1, "the other one"
    assert Notification.objects.filter(owes_webhooks=True).count() == 1
    do_due_work()
    assert len(server.got) == 2
    assert not Notification.objects.filter(owes_webhooks=True).exists()


def test_delivery_that_crashes_its_workers_is_given_up(person: Person, server: Receiver) -> None:
    made(person, server)
    owe(person)
    queue.hand_on()
    Delivery.objects.update(attempts=len(queue.PAUSES) + 1)
    deliver_due()
    row = Delivery.objects.get()
    assert (row.status, row.outcome) == (Status.FAILED, DeliveryOutcome.BROKEN)
    assert not server.got


def test_a_webhook_that_fails_for_days_is_switched_off_and_its_owner_mailed_once(
    person: Person, server: Receiver
) -> None:
    hook = made(person, server)
    server.status = 500
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(switching_off.MOST_FAILURES + 2):
            owe(person, "osaka.east", str(number))
        while deliver_due():
            pass
        hook.refresh_from_db()
        assert hook.failures >= switching_off.MOST_FAILURES
        assert not hook.off_for, "it has failed often, but not for long"
        clock.shift(switching_off.FAILING_FOR)
        while deliver_due():
            pass
        hook.refresh_from_db()
        assert (hook.off_for, hook.off_at) == (Webhook.Off.FAILING, timezone.now())
        assert not Delivery.objects.filter(status=Status.WAITING).exists()
        mail.outbox.clear()
        mails.deliver_due()
        (told,) = [each for each in mail.outbox if "webhook" in each.subject]
        assert told.to == ["someone@example.org"]
        assert "nothing got through for days" in str(told.body)
        assert f"http://testserver/me/webhooks/{hook.key}/" in str(told.body)
        server.got.clear()
        owe(person, "osaka.east", "later")
        do_due_work()
        assert not server.got
    services.switch_on(webhook=hook)
    server.status = 204
    owe(person, "osaka.east", "on again")
    deliver_due()
    assert len(server.got) == 1


def test_long_but_seldom_is_not_enough(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    server.status = 500
    with time_machine.travel(NOON, tick=False) as clock:
        owe(person)
        deliver_due()
        clock.shift(switching_off.FAILING_FOR * 2)
        deliver_due()
    hook.refresh_from_db()
    assert (hook.failures, hook.off_at) == (2, None)


def test_webhook_that_answers_gone_is_switched_off(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    server.status = 410
    owe(person, "osaka.east", "1")
    owe(person, "osaka.east", "2")
    while deliver_due():
        pass
    hook.refresh_from_db()
    assert hook.off_for == Webhook.Off.GONE
    assert len(server.got) == 1
    outcomes = Delivery.objects.order_by("pk").values_list("status", "outcome")
    assert list(outcomes) == [(Status.FAILED, DeliveryOutcome.GONE), (Status.FAILED, DeliveryOutcome.OFF)]
    do_due_work()
    assert "webhook of yours is switched off" in mail.outbox[-1].subject


def test_owner_who_switched_it_on_before_the_mail_gets_none(person: Person, server: Receiver) -> None:
    hook = made(person, server)
    server.status = 410
    owe(person)
    deliver_due()
    services.switch_on(webhook=hook)
    mail.outbox.clear()
    mails.deliver_due()
    assert not [each for each in mail.outbox if "webhook" in each.subject]
