"""Mail that came back: what counts, what is told, and how it is over. Reports have the forms of servers."""

import email
import email.policy
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from notifications import bounces, inbound
from notifications.addresses import inbound_address
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from notifications.registry import kind_named
from notifications.tasks import forget_old
from tests.kit.mail import CountingServer
from tests.notifications.conftest import owe

pytestmark = [pytest.mark.django_db, pytest.mark.both]
REPORTS = Path(__file__).parent / "reports"
Status = Notification.Status


@pytest.fixture(autouse=True)
def _domain(settings: Settings) -> None:
    settings.INBOUND_DOMAIN = "bounces.example.org"


@pytest.fixture
def sent(person: Person) -> Notification:
    message = owe(person)
    deliver_due()
    message.refresh_from_db()
    assert message.status == Status.SENT
    return message


def report(name: str) -> EmailMessage:
    mail = email.message_from_bytes((REPORTS / f"{name}.eml").read_bytes(), policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def comes_in(name: str, message: Notification | None, token: str = "") -> None:
    address = inbound_address("bounce", token or bounces.token_of(message))  # type: ignore[arg-type]
    inbound.take(report(name), sender="", recipients=[address])


def bounced(person: Person) -> bool:
    return Person.objects.get(pk=person.pk).bounced_at is not None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("postfix", "5.1.1 smtp; 550 5.1.1 <someone@example.org>: Recipient address rejected"),
        ("exim", "5.0.0 smtp; 550 No such user here"),
        ("exchange", "5.1.10 smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound"),
        ("forwarded", "5.2.2 SMTP; 552 5.2.2 mailbox full"),
    ],
)
def test_report_of_a_server_counts(person: Person, sent: Notification, name: str, said: str) -> None:
    comes_in(name, sent)
    assert bounced(person)
    sent.refresh_from_db()
    assert (sent.status, sent.outcome) == (Status.FAILED, MailOutcome.RETURNED)
    assert sent.detail.startswith(said)


@pytest.mark.parametrize("name", ["delayed", "expired", "out_of_office"])
def test_mail_that_is_late_or_answered_by_a_program_did_not_come_back(
    person: Person, sent: Notification, name: str
) -> None:
    comes_in(name, sent)
    assert not bounced(person)


def test_forged_report_does_nothing(person: Person, sent: Notification) -> None:
    token = bounces.token_of(sent)
    for forged in (f"{'0' if token[0] != '0' else '1'}{token[1:]}", token[:-2], "1", "ō", "0" * 48):
        comes_in("postfix", None, forged)
    assert not bounced(person)


def test_report_about_another_address_does_nothing(sent: Notification) -> None:
    other = Person.objects.at("other@example.org")
    message = owe(other, "other")
    deliver_due()
    comes_in("postfix", message)
    assert not bounced(other)


def test_token_tells_nothing_and_holds_in_any_case_and_after_a_new_key(
    sent: Notification, settings: Settings
) -> None:
    token = bounces.token_of(sent)
    assert len(inbound_address("bounce", token).partition("@")[0]) <= 64
    assert bounces.message_of(token.upper()) == sent
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 9
    assert bounces.message_of(token) == sent
    settings.SECRET_KEY_FALLBACKS = []
    assert bounces.message_of(token) is None


def test_person_is_told_on_the_next_visit_and_goes_on_getting_mail(
    person: Person, sent: Notification, client: Client
) -> None:
    comes_in("postfix", sent)
    client.force_login(person)
    page = client.get("/me/mail/").content.decode()
    assert "Our mail does not reach you" in page
    assert "it came back: your mail server could not deliver it" in page
    assert "Our mail does not reach you" in client.get("/games/").content.decode()
    later = owe(person, occasion="2")
    deliver_due()
    later.refresh_from_db()
    assert later.status == Status.SENT
    client.post("/me/mail/works-again/")
    assert not bounced(person)
    assert "Our mail does not reach you" not in client.get("/me/mail/").content.decode()


def test_webhooks_are_told_once_and_without_the_address(person: Person, sent: Notification) -> None:
    for _time in range(2):
        comes_in("postfix", sent)
    (row,) = Notification.objects.filter(kind=bounces.BOUNCED)
    assert row.owes_webhooks
    kind = kind_named(row.kind)
    assert kind is not None
    assert kind.compose_event is not None
    assert kind.compose(row.about, row.occasion) is None
    event = kind.compose_event(row.about, row.occasion)
    assert event is not None
    assert person.email not in event.text
    bounces.works_again(person)
    assert kind.compose_event(row.about, row.occasion) is None


def test_later_mail_of_which_no_report_comes_ends_it(person: Person, sent: Notification) -> None:
    comes_in("postfix", sent)
    later = owe(person, occasion="2")
    deliver_due()
    forget_old()
    assert bounced(person), "a report about the later one may still come"
    long_ago = timezone.now() - bounces.ARRIVED_IF_QUIET_FOR - timedelta(hours=1)
    Person.objects.filter(pk=person.pk).update(bounced_at=long_ago - timedelta(hours=1))
    Notification.objects.filter(pk=later.pk).update(settled_at=long_ago)
    forget_old()
    assert not bounced(person)


def test_old_bounce_is_forgotten(person: Person) -> None:
    old = timezone.now() - bounces.BOUNCES_KEPT_FOR - timedelta(hours=1)
    Person.objects.filter(pk=person.pk).update(bounced_at=old)
    forget_old()
    assert not bounced(person)


def test_refused_recipient_is_told_like_mail_that_came_back(person: Person, settings: Settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "notifications.smtp.EmailBackend", "127.0.0.1"
    message = owe(person)
    with CountingServer(refused=["someone@example.org"]) as server:
        settings.EMAIL_PORT = server.port
        deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Status.FAILED, MailOutcome.REFUSED)
    assert bounced(person)


def test_envelope_names_the_message_and_the_mail_does_not(person: Person, settings: Settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "notifications.smtp.EmailBackend", "127.0.0.1"
    messages = [owe(person, occasion=occasion) for occasion in "12"]
    with CountingServer() as server:
        settings.EMAIL_PORT = server.port
        deliver_due()
        settings.INBOUND_DOMAIN = ""
        owe(person, occasion="3")
        deliver_due()
    assert server.senders[:2] == [inbound_address_of(message, settings) for message in messages]
    assert server.senders[2] == parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    assert {str(mail["From"]) for mail in server.mails} == {settings.DEFAULT_FROM_EMAIL}


def inbound_address_of(message: Notification, settings: Settings) -> str:
    settings.INBOUND_DOMAIN = "bounces.example.org"
    return inbound_address("bounce", bounces.token_of(message))
