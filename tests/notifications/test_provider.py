"""What a provider posts about mail, and mail that it received: by Postmark's and Mailgun's forms."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import clear_url_caches, include, path
from pytest_django import Settings

from accounts.models.person import Person
from notifications import bounces, inbound, provider
from notifications.delivery import deliver_due
from notifications.inbound import Incoming
from notifications.models import MailOutcome, Notification
from sekigahara import urls
from tests.notifications.conftest import owe

pytestmark = pytest.mark.django_db
SECRET = "one-word:another-word"
READ: list[tuple[str, Incoming]] = []
urlpatterns = [*urls.urlpatterns, path("mail/provider/", include("anymail.urls"))]


@pytest.fixture(autouse=True)
def _provider(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.ROOT_URLCONF = __name__
    settings.MAIL_PROVIDER, settings.INBOUND_DOMAIN = "test", "in.example.org"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    monkeypatch.setattr(inbound, "_readers", dict(inbound._readers))
    inbound.register("answer", lambda token, incoming: READ.append((token, incoming)))
    clear_url_caches()
    assert provider.__doc__, "loading it connects its receivers"
    yield
    READ.clear()


@pytest.fixture
def sent(person: Person) -> Notification:
    message = owe(person)
    deliver_due()
    message.refresh_from_db()
    assert message.status == Notification.Status.SENT
    return message


def post(address: str, body: dict[str, Any], secret: str = SECRET) -> int:
    told = {"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"} if secret else {}
    response = Client().post(
        f"/mail/provider/postmark/{address}/", json.dumps(body), content_type="application/json", headers=told
    )
    return response.status_code


def tracked(message: Notification, kind: str, recipient: str = "someone@example.org") -> dict[str, Any]:
    type_code = {"HardBounce": 1, "SpamComplaint": 512}.get(kind, 0)
    return {
        "RecordType": kind if kind in ("SpamComplaint", "Delivery") else "Bounce",
        "Type": kind,
        "TypeCode": type_code,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Email": recipient,
        "Recipient": recipient,
        "Details": "550 5.1.1 no such user",
        "Metadata": {"sekigahara": bounces.token_of(message)},
    }


def bounced(person: Person) -> bool:
    return Person.objects.get(pk=person.pk).bounced_at is not None


def test_bounce_counts_and_a_later_delivery_ends_it(person: Person, sent: Notification) -> None:
    assert post("tracking", tracked(sent, "HardBounce")) == 200
    assert bounced(person)
    assert post("tracking", tracked(sent, "Delivery")) == 200
    assert bounced(person), "an older mail was delivered"
    later = owe(person, occasion="2")
    deliver_due()
    post("tracking", tracked(later, "Delivery"))
    assert not bounced(person)


def test_complaint_is_told_and_the_mail_stays_sent(person: Person, sent: Notification) -> None:
    post("tracking", tracked(sent, "SpamComplaint"))
    sent.refresh_from_db()
    assert bounced(person)
    assert (sent.status, sent.outcome) == (Notification.Status.SENT, MailOutcome.SPAM)


@pytest.mark.parametrize("secret", ["", "one-word:wrong"])
def test_post_without_the_secret_is_refused(person: Person, sent: Notification, secret: str) -> None:
    assert post("tracking", tracked(sent, "HardBounce"), secret) == 400
    assert not bounced(person)


def test_bounce_of_another_recipient_or_message_does_nothing(person: Person, sent: Notification) -> None:
    post("tracking", tracked(sent, "HardBounce", "other@example.org"))
    post("tracking", tracked(sent, "HardBounce") | {"Metadata": {"sekigahara": "0" * 48}})
    post("tracking", tracked(sent, "HardBounce") | {"Metadata": {}})
    assert not bounced(person)


def test_mail_that_a_provider_received_is_read() -> None:
    told = {
        "FromFull": {"Email": "someone@example.org", "Name": "Someone"},
        "ToFull": [{"Email": "answer+abc@in.example.org", "Name": ""}],
        "OriginalRecipient": "answer+abc@in.example.org",
        "Subject": "Re: Challenge?",
        "TextBody": "2\n",
        "Headers": [{"Name": "Return-Path", "Value": "<someone@example.org>"}],
    }
    assert post("inbound", told) == 200
    ((token, incoming),) = READ
    assert (token, incoming.text.strip(), incoming.sender) == ("abc", "2", "someone@example.org")


def test_message_id_of_a_mail_stays_with_a_provider(sent: Notification) -> None:
    given: Any = mail.outbox[0]
    assert given.extra_headers["Message-ID"] == sent.message_id
    assert given.metadata == {"sekigahara": bounces.token_of(sent)}
