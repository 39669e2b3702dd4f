"""A person's messages and webhooks: their export, and what is deleted when they leave."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Model
from django.utils import translation

from notifications.models import LONGEST_SUBJECT, MailRhythm, Muted, Naming, Notification, Wanted
from notifications.push.services import devices_of, end_all_devices
from notifications.webhooks.models import Delivery, Webhook

SUBJECTS_A_STATEMENT = 500
"""Subjects that are changed by one statement."""


def messages_to(person: Model) -> Iterator[Mapping[str, Any]]:
    """Every message to a person with its status. The text is not stored."""
    fields = ("kind", "about", "created_at", "due_at", "attempts", "status", "subject", "outcome", "detail")
    messages = Notification.objects.filter(recipient_id=person.pk).order_by("created_at", "pk")
    yield from messages.values(*fields, "settled_at").iterator()


def muted_by(person: Model) -> Iterator[Mapping[str, Any]]:
    """The kinds a person wants no messages of."""
    yield from Muted.objects.filter(person_id=person.pk).order_by("kind").values("kind")


def wanted_by(person: Model) -> Iterator[Mapping[str, Any]]:
    """The kinds of messages that a person has asked for."""
    yield from Wanted.objects.filter(person_id=person.pk).order_by("kind").values("kind")


def mail_rhythm_of(person: Model) -> Iterator[Mapping[str, Any]]:
    """When a person wants to be mailed."""
    fields = ("rhythm", "every", "hour", "quiet_from", "quiet_until", "reminders", "gathered_at", "topics")
    yield from MailRhythm.objects.filter(person_id=person.pk).values(*fields)


def push_devices_of(person: Model) -> Iterator[Mapping[str, Any]]:
    """The devices that notify a person: of their addresses only the push service, as anyone who knows the
    whole may reach them."""
    fields = ("key", "kind", "created_at", "used_at", "failed_at")
    for device in devices_of(person):
        service = f"https://{urlsplit(device.endpoint).hostname}/…"
        yield {"endpoint": service, **{name: getattr(device, name) for name in fields}}


def webhooks_of(person: Model) -> Iterator[Mapping[str, Any]]:
    """The person's webhooks with what was posted to them of late; never what they are signed with."""
    fields = ("key", "url", "shape", "types", "topic", "created_at", "off_at", "off_for")
    posted = ("type", "body", "created_at", "tried_at", "status", "attempts", "answered", "answer")
    for hook in Webhook.objects.filter(person_id=person.pk).order_by("created_at", "pk"):
        deliveries = hook.deliveries.order_by("created_at", "pk").values(*posted)
        yield {**{name: getattr(hook, name) for name in fields}, "deliveries": list(deliveries)}


def forget(person: Model, called: Callable[[], str]) -> None:
    """Delete a person's messages, choices and webhooks, and their name in stored messages and events of
    others.

    Args:
        called: the replacement for their name, in the active language.
    """
    Notification.objects.filter(recipient_id=person.pk).delete()
    Muted.objects.filter(person_id=person.pk).delete()
    Wanted.objects.filter(person_id=person.pk).delete()
    MailRhythm.objects.filter(person_id=person.pk).delete()
    Webhook.objects.filter(person_id=person.pk).delete()
    end_all_devices(person)
    # What is sent again is never changed: so it goes as a whole.
    Delivery.objects.filter(named=person.pk).delete()
    _forget_in_subjects(person, called)


def _forget_in_subjects(person: Model, called: Callable[[], str]) -> None:
    namings = Naming.objects.filter(person_id=person.pk).order_by("pk")
    changed = []
    for naming in namings.select_related("notification__recipient"):
        message = naming.notification
        with translation.override(message.recipient.reads):
            message.subject = _without(message.subject, naming.words, called())
        changed.append(message)
    # In the order in which old messages are forgotten, for neither to wait for the other without end.
    namings.delete()
    Notification.objects.bulk_update(changed, ["subject"], SUBJECTS_A_STATEMENT)


def _without(subject: str, name: str, called: str) -> str:
    """The subject without a name; nothing of it where the name is not found, as in one that was cut short."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    changed, count = whole.subn(lambda _found: called, subject)
    return changed[:LONGEST_SUBJECT] if count else ""
