"""A mail a week before an API token expires: one, and only where somebody still needs it."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.tasks import warn_of_expiry
from notifications.delivery import deliver_due
from notifications.models import Notification

pytestmark = pytest.mark.django_db


def a_token(person: Person, days: int | None, name: str = "my bot") -> ApiToken:
    lifetime = None if days is None else timedelta(days=days)
    row, _token = services.create_token(person=person, name=name, scopes=[Scope.PLAY], lifetime=lifetime)
    return row


def warned_after(days: float) -> int:
    """How many mails are sent when the job comes so late."""
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        warn_of_expiry()
        before = len(mail.outbox)
        deliver_due()
        return len(mail.outbox) - before


def test_a_week_before_a_mail_says_which_token_and_what_to_do(person: Person) -> None:
    a_token(person, 30)
    a_token(person, None, "for ever")
    assert [warned_after(days) for days in (0, 22.9, 23.1, 23.2, 29)] == [0, 0, 1, 0, 0]
    (sent,) = mail.outbox
    assert sent.to == [person.email]
    assert sent.subject == "Your API token “my bot” expires soon"
    assert "http://testserver/me/tokens/" in sent.body
    assert "Make a new token, give it to the program" in sent.body
    assert "for ever" not in sent.body


def test_each_token_is_warned_of(person: Person) -> None:
    a_token(person, 30)
    a_token(person, 30, "other <b>")
    assert warned_after(25) == 2
    assert {sent.subject for sent in mail.outbox} == {
        "Your API token “my bot” expires soon",
        "Your API token “other <b>” expires soon",
    }
    (page,) = (
        str(sent.alternatives[0][0])  # type: ignore[attr-defined] # it has a page too
        for sent in mail.outbox
        if "other" in sent.subject
    )
    assert "other &lt;b&gt;" in page


def test_no_mail_about_a_token_revoked_or_expired_meanwhile(person: Person) -> None:
    revoked, ended = a_token(person, 30), a_token(person, 30, "other")
    with time_machine.travel(timezone.now() + timedelta(days=25)):
        assert services.warn_of_expiry() == 2
        services.revoke_token(person=person, token_key=revoked.token_key)
        ApiToken.objects.filter(pk=ended.pk).update(expiry=timezone.now())
        deliver_due()
    assert not mail.outbox
    assert {row.status for row in Notification.objects.all()} == {"skipped"}


def test_expired_token_causes_no_warning(person: Person) -> None:
    a_token(person, 30)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert services.warn_of_expiry() == 0
