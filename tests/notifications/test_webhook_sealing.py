"""Secrets of webhooks in the database: nobody who has only that can sign, and keys can be changed."""

from __future__ import annotations

import pytest
from django.db import connection
from pytest_django import Settings

from accounts.models.person import Person
from games.engine.side import EAST
from games.models.message import Message
from games.models.orders import SeatOrders
from games.services import diary, messages
from notifications.tasks import forget_old
from notifications.webhooks import sealing, services
from notifications.webhooks.delivery import deliver_due
from notifications.webhooks.models import Delivery, DeliveryOutcome, Webhook
from notifications.webhooks.owners import Owner
from tests.kit.commands import output_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

URL = "https://hooks.example.org/in"


@pytest.fixture
def hook(person: Person) -> Webhook:
    made = services.create(owner=Owner(person.pk), url=URL, shape="standard", types=[])
    services.rotate(webhook=made, rotations=0)
    return Webhook.objects.get()


def stored() -> tuple[str, str]:
    """Both secrets as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret, old_secret FROM notifications_webhook")
        row: tuple[str, str] = cursor.fetchone()
    return row


def changed_key(
    settings: Settings, key: str = "another key of fifty letters and more, nobody knows it"
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    settings.SECRET_KEY = key


def test_the_database_does_not_hold_them(hook: Webhook) -> None:
    assert hook.secret.startswith("whsec_")
    assert hook.old_secret.startswith("whsec_")
    assert hook.secret != hook.old_secret
    for text, secret in zip(stored(), (hook.secret, hook.old_secret), strict=True):
        assert text
        assert "whsec_" not in text
        assert secret.removeprefix("whsec_") not in text


def test_after_a_change_of_key_they_are_read_and_sealed_anew(hook: Webhook, settings: Settings) -> None:
    before = stored()
    changed_key(settings)
    again = Webhook.objects.get()
    assert (again.secret, again.old_secret) == (hook.secret, hook.old_secret)
    assert stored() == before
    forget_old()
    assert stored() != before
    after = stored()
    assert sealing.reseal_fields() == 0, "it is done"
    settings.SECRET_KEY_FALLBACKS = []
    again = Webhook.objects.get()
    assert (again.secret, again.old_secret) == (hook.secret, hook.old_secret)
    assert stored() == after


def test_operator_seals_all_that_is_sealed_with_the_key_of_today(hook: Webhook, settings: Settings) -> None:
    """In fields of any model, and the texts that are sealed by those who write them."""
    table = Table(5)
    diary.write(seat=table.seat(EAST), text="Otani wavers.")
    message = messages.write(seat=table.seat(EAST), text="Well met.")
    Message.objects.filter(pk=message.pk).update(former="\0Hello.")
    sealed = 2 + 1 + 1 + SeatOrders.objects.count()
    changed_key(settings)
    assert output_of("reseal") == f"Texts sealed with the key of today: {sealed}.\n"
    settings.SECRET_KEY_FALLBACKS = []
    assert Message.objects.get().former == "\0Hello."
    assert Webhook.objects.get().secret == hook.secret
    assert [note.words for note in diary.read(table.seat(EAST))] == ["Otani wavers."]
    assert output_of("reseal").endswith(": 0.\n")


def test_one_that_no_key_opens_sends_nothing_and_can_be_changed(hook: Webhook, settings: Settings) -> None:
    services.send_trial(webhook=hook)
    settings.SECRET_KEY = "nobody remembers the one before, which is not among the fallbacks"
    assert Webhook.objects.get().secret == ""
    deliver_due()
    assert Delivery.objects.get().outcome == DeliveryOutcome.BROKEN
    settings.SECRET_KEY_FALLBACKS = ["nor is this one"]
    assert sealing.reseal_fields() == 0
    services.rotate(webhook=hook, rotations=1)
    assert Webhook.objects.get().secret.startswith("whsec_")


def test_the_same_secret_is_never_sealed_alike() -> None:
    one, other = sealing.seal("whsec_x"), sealing.seal("whsec_x")
    assert one != other
    assert sealing.unseal(one) == sealing.unseal(other) == "whsec_x"
    assert sealing.seal("") == sealing.unseal("") == ""
