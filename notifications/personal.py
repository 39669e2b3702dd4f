"""What the outbox holds of a person: told to them, and deleted when they leave."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.db.models import Model, Q
from django.utils import translation

from notifications.models import Delivery, Muted, Notification, Webhook

LONGEST_PART = 100
"""Letters of a word that is looked for. A subject may have been cut short after more."""


def messages_to(person: Model) -> Iterator[Mapping[str, Any]]:
    """Every message owed to a person and what became of it. What they said is not stored."""
    told = ("kind", "about", "created_at", "due_at", "attempts", "status", "subject", "outcome", "detail")
    messages = Notification.objects.filter(recipient_id=person.pk).order_by("created_at", "pk")
    yield from messages.values(*told, "settled_at").iterator()


def muted_by(person: Model) -> Iterator[Mapping[str, Any]]:
    """The kinds a person wants no messages of."""
    yield from Muted.objects.filter(person_id=person.pk).order_by("kind").values("kind")


def webhooks_of(person: Model) -> Iterator[Mapping[str, Any]]:
    """The person's webhooks with what was posted to them of late; never what they are signed with."""
    told = ("key", "url", "shape", "types", "topic", "created_at", "off_at", "off_for")
    posted = ("type", "body", "created_at", "tried_at", "status", "attempts", "answered", "answer")
    for hook in Webhook.objects.filter(person_id=person.pk).order_by("created_at", "pk"):
        deliveries = hook.deliveries.order_by("created_at", "pk").values(*posted)
        yield {**{name: getattr(hook, name) for name in told}, "deliveries": list(deliveries)}


def forget(person: Model, words: Collection[str], called: Callable[[], str]) -> None:
    """Delete a person's messages, sent or not, choices and webhooks; their name in messages of others; and
    what webhooks of groups were told that has it.

    Args:
        words: their name and address, as they may stand in subjects.
        called: what to put there instead, in the language that is active.
    """
    Notification.objects.filter(recipient_id=person.pk).delete()
    Muted.objects.filter(person_id=person.pk).delete()
    Webhook.objects.filter(person_id=person.pk).delete()
    parts = [word[:LONGEST_PART] for word in words if word]
    if not parts:
        return
    _forget_in_groups(parts)
    whole = re.compile("|".join(rf"(?<!\w){re.escape(part)}{_rest(part)}" for part in parts))
    holds = Q()
    for part in parts:
        holds |= Q(subject__contains=part)
    for message in Notification.objects.filter(holds).select_related("recipient"):
        with translation.override(message.recipient.reads):
            subject = whole.sub(lambda _found: called(), message.subject)
        Notification.objects.filter(pk=message.pk, subject=message.subject).update(subject=subject[:200])


def _forget_in_groups(parts: Collection[str]) -> None:
    """Delete what webhooks of groups were told with these in it: what is sent again is never changed."""
    for part in parts:
        written = json.dumps(part, ensure_ascii=False)[1:-1]
        Delivery.objects.exclude(webhook__group="").filter(body__contains=written).delete()


def _rest(part: str) -> str:
    """What may follow, as a pattern: whatever belongs to a word that is too long to be looked for whole."""
    return r"\S*" if len(part) == LONGEST_PART else r"(?!\w)"
