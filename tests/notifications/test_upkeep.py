"""What the people who run the service see of mail, and what they do about it."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from games.models.seat import Seat
from games.reads.unwritten_mail import WAITED_FOR_LONG, unwritten
from games.tasks import tell_operator
from notifications import figures, queries, upkeep
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from sekigahara.pages import health
from tests.factories.games import GameFactory
from tests.kit.processes import free_port
from tests.notifications.conftest import owe

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Status = Notification.Status


def unreachable(person: Person, settings: Settings) -> Notification:
    """A mail that is late, since the mail server cannot be reached."""
    settings.EMAIL_BACKEND = "notifications.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    message = owe(person)
    deliver_due()
    assert upkeep.state() == "ok", "once in vain is no sign of trouble"
    Notification.objects.update(created_at=timezone.now() - queries.LATE - timedelta(seconds=1))
    return message


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("mail", *arguments)
    return capsys.readouterr().out


def test_all_is_well_with_mail(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    owe(person)
    deliver_due()
    assert upkeep.troubles() == []
    assert upkeep.state() == "ok"
    assert "What is wrong:\n  nothing\n" in said(capsys)


def test_server_that_cannot_be_reached_is_told_in_words(
    person: Person, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    message = unreachable(person, settings)
    health._told.clear()
    ready = Client().get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
    assert ready.json()["mail"] == "the mail server cannot be reached: check EMAIL_URL, and whether it runs"
    health._told.clear()
    shown = said(capsys)
    assert "the mail server cannot be reached" in shown
    assert "  example.org: 1, 0, since " in shown
    assert f"  {message.pk}  " in shown
    assert "ConnectionRefusedError" in shown
    assert person.email not in shown


@pytest.mark.parametrize(
    ("addresses", "is_another_sent", "is_told"),
    [
        (["one@example.org"], False, False),
        (["one@example.org", "one@example.org", "one@example.org"], False, False),
        (["one@example.org", "two@example.org"], False, False),
        (["one@example.org", "two@example.com"], False, True),
        (["one@example.org", "two@example.org", "three@example.org"], False, True),
        (["one@example.org", "two@example.com", "three@example.net"], True, False),
    ],
    ids=["one", "one often", "one domain", "two domains", "a few at one domain", "another was sent since"],
)
def test_mail_server_that_defers_all_is_told_as_soon_and_one_address_is_not(
    person: Person, addresses: list[str], is_another_sent: bool, is_told: bool
) -> None:
    before = owe(person, "before")
    deliver_due()
    Notification.objects.update(settled_at=timezone.now() - 2 * queries.LATE)
    for number, address in enumerate(addresses):
        owe(Person.objects.at(address), str(number))
    deferred = Notification.objects.exclude(pk=before.pk)
    soon = timezone.now() + timedelta(minutes=1)
    deferred.update(attempts=3, outcome=MailOutcome.DEFERRED, due_at=soon)
    assert upkeep.state() == "ok", "a moment ago"
    deferred.update(created_at=timezone.now() - queries.LATE - timedelta(seconds=1))
    if is_another_sent:
        owe(person, "since")
        deliver_due()
    assert ("the mail server takes no mail for now" in upkeep.state()) == is_told
    assert (figures.mail().oldest is not None) == is_told, "for the alert"


def test_domain_that_defers_for_half_an_hour_is_told(person: Person) -> None:
    for number in range(queries.A_FEW):
        owe(person, str(number))
    long_ago = timezone.now() - upkeep.STUCK - timedelta(seconds=1)
    soon = timezone.now() + timedelta(minutes=1)
    Notification.objects.update(outcome=MailOutcome.DEFERRED, attempts=5, created_at=long_ago, due_at=soon)
    assert "the mail server takes no mail for now" in upkeep.state()


def test_operator_is_told_once_a_day(person: Person, settings: Settings) -> None:
    unreachable(person, settings)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert not tell_operator(), "nobody to tell"
    settings.ADMINS = [("", "operator@example.org")]
    assert tell_operator()
    assert not tell_operator()
    (told,) = mail.outbox
    assert told.to == ["operator@example.org"]
    assert told.subject == "Sekigahara: mail does not get through"
    assert "- the mail server cannot be reached" in told.body
    assert "someone@example.org" not in told.body


def test_failed_mail_is_sent_again(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = owe(person), owe(Person.objects.at("other@example.com"), "other")
    failed = {"status": Status.FAILED, "outcome": MailOutcome.REJECTED, "attempts": 20}
    Notification.objects.update(**failed, settled_at=timezone.now())
    assert "example.com: 0, 1\n" in said(capsys)
    assert said(capsys, "resend", "--domain", "example.com") == "1 mails are sent again.\n"
    assert said(capsys, "resend", str(one.pk)) == "1 mails are sent again.\n"
    deliver_due()
    for message in (one, other):
        message.refresh_from_db()
        assert (message.status, message.attempts, message.outcome) == (Status.SENT, 1, "")


def test_waiting_mail_is_given_up(
    person: Person, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    message = unreachable(person, settings)
    assert said(capsys, "give-up", "--domain", "example.com") == "0 mails are given up.\n"
    assert said(capsys, "give-up", str(message.pk)) == "1 mails are given up.\n"
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.FAILED, MailOutcome.GIVEN_UP)


@pytest.mark.parametrize("arguments", [["resend"], ["give-up"], ["resend", "1", "--domain", "example.org"]])
def test_mails_are_named_by_numbers_or_by_their_domain(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="by their numbers, or a domain"):
        call_command("mail", *arguments)


def test_game_that_waits_for_somebody_without_a_mail_is_found() -> None:
    GameFactory.create(running=True)
    Seat.objects.exclude(waiting_since=None).update(
        waiting_since=timezone.now() - WAITED_FOR_LONG - timedelta(minutes=1)
    )
    waiting = list(Seat.objects.exclude(waiting_since=None).select_related("game"))
    assert waiting
    assert unwritten() == []
    Notification.objects.all().delete()
    assert unwritten() == [seat.reference for seat in waiting]
    assert waiting[0].reference in upkeep.troubles(unwritten())[0]
