"""What people do with their webhooks. Each verb is one durable transaction."""

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from oauth2_provider.models import Application

from notifications.nudge import nudge
from notifications.registry import Event
from notifications.webhooks import event_types, queue
from notifications.webhooks.addresses import checked
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner, hold
from notifications.webhooks.queue import DELIVERIES_KEPT
from notifications.webhooks.signing import new_secret
from sekigahara.db import service_time
from sekigahara.errors.exceptions import RefusalError

MOST_WEBHOOKS_OF_ONE = 10
"""Webhooks of one person, or of one club."""
OVERLAP = timedelta(hours=24)
"""How long the secret before signs too, after a new one was made."""
MOST_TEST_MESSAGES = 10
TRIALS_WITHIN = timedelta(hours=1)


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
        RefusalError: ``unknown-game``: the person may not choose that topic.
        RefusalError: ``address-taken``: the owner has a webhook with this address.
        RefusalError: ``too-many-webhooks``: they have ``MOST_WEBHOOKS_OF_ONE``.
    """
    checked(url)
    if topic and topic not in {each.id for each in event_types.topics_of(owner)}:
        raise RefusalError("unknown-game")
    with transaction.atomic(durable=True):
        hold(owner)  # so that requests at the same moment count one after another
        if Webhook.objects.filter(owner.own).count() >= MOST_WEBHOOKS_OF_ONE:
            raise RefusalError("too-many-webhooks")
        if Webhook.objects.filter(owner.own, url=url, topic=topic).exists():
            raise RefusalError("address-taken")
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
        RefusalError: ``webhook-off``: the webhook is off.
    """
    if delivery.webhook.off_at is not None:
        raise RefusalError("webhook-off")
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
        RefusalError: ``webhook-off``: it is switched off.
        RefusalError: ``too-many-tests``: it had ``MOST_TEST_MESSAGES`` within the hour.
        RefusalError: ``too-many-waiting``: ``queue.MOST_WAITING`` deliveries are waiting for it.
    """
    if webhook.off_at is not None:
        raise RefusalError("webhook-off")
    with transaction.atomic(durable=True):
        queue.hold(webhook)
        recent = webhook.deliveries.filter(
            type=event_types.TRIAL.name, created_at__gt=service_time.now() - TRIALS_WITHIN
        )
        if recent.count() >= MOST_TEST_MESSAGES:
            raise RefusalError("too-many-tests")
        with translation.override(queue.language_of(webhook)):
            text = _("A test: this webhook of %(site)s works.") % {"site": f"<{settings.SITE_URL}>"}
        if not queue.put(
            webhook, Event(event_types.TRIAL, event_types.NoFacts(), text), f"test_{secrets.token_hex(8)}"
        ):
            raise RefusalError("too-many-waiting")
        nudge()


def webhooks_of(owner: Owner) -> QuerySet[Webhook]:
    """All there are, the oldest first."""
    return Webhook.objects.filter(owner.own).select_related("person").order_by("created_at", "key")


def webhook_of(owner: Owner, key: str) -> Webhook | None:
    """The webhook of that name, if they have one."""
    return webhooks_of(owner).filter(key=key).first()


def log_of(webhook: Webhook) -> list[Delivery]:
    """The latest deliveries of a webhook, newest first."""
    return list(webhook.deliveries.order_by("-created_at", "-pk")[:DELIVERIES_KEPT])


def delivery_of(webhook: Webhook, message_id: str) -> Delivery | None:
    """A delivery of a webhook, if there is one of that id."""
    return webhook.deliveries.select_related("webhook").filter(message_id=message_id).first()
