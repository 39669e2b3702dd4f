"""What people do with their webhooks. Each verb is one durable transaction."""

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from oauth2_provider.models import Application

from notifications.nudge import nudge
from notifications.registry import Event
from notifications.webhooks import event_types, queue
from notifications.webhooks.addresses import checked
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner, hold
from notifications.webhooks.signing import new_secret
from sekigahara.db import service_time
from sekigahara.errors.codes import CODES

MOST_WEBHOOKS_OF_ONE = 10
"""Webhooks of one person, or of one club."""
OVERLAP = timedelta(hours=24)
"""How long the secret before signs too, after a new one was made."""
MOST_TEST_MESSAGES = 10
TRIALS_WITHIN = timedelta(hours=1)


class WebhookError(Exception):
    """A refusal. As a string it is the sentence for the person.

    Attributes:
        code: a stable word for programs.
    """

    code: str

    def __str__(self) -> str:
        return CODES[self.code].sentence({})


class TooManyWebhooksError(WebhookError):
    """The person, or the group, has as many webhooks as one may have."""

    code = "too-many-webhooks"


class AddressTakenError(WebhookError):
    """There already is a webhook to this address for the same games."""

    code = "address-taken"


class UnknownTopicError(WebhookError):
    """The person plays no such game."""

    code = "unknown-game"


class SwitchedOffError(WebhookError):
    """The webhook is switched off."""

    code = "webhook-off"


class TooManyTrialsError(WebhookError):
    """Enough tests were sent within the hour."""

    code = "too-many-tests"


class TooManyWaitingError(WebhookError):
    """So many messages are waiting for the webhook that none are added."""

    code = "too-many-waiting"


def create(
    *,
    owner: Owner,
    url: str,
    shape: str,
    types: Collection[str],
    topic: str = "",
    app: Application | None = None,
) -> Webhook:
    """Create a webhook. Its secret is shown only once.

    Args:
        owner: the owner; the caller checks that they may have webhooks.
        shape: a value of ``Webhook.Shape``.
        types: the types of events, of ``event_types.types_of(owner)``.
        topic: limits a person's webhook to one topic, such as a game's id; empty for everything.
        app: the program that sets it up; None for the owner's own.

    Raises:
        AddressError: webhooks may not have that address.
        UnknownTopicError: the person may not choose that topic.
        AddressTakenError: the owner has a webhook with this address.
        TooManyWebhooksError: they have ``MOST_WEBHOOKS_OF_ONE``.
    """
    checked(url)
    if topic and topic not in {each.id for each in event_types.topics_of(owner)}:
        raise UnknownTopicError
    with transaction.atomic(durable=True):
        hold(owner)  # so that requests at the same moment count one after another
        if Webhook.objects.filter(owner.own).count() >= MOST_WEBHOOKS_OF_ONE:
            raise TooManyWebhooksError
        if Webhook.objects.filter(owner.own, url=url, topic=topic).exists():
            raise AddressTakenError
        return Webhook.objects.create(
            person_id=owner.person_id,
            group=owner.group,
            url=url,
            shape=shape,
            types=[each.name for each in event_types.types_of(owner) if each.name in types],
            topic=topic,
            secret=new_secret(),
            app=app,
        )


def delete(*, webhook: Webhook) -> None:
    """Delete a webhook and its log."""
    with transaction.atomic(durable=True):
        webhook.delete()


def rotate(*, webhook: Webhook, rotations: int) -> str | None:
    """Give a webhook a new secret. The old one also signs for ``OVERLAP``.

    Args:
        rotations: how often it had been changed when the owner last looked, so that a second click does not
            change it again.

    Returns:
        The secret, which is shown only once; None if it was changed meanwhile.
    """
    secret = new_secret()
    with transaction.atomic(durable=True):
        seen = Webhook.objects.filter(pk=webhook.pk, rotations=rotations)
        changed = seen.update(
            rotations=rotations + 1,
            old_secret=F("secret"),
            old_secret_until=service_time.now() + OVERLAP,
            secret=secret,
        )
    return secret if changed else None


def switch_on(*, webhook: Webhook) -> None:
    """Switch a webhook on again. It gets events from now on."""
    with transaction.atomic(durable=True):
        Webhook.objects.filter(pk=webhook.pk).update(off_at=None, off_for="", failures=0, failing_since=None)


def redeliver(*, delivery: Delivery, attempts: int) -> bool:
    """Send a delivery again at once, with the same id and the same body.

    Args:
        attempts: how often it had been tried when the owner last looked, so that a second click has no
            effect.

    Returns:
        Whether this call caused another attempt.

    Raises:
        SwitchedOffError: the webhook is off.
    """
    if delivery.webhook.off_at is not None:
        raise SwitchedOffError
    now = service_time.now()
    with transaction.atomic(durable=True):
        seen = Delivery.objects.filter(pk=delivery.pk, attempts=attempts, earlier__lt=attempts)
        changed = seen.update(status=Delivery.Status.WAITING, due_at=now, earlier=F("attempts"))
        if changed:
            nudge()
    return bool(changed)


def send_trial(*, webhook: Webhook) -> None:
    """Queue a test message for a webhook.

    Raises:
        SwitchedOffError: it is switched off.
        TooManyTrialsError: it had ``MOST_TEST_MESSAGES`` within the hour.
        TooManyWaitingError: ``queue.MOST_WAITING`` deliveries are waiting for it.
    """
    if webhook.off_at is not None:
        raise SwitchedOffError
    with transaction.atomic(durable=True):
        queue.hold(webhook)
        recent = webhook.deliveries.filter(
            type=event_types.TRIAL.name, created_at__gt=service_time.now() - TRIALS_WITHIN
        )
        if recent.count() >= MOST_TEST_MESSAGES:
            raise TooManyTrialsError
        with translation.override(queue.language_of(webhook)):
            text = _("A test: this webhook of %(site)s works.") % {"site": f"<{settings.SITE_URL}>"}
        if not queue.put(
            webhook, Event(event_types.TRIAL, event_types.NoFacts(), text), f"test_{secrets.token_hex(8)}"
        ):
            raise TooManyWaitingError
        nudge()
