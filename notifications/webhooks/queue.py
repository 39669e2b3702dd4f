"""The queue of webhook messages: filled from the outbox, claimed one at a time, settled.

A delivery is claimed like a message of the outbox: by a conditional UPDATE that moves ``due_at`` to the end
of the lease. If a worker dies, it becomes due again, under the same id.
"""

import logging
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone, translation

from notifications.models import Notification
from notifications.nudge import nudge
from notifications.registry import Event, EventType, kind_named
from notifications.webhooks import event_types, switching_off
from notifications.webhooks.models import Delivery, DeliveryOutcome, Webhook
from notifications.webhooks.sending import PostResult
from notifications.webhooks.signing import body_of
from sekigahara.db import service_time

log = logging.getLogger(__name__)

ANNOUNCEMENTS_A_RUN = 100
"""Announcements that are handed on before anything is sent."""
MOST_WAITING = 100
"""The number of deliveries that may wait for one webhook. While it is reached, new events are not queued."""
OF_ONE_OWNER = 2
"""Deliveries of one owner that are sent at the same time: if all of them are slow, others must not wait."""
LOOKED_AT = 100
"""Webhooks among which those are chosen. However many one owner has, others are among them."""
DELIVERIES_KEPT = 50
"""Deliveries of a webhook that its owner can see."""

DELIVERY_LEASE = timedelta(minutes=2)
Status = Delivery.Status


def hand_on() -> int:
    """Queue new announcements for webhooks.

    If the database fails temporarily, an announcement is left for the next time. One that fails for another
    reason would fail again, and is given up.

    Returns:
        The number of announcements handled.
    """
    owed = Notification.objects.filter(owes_webhooks=True).select_related("recipient").order_by("pk")
    count = 0
    for message in list(owed[:ANNOUNCEMENTS_A_RUN]):
        try:
            with transaction.atomic(durable=True):
                _hand_on(message)
        except (OperationalError, InterfaceError):
            log.warning("could not yet tell webhooks of %s", message, exc_info=True)
            continue
        except Exception:
            log.exception("could not tell webhooks of %s", message)
            Notification.objects.filter(pk=message.pk).update(owes_webhooks=False)
        count += 1
    return count


def _hand_on(message: Notification) -> None:
    # Of two workers one gets to change it.
    if not Notification.objects.filter(pk=message.pk, owes_webhooks=True).update(owes_webhooks=False):
        return
    topic = message.about.partition(".")[0]
    hooks = list(
        Webhook.objects.filter(person=message.recipient, off_at=None, topic__in=["", topic]).order_by("pk")
    )
    kind = kind_named(message.kind)
    if not hooks or kind is None or kind.compose_event is None:
        return
    reader = message.recipient
    with translation.override(reader.reads), timezone.override(reader.tzinfo):
        event = kind.compose_event(message.about, message.occasion)
    if event is not None:
        name = _message_id(message.kind, message.about, message.occasion)
        for hook in hooks:
            if event.type.name in hook.types:
                put(hook, event, name, message)


def tell(group: str, event_type: EventType, occasion: str, made: Callable[[], Event]) -> None:
    """Queue an event for a group's webhooks, in the caller's transaction.

    Args:
        group: its name.
        event_type: the type of the event.
        occasion: distinguishes the event from others of its type; there is one message for each.
        made: makes the event; called only if a webhook wants it, in the language of the site.
    """
    hooks = Webhook.objects.filter(group=group, off_at=None).order_by("pk")
    wanting = [hook for hook in hooks if event_type.name in hook.types]
    if not wanting:
        return
    with translation.override(settings.LANGUAGE_CODE), timezone.override(None):
        event = made()
    for hook in wanting:
        put(hook, event, _message_id(event_type.name, occasion))
    nudge()


def language_of(hook: Webhook) -> str:
    """What its messages are written in: the owner's language, or the site's."""
    return settings.LANGUAGE_CODE if hook.person is None else hook.person.reads


def _message_id(*words: str) -> str:
    """The id of a message: equal for every webhook and every attempt.

    It contains no full stop, which separates the parts of what is signed.
    """
    return "_".join(words).replace(".", "_")


def hold(hook: Webhook) -> None:
    """Lock a webhook until the caller's transaction ends, so that its deliveries are counted and queued one
    after another."""
    list(Webhook.objects.select_for_update(no_key=True).filter(pk=hook.pk))


def put(hook: Webhook, event: Event, message_id: str, message: Notification | None = None) -> bool:
    """Queue an event for a webhook, once.

    Args:
        message: the announcement it comes from, if any.

    Returns:
        Whether it was queued: not while ``MOST_WAITING`` are waiting.
    """
    hold(hook)
    if hook.deliveries.filter(status=Status.WAITING).count() >= MOST_WAITING:
        return False
    at = service_time.now() if message is None else message.created_at
    delivery, is_new = Delivery.objects.get_or_create(
        webhook=hook,
        message_id=message_id,
        defaults={"type": event.type.name, "body": body_of(event, at, hook.shape)},
    )
    if is_new and event.names:
        delivery.named.add(*event.names)
    return True


def claim(most: int) -> list[Delivery]:
    """The deliveries due longest, one a webhook and ``OF_ONE_OWNER`` an owner, in the caller's hands until
    the lease ends."""
    now = service_time.now()
    due = Delivery.objects.filter(status=Status.WAITING, due_at__lte=now)
    claimed = []
    for hook in _due_longest(due, most):
        first = due.filter(webhook=hook).select_related("webhook").order_by("due_at", "pk").first()
        if first is None:
            continue
        mine = due.filter(pk=first.pk, attempts=first.attempts)
        if mine.update(attempts=F("attempts") + 1, due_at=now + DELIVERY_LEASE):
            first.attempts += 1
            claimed.append(first)
    return claimed


def _due_longest(due: QuerySet[Delivery], most: int) -> list[int]:
    """The webhooks whose turn it is."""
    rows = due.values_list("webhook", "webhook__person", "webhook__group").annotate(since=Min("due_at"))
    turns, taken = list[int](), Counter[tuple[int | None, str]]()
    for hook, person, group, _since in rows.order_by("since", "webhook")[:LOOKED_AT]:
        taken[person, group] += 1
        if taken[person, group] <= OF_ONE_OWNER and len(turns) < most:
            turns.append(hook)
    return turns


def settle(delivery: Delivery, answer: PostResult) -> None:
    """Record the result of a claimed delivery, unless the lease ran out and someone else has it."""
    now = service_time.now()
    attempt = {
        "tried_at": now,
        "milliseconds": answer.milliseconds,
        "answered": answer.status,
        "answer": answer.text,
        "outcome": answer.outcome or "",
    }
    with transaction.atomic(durable=True):
        if answer.outcome is None:
            _held(delivery).update(status=Status.DELIVERED, **attempt)
            Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0, failing_since=None)
            return
        pause = pause_after(delivery)
        if pause is None or answer.outcome == DeliveryOutcome.GONE:
            _held(delivery).update(status=Status.FAILED, **attempt)
        else:
            _held(delivery).update(due_at=now + pause, **attempt)
        switching_off.note_failure(delivery.webhook_id, is_gone=answer.outcome == DeliveryOutcome.GONE)


def forget_old() -> int:
    """Delete the settled deliveries that nobody can see any more.

    Returns:
        How many.
    """
    count = 0
    for hook in Webhook.objects.only("pk"):
        seen = hook.deliveries.order_by("-created_at", "-pk").values_list("pk", flat=True)[:DELIVERIES_KEPT]
        old = hook.deliveries.exclude(status=Status.WAITING).exclude(pk__in=list(seen))
        count += old.delete()[0]
    return count


def _held(delivery: Delivery) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk=delivery.pk, status=Status.WAITING, attempts=delivery.attempts)


PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60))
"""After each failed attempt, until the next; after the last it is given up."""


def pause_after(delivery: Delivery) -> timedelta | None:
    """How long until a failed delivery is tried again; None if it is given up."""
    number = delivery.attempts - delivery.earlier
    # A test is for someone who waits for the answer.
    if delivery.type == event_types.TRIAL.name or number > len(PAUSES):
        return None
    return PAUSES[number - 1]


def is_hopeless(delivery: Delivery) -> bool:
    """Whether a claimed delivery was begun too often, because it crashes its worker."""
    return delivery.attempts - delivery.earlier > len(PAUSES) + 1
