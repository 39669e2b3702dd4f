"""The outbox: one mail each, whoever sends it and whatever goes wrong."""

import smtplib
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as product
from django.core import mail
from django.db import IntegrityError, connections, transaction
from django.utils import timezone
from pytest_django import Settings

from notifications import kinds, outbox
from notifications.delivery import deliver_due
from notifications.kinds import Kind, Message, kind_named, register
from notifications.models import Notification
from notifications.services import Announcement, announce
from notifications.tasks import deliver
from sekigahara.celery import app
from tests.kit.mail import mail_server
from tests.kit.processes import free_port

pytestmark = pytest.mark.django_db
Status = Notification.Status


def compose(about: str, occasion: str) -> Message | None:
    if about == "past":
        return None
    if about == "broken":
        raise KeyError(about)
    return Message(f"{about}@example.org", f"Occasion {occasion}", "Something has happened.")


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """A kind of message that only these tests know."""
    monkeypatch.setattr(kinds, "_kinds", dict(kinds._kinds))
    kind = Kind("tests.news", compose)
    register(kind)
    return kind


def owe(about: str = "someone", occasion: str = "1", kind: str = "tests.news") -> Notification:
    announce([Announcement(kind, about, occasion)])
    return Notification.objects.get(kind=kind, about=about, occasion=occasion)


def make_due(message: Notification) -> None:
    Notification.objects.filter(pk=message.pk).update(due_at=timezone.now())


def test_a_message_is_sent_once() -> None:
    message = owe()
    assert (deliver_due(), deliver_due()) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject, sent.body) == (
        ["someone@example.org"],
        "Occasion 1",
        "Something has happened.",
    )
    assert sent.message()["Message-ID"] == message.message_id == "<tests.news.someone.1@testserver>"
    assert sent.message()["Auto-Submitted"] == "auto-generated"
    message.refresh_from_db()
    assert (message.status, message.attempts) == (Status.SENT, 1)
    assert message.settled_at is not None


def test_the_same_occasion_is_not_announced_twice() -> None:
    owe()
    with pytest.raises(IntegrityError), transaction.atomic():
        owe()


@pytest.mark.parametrize(
    ("about", "kind_name", "why"),
    [("past", "tests.news", "no longer to the point"), ("someone", "gone.kind", "nobody knows")],
)
def test_what_nobody_needs_any_more_is_skipped(about: str, kind_name: str, why: str) -> None:
    message = owe(about, kind=kind_name)
    deliver_due()
    message.refresh_from_db()
    assert message.status == Status.SKIPPED
    assert why in message.outcome
    assert not mail.outbox


def test_two_kinds_do_not_share_a_name(kind: Kind) -> None:
    register(kind)
    with pytest.raises(ValueError, match="two kinds"):
        register(Kind(kind.name, lambda about, occasion: None))


def test_the_kinds_of_games_are_known() -> None:
    assert kind_named("games.your-phase")
    assert kind_named("games.window")


# --- claims ---


def test_a_claimed_message_is_nobody_elses_until_the_lease_ends() -> None:
    message = owe()
    first = outbox.claim()
    assert first is not None
    assert outbox.claim() is None
    make_due(message)  # the worker died: the lease has run out
    second = outbox.claim()
    assert second is not None
    assert (first.attempts, second.attempts) == (1, 2)
    outbox.settle(first, Status.FAILED, "from the dead")
    message.refresh_from_db()
    assert message.status == Status.WAITING
    outbox.settle(second, Status.SENT)
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.SENT, "")


def test_the_lease_is_longer_than_a_mail_may_take() -> None:
    owe()
    claimed = outbox.claim()
    assert claimed is not None
    lease = Notification.objects.get().due_at - timezone.now()
    assert timedelta(seconds=product.EMAIL_TIMEOUT) * 2 < lease <= outbox.LEASE


@pytest.mark.django_db(transaction=True)
def test_many_workers_claim_each_message_once() -> None:
    announce([Announcement("tests.news", "someone", str(number)) for number in range(40)])
    claimed: list[int] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        while (message := outbox.claim()) is not None:
            claimed.append(message.pk)
        connections.close_all()

    workers = [threading.Thread(target=work) for _number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    assert sorted(claimed) == sorted(Notification.objects.values_list("pk", flat=True))


# --- what goes wrong ---


@pytest.fixture
def no_server(settings: Settings) -> None:
    """Mail goes to a port where nobody listens."""
    send_to(settings, free_port())


def send_to(settings: Settings, port: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port


class Refusing:
    """A mail server that takes nothing from anybody."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        return "451 come again later"


@pytest.fixture
def refusing_server(settings: Settings) -> Iterator[None]:
    with mail_server(Refusing()) as port:
        send_to(settings, port)
        yield


@pytest.mark.usefixtures("no_server")
def test_without_a_mail_server_it_is_tried_again_ever_more_patiently() -> None:
    message = owe()
    pauses = []
    for attempt in range(1, outbox.MOST_ATTEMPTS + 1):
        make_due(message)
        assert deliver_due() == 1
        message.refresh_from_db()
        assert message.attempts == attempt
        pauses.append(round((message.due_at - timezone.now()).total_seconds()))
    assert pauses[:4] == [30, 60, 120, 240]
    assert pauses[-2] == outbox.LONGEST_PAUSE.total_seconds()
    assert (message.status, message.outcome[:22]) == (Status.FAILED, "ConnectionRefusedError")
    assert sum(pauses) > timedelta(days=1).total_seconds()


@pytest.mark.usefixtures("refusing_server")
def test_a_server_that_refuses_is_asked_again() -> None:
    message = owe()
    deliver_due()
    message.refresh_from_db()
    assert message.status == Status.WAITING
    assert message.due_at > timezone.now()
    assert message.outcome.startswith(smtplib.SMTPRecipientsRefused.__name__)


def test_a_message_that_cannot_be_made_up_stops_no_other_and_is_given_up() -> None:
    broken = owe("broken")
    owe("someone")
    with pytest.raises(KeyError):
        deliver_due()
    deliver_due()
    assert [sent.to for sent in mail.outbox] == [["someone@example.org"]]
    Notification.objects.filter(pk=broken.pk).update(attempts=outbox.MOST_ATTEMPTS, due_at=timezone.now())
    deliver_due()
    broken.refresh_from_db()
    assert broken.status == Status.FAILED


def test_what_no_nudge_reported_is_found_by_the_sweep() -> None:
    (sweep,) = app.conf.beat_schedule.values()
    assert sweep["task"] == deliver.name
    owe()  # nobody is nudged: the test's transaction never commits
    assert app.tasks[sweep["task"]]() == 1
    assert len(mail.outbox) == 1
