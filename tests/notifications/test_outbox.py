"""The outbox: one mail each, whoever sends it and whatever goes wrong."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as product
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from notifications import outbox, upkeep
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from notifications.registry import Kind, kind_named, register
from notifications.services import Announcement, announce
from notifications.tasks import forget_old
from tests.kit.concurrency import at_once
from tests.kit.mail import mail_server
from tests.kit.processes import free_port
from tests.notifications.castles import FELL
from tests.notifications.conftest import NEWS, make_due, owe

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Status = Notification.Status


def test_a_message_is_sent_once(person: Person) -> None:
    message = owe(person)
    assert (deliver_due(), deliver_due()) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["someone@example.org"], "Occasion 1")
    assert sent.message()["Message-ID"] == message.message_id == "<tests.news.someone.1@testserver>"
    message.refresh_from_db()
    assert (message.status, message.attempts, message.subject) == (Status.SENT, 1, "Occasion 1")
    assert message.settled_at is not None


@pytest.mark.usefixtures("in_two_languages")
def test_a_message_is_written_in_the_language_and_the_time_of_its_reader(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(language="de", zone="Asia/Tokyo")
    owe(person)
    deliver_due()
    assert mail.outbox[0].body == "Told in de, Asia/Tokyo."


def test_the_same_occasion_is_not_announced_twice(person: Person) -> None:
    owe(person)
    with pytest.raises(IntegrityError), transaction.atomic():
        owe(person)


@pytest.mark.parametrize(
    ("about", "kind_name", "why"),
    [("past", NEWS, MailOutcome.PAST), ("someone", "gone.kind", MailOutcome.UNKNOWN)],
)
def test_message_without_a_reason_left_is_skipped(
    person: Person, about: str, kind_name: str, why: MailOutcome
) -> None:
    message = owe(person, about, kind=kind_name)
    deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.SKIPPED, why)
    assert not mail.outbox


def test_two_kinds_do_not_share_a_name(kind: Kind) -> None:
    register(kind)
    with pytest.raises(ValueError, match="two kinds"):
        register(Kind(kind.name, kind.title, lambda about, occasion: None))


def test_a_kind_with_events_makes_them_up(kind: Kind) -> None:
    with pytest.raises(ValueError, match="events"):
        register(kind._replace(name="tests.rumours", events=(FELL,)))


def test_the_kinds_of_every_app_are_known() -> None:
    for name in ("games.your-phase", "games.window", "accounts.sign-in", "notifications.test_mail"):
        assert kind_named(name)


def test_only_messages_settled_long_ago_are_forgotten(person: Person) -> None:
    sent, late, fresh = (owe(person, occasion=occasion) for occasion in "123")
    Notification.objects.filter(pk=late.pk).update(due_at=timezone.now() + upkeep.MESSAGES_KEPT_FOR)
    deliver_due()
    long_ago = timezone.now() - upkeep.MESSAGES_KEPT_FOR - timedelta(hours=1)
    Notification.objects.exclude(pk=fresh.pk).update(created_at=long_ago)
    Notification.objects.filter(pk=sent.pk).update(settled_at=long_ago)
    assert forget_old() == 1
    assert {row.pk for row in Notification.objects.all()} == {late.pk, fresh.pk}


# --- claims ---


def test_a_claimed_message_is_nobody_elses_until_the_lease_ends(person: Person) -> None:
    message = owe(person)
    first = outbox.claim()
    assert first is not None
    assert outbox.claim() is None
    make_due(message)  # the worker died: the lease has run out
    second = outbox.claim()
    assert second is not None
    assert (first.attempts, second.attempts) == (1, 2)
    outbox.settle_failed(first, MailOutcome.BROKEN, "from the dead")
    message.refresh_from_db()
    assert message.status == Status.WAITING
    outbox.settle_sent(second)
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.SENT, "")


def test_the_lease_is_longer_than_a_mail_may_take(person: Person) -> None:
    owe(person)
    claimed = outbox.claim()
    assert claimed is not None
    lease = Notification.objects.get().due_at - timezone.now()
    assert timedelta(seconds=product.EMAIL_TIMEOUT) * 2 < lease <= outbox.MESSAGE_LEASE


@pytest.mark.django_db(transaction=True)
def test_many_workers_claim_each_message_once(person: Person) -> None:
    announce([Announcement(NEWS, "someone", str(number), person.pk) for number in range(40)])
    claimed: list[int] = []

    def work() -> None:
        while (message := outbox.claim()) is not None:
            claimed.append(message.pk)

    at_once(*[work] * 4)
    assert sorted(claimed) == sorted(Notification.objects.values_list("pk", flat=True))


# --- what goes wrong ---


def send_to(settings: Settings, port: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port


class Answering:
    """A mail server that answers the sender, the recipient or the mail itself so."""

    def __init__(self, step: str, answer: str) -> None:
        self._answers = {"sender": "250 OK", "recipient": "250 OK", "mail": "250 OK", step: answer}

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        envelope.mail_from = address
        return self._answers["sender"]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        envelope.rcpt_tos.append(address)
        return self._answers["recipient"]

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return self._answers["mail"]


@contextmanager
def answering(settings: Settings, step: str, answer: str) -> Iterator[None]:
    with mail_server(Answering(step, answer)) as port:
        send_to(settings, port)
        yield


def test_without_a_mail_server_it_is_tried_again_ever_more_patiently(
    person: Person, settings: Settings
) -> None:
    send_to(settings, free_port())
    message = owe(person)
    pauses = []
    for attempt in range(1, outbox.MOST_ATTEMPTS + 1):
        make_due(message)
        assert deliver_due() == 1
        message.refresh_from_db()
        assert message.attempts == attempt
        pauses.append(round((message.due_at - timezone.now()).total_seconds()))
    assert pauses[:4] == [30, 60, 120, 240]
    assert pauses[-2] == outbox.LONGEST_PAUSE.total_seconds()
    assert (message.status, message.outcome) == (Status.FAILED, MailOutcome.UNREACHABLE)
    assert message.detail.startswith("ConnectionRefusedError")
    assert sum(pauses) > timedelta(days=1).total_seconds()


@pytest.mark.parametrize(
    ("step", "answer", "status", "outcome"),
    [
        ("recipient", "451 come again later", Status.WAITING, MailOutcome.DEFERRED),
        ("recipient", "550 no such user here", Status.FAILED, MailOutcome.REFUSED),
        ("mail", "452 mailbox full", Status.WAITING, MailOutcome.DEFERRED),
        ("mail", "554 looks like spam", Status.FAILED, MailOutcome.REJECTED),
        # Not the recipient is refused but we are: the owner puts that right, the mail can wait.
        ("sender", "550 who are you", Status.WAITING, MailOutcome.DEFERRED),
        ("sender", "421 going down", Status.WAITING, MailOutcome.DEFERRED),
    ],
)
def test_only_a_permanent_answer_of_a_mail_server_ends_a_message(
    person: Person, settings: Settings, step: str, answer: str, status: str, outcome: MailOutcome
) -> None:
    message = owe(person)
    with answering(settings, step, answer):
        deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome, message.attempts) == (status, outcome, 1)
    assert answer.partition(" ")[2] in message.detail
    assert (message.settled_at is not None) == (status == Status.FAILED)
    if status == Status.WAITING:
        assert message.due_at > timezone.now()


def test_a_message_that_cannot_be_made_up_stops_no_other_and_is_given_up(
    person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    broken = owe(person, "broken")
    owe(person, "someone")
    with caplog.at_level(logging.ERROR):
        assert deliver_due() == 2
    assert "could not make up tests.news broken 1" in caplog.text
    assert "KeyError" in caplog.text
    assert [sent.to for sent in mail.outbox] == [["someone@example.org"]]
    broken.refresh_from_db()
    assert (broken.status, broken.outcome) == (Status.WAITING, MailOutcome.BROKEN)
    Notification.objects.filter(pk=broken.pk).update(attempts=outbox.MOST_ATTEMPTS - 1, due_at=timezone.now())
    deliver_due()
    broken.refresh_from_db()
    assert broken.status == Status.FAILED


def test_a_message_that_took_down_everybody_who_sent_it_is_given_up(person: Person) -> None:
    message = owe(person)
    Notification.objects.update(attempts=outbox.MOST_ATTEMPTS)
    deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.FAILED, MailOutcome.BROKEN)
    assert not mail.outbox
