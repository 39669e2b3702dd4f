"""The nudge on its way through Redis, with processes that are started and killed."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from celery import states
from django.conf import settings as product
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models.person import Person
from games.tasks import look_at_clocks
from notifications.models import Notification
from notifications.services import TRIAL, Announcement, announce
from sekigahara.celery import FRESH, QUEUED, WAKE, app
from sekigahara.jobs.schedule import FRESH_FOR, Queue
from sekigahara.jobs.tasks import wake_queues
from tests.drill.clocks import WRONG, shown
from tests.kit.installation import web_server, worker
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.processes import free_port, running, wait_until
from tests.kit.visitor import signed_in
from tests.notifications.conftest import make_due

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Status = Notification.Status


@pytest.fixture(autouse=True)
def queue() -> Iterator[redis.Redis]:
    """The broker, with nothing queued of this installation."""
    with redis.Redis.from_url(product.REDIS_URL) as client:
        client.delete(key())
        cache.delete(QUEUED + WAKE)
        yield client
        client.delete(key())
        cache.delete(QUEUED + WAKE)


def key() -> str:
    return f"{product.REDIS_PREFIX}{Queue.CLOCKS}"


@pytest.fixture
def boxes() -> Mailboxes:
    return Mailboxes("someone@example.org")


def owe_trial(person: Person, occasion: str = "1") -> Notification:
    with transaction.atomic():
        announce([Announcement(TRIAL, str(person.pk), occasion, person.pk)])
    return Notification.objects.get(occasion=occasion)


def mail_at(port: int) -> dict[str, str]:
    return {"EMAIL_URL": f"smtp://127.0.0.1:{port}"}


def test_a_commit_queues_one_job_and_no_other_before_that_is_taken(
    queue: redis.Redis, person: Person
) -> None:
    browser = Client()
    browser.force_login(person)
    browser.get("/me/mail/")
    assert queue.llen(key()) == 0
    browser.post("/me/mail/test/")
    assert queue.llen(key()) == 1
    with transaction.atomic():
        announce([Announcement(TRIAL, str(person.pk), number, person.pk) for number in "123"])
        announce([Announcement(TRIAL, str(person.pk), "4", person.pk)])
    assert queue.llen(key()) == 1
    cache.delete(QUEUED + WAKE)  # as whoever takes it does
    with transaction.atomic():
        announce([Announcement(TRIAL, str(person.pk), "5", person.pk)])
        assert queue.llen(key()) == 1
    assert queue.llen(key()) == 2


def test_a_worker_that_takes_a_nudge_lets_the_next_be_queued(
    queue: redis.Redis, person: Person, boxes: Mailboxes
) -> None:
    owe_trial(person)
    assert cache.get(QUEUED + WAKE) is not None
    with mail_server(boxes) as port, worker(**mail_at(port)):
        assert boxes.next_for(person.email, seconds=30) is not None
        assert cache.get(QUEUED + WAKE) is None
        message = owe_trial(person, "2")
        mail = boxes.next_for(person.email, seconds=30)
    assert mail is not None
    assert mail["Message-ID"] == message.message_id


def test_task_that_waited_for_too_long_is_dropped(queue: redis.Redis) -> None:
    app.send_task(look_at_clocks.name, headers={FRESH_FOR: 1})
    (queued,) = (json.loads(each)["headers"] for each in queue.lrange(key(), 0, -1))
    assert queued["expires"] is None, "which clocks of hosts would decide"

    def state() -> str:
        """What becomes of it in a worker that takes it now."""
        headers: Any = {FRESH_FOR: queued[FRESH_FOR]}
        return str(look_at_clocks.apply(task_id=queued["id"], headers=headers).state)

    assert state() == states.SUCCESS
    wait_until(lambda: cache.get(FRESH + queued["id"]) is None, what="its second")
    assert state() == states.IGNORED


@pytest.mark.overnight
@pytest.mark.parametrize("days", WRONG.values(), ids=WRONG)
def test_worker_whose_clock_is_a_month_wrong_sends_mail(person: Person, boxes: Mailboxes, days: int) -> None:
    with mail_server(boxes) as port, worker(**mail_at(port), **shown(days)):
        owe_trial(person)
        assert boxes.next_for(person.email, seconds=30) is not None


def test_without_a_broker_a_request_succeeds_and_the_sweep_finds_the_mail(
    person: Person, boxes: Mailboxes
) -> None:
    with (
        web_server(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0") as site,
        signed_in(site, person) as visitor,
    ):
        page = visitor.submit("/me/mail/", "/me/mail/test/")
        assert "A test mail is on its way." in page
    assert [(row.status, row.attempts) for row in Notification.objects.all()] == [(Status.WAITING, 0)]
    with mail_server(boxes) as port, worker(**mail_at(port)):
        wake_queues.delay()  # as beat does every minute
        assert boxes.next_for(person.email, seconds=30) is not None


class Holding(Mailboxes):
    """A mail server that keeps whoever brings a mail waiting, before or after it has taken it."""

    def __init__(self, address: str, *, takes_it: bool) -> None:
        super().__init__(address)
        self.came = 0
        self._takes_it = takes_it

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        if self._takes_it:
            await super().handle_DATA(server, session, envelope)
        self.came += 1
        await asyncio.Event().wait()  # for ever: until the other side is gone
        return "never said"


@pytest.mark.parametrize("takes_it", [False, True], ids=["before the mail is out", "after the mail is out"])
def test_a_worker_that_is_killed_at_work_loses_nothing(
    person: Person, boxes: Mailboxes, takes_it: bool
) -> None:
    holding = Holding(person.email, takes_it=takes_it)
    command = ["worker", "--pool=solo", "--loglevel=WARNING", "--without-gossip", "--without-mingle"]
    command.append(f"--queues={Queue.CLOCKS},{Queue.MAIL}")
    with (
        mail_server(holding) as port,
        running("celery", "--app=sekigahara", *command, **mail_at(port)) as doomed,
    ):
        message = owe_trial(person)
        wait_until(lambda: holding.came or doomed.poll() is not None, what="the mail at the server")
        os.kill(doomed.pid, signal.SIGKILL)
        doomed.wait()
        message.refresh_from_db()
        assert (message.status, message.attempts) == (Status.WAITING, 1)
    with mail_server(boxes) as port, worker(**mail_at(port)):
        wake_queues.delay()
        make_due(message)  # the lease is over
        wake_queues.delay()
        mail = boxes.next_for(person.email, seconds=30)
        assert mail is not None
        wait_until(lambda: Notification.objects.filter(status=Status.SENT).exists(), what="the outcome")
    assert {mail["Message-ID"], *(sent["Message-ID"] for sent in holding.received)} == {message.message_id}
    message.refresh_from_db()
    assert (message.status, message.attempts) == (Status.SENT, 2)
