"""Many mails through one connection: what happens to one is of no consequence for the next."""

import pytest
from pytest_django import Settings

from accounts.models.person import Person
from notifications import smtp
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from tests.kit.mail import CountingServer, HangingServer
from tests.notifications.conftest import make_due, owe

pytestmark = pytest.mark.django_db
Status = Notification.Status


@pytest.fixture(autouse=True)
def _smtp(settings: Settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "notifications.smtp.EmailBackend", "127.0.0.1"


def owed(person: Person, count: int) -> list[Notification]:
    return [owe(person, occasion=str(number)) for number in range(count)]


def states(messages: list[Notification]) -> list[str]:
    rows = Notification.objects.in_bulk([message.pk for message in messages])
    return [rows[message.pk].status for message in messages]


def test_a_batch_takes_one_connection(person: Person, settings: Settings) -> None:
    messages = owed(person, 12)
    with CountingServer() as server:
        settings.EMAIL_PORT = server.port
        assert deliver_due() == 12
    assert (server.connections, len(server.taken)) == (1, 12)
    assert server.taken == [message.message_id for message in messages]
    assert set(states(messages)) == {Status.SENT}


def test_a_connection_that_the_server_ended_is_made_again(person: Person, settings: Settings) -> None:
    messages = owed(person, 7)
    with CountingServer(mails_a_connection=3) as server:
        settings.EMAIL_PORT = server.port
        deliver_due()
    assert (server.connections, len(server.taken)) == (3, 7)
    assert set(states(messages)) == {Status.SENT}


def test_a_refused_recipient_keeps_no_other_from_their_mail(person: Person, settings: Settings) -> None:
    messages = [owe(person, about) for about in ("someone", "nobody", "anyone")]
    with CountingServer(refused=["nobody@example.org"]) as server:
        settings.EMAIL_PORT = server.port
        deliver_due()
    assert server.connections == 1
    assert states(messages) == [Status.SENT, Status.FAILED, Status.SENT]


def test_a_mail_that_was_taken_and_cut_off_is_sent_again_as_the_same(
    person: Person, settings: Settings
) -> None:
    messages = owed(person, 3)
    lost = messages[1]
    with CountingServer(cut_off=[lost.message_id]) as server:
        settings.EMAIL_PORT = server.port
        deliver_due()
        assert states(messages) == [Status.SENT, Status.WAITING, Status.SENT]
        make_due(lost)
        deliver_due()
    assert server.taken.count(lost.message_id) == 2
    assert states(messages) == [Status.SENT] * 3
    lost.refresh_from_db()
    assert lost.attempts == 2


def test_each_mail_of_a_batch_has_its_own_time(
    person: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "MOST_SECONDS_A_MAIL", 0.5)
    messages = owed(person, 2)
    with HangingServer(drips=True) as server:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = server.port, 30
        deliver_due()
    assert server.came == 2
    assert states(messages) == [Status.WAITING] * 2
    assert {row.outcome for row in Notification.objects.all()} == {MailOutcome.UNREACHABLE}
