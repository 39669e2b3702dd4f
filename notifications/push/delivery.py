"""The queue of messages to devices: filled from the outbox, claimed one at a time, settled.

A message is claimed like one of the outbox: by a conditional UPDATE that moves ``due_at`` to the end of the
lease. Nothing is kept of one that was taken.
"""

import logging
from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from notifications import queries, rhythm
from notifications.models import MailOutcome, Notification
from notifications.nudge import nudge
from notifications.outbox import MOST_ATTEMPTS, pause_after
from notifications.push import messages
from notifications.push.models import Push, PushDevice
from notifications.registry import kind_named
from notifications.webhooks import sending
from notifications.webhooks.sending import Post, PostResult
from sekigahara.db import service_time

log = logging.getLogger(__name__)

MESSAGES_A_RUN = 100
"""Messages that are handed on before anything is sent."""
OF_ONE_PERSON = 4
"""Messages to one person that are sent at the same time: if all are slow, others must not wait."""
LOOKED_AT_FOR_DEVICES = 200
"""Messages among which those are chosen."""
PUSH_LEASE = timedelta(minutes=2)
NO_DEVICE = (404, 410)
"""What a push service answers for a device that is gone."""
TRY_AGAIN = (408, 425, 429)
"""Of the answers that say that a message is wrong, those that do not."""


def hand_on() -> int:
    """Queue what is due for the devices of its recipients, unless they want none of it.

    Returns:
        The number of messages handled.
    """
    due = Notification.objects.filter(push_at__lte=service_time.now())
    if not due.exists():
        return 0
    has_device = Exists(PushDevice.objects.filter(person=OuterRef("recipient")))
    with transaction.atomic(durable=True):
        mail_instead(due.exclude(has_device))
        count = due.exclude(has_device).update(push_at=None)  # most people have none
    messages = due.select_related("recipient__mail_rhythm").order_by("push_at", "pk")
    for message in messages[:MESSAGES_A_RUN]:
        with transaction.atomic(durable=True):
            _hand_on(message)
        count += 1
    return count


def _hand_on(message: Notification) -> None:
    kind = kind_named(message.kind)
    is_wanted = kind is not None and not (
        kind.optional and queries.is_muted(message.recipient_id, message.kind)
    )
    at = rhythm.push_at(message, kind) if kind is not None and is_wanted else None
    now = service_time.now()
    # Of two workers one gets to change it.
    held = Notification.objects.filter(pk=message.pk, push_at=message.push_at)
    if at is not None and at > now:
        held.update(push_at=at)
    elif held.update(push_at=None) and at is not None:
        values = {"notification": message, "due_at": now, "attempts": 0}
        for device in PushDevice.objects.filter(person=message.recipient_id).order_by("pk"):
            device.pushes.update_or_create(topic=rhythm.topic_of(message), defaults=values)


def claim(most: int) -> list[Push]:
    """The messages due longest, ``OF_ONE_PERSON`` a person, in the caller's hands until the lease ends."""
    now = service_time.now()
    due = Push.objects.filter(due_at__lte=now).select_related("device__person", "notification")
    claimed, taken = list[Push](), Counter[int]()
    for push in due.order_by("due_at", "pk")[:LOOKED_AT_FOR_DEVICES]:
        taken[push.device.person_id] += 1
        if len(claimed) == most or taken[push.device.person_id] > OF_ONE_PERSON:
            continue
        if _held(push).update(attempts=F("attempts") + 1, due_at=now + PUSH_LEASE):
            push.attempts += 1
            push.due_at = now + PUSH_LEASE
            claimed.append(push)
    return claimed


def drop(push: Push) -> None:
    """Take a claimed message out of the queue."""
    _held(push).delete()


def settle(push: Push, answer: PostResult) -> None:
    """Record what a push service answered to a claimed message.

    A device that is gone is forgotten. A message that cannot be sent is given up in the end, and
    mailed if its recipient has no other device.
    """
    device = PushDevice.objects.filter(pk=push.device_id)
    with transaction.atomic(durable=True):
        if answer.outcome is None:
            drop(push)
            device.update(used_at=service_time.now(), failed_at=None)
            return
        if answer.status in NO_DEVICE:
            device.delete()
        elif _is_for_good(answer) or push.attempts >= MOST_ATTEMPTS:
            drop(push)
            device.update(failed_at=service_time.now())
        else:
            postpone(push)
            return
        if push.notification_id is not None and not rhythm.can_be_pushed(push.device.person_id):
            mail_instead(Notification.objects.filter(pk=push.notification_id))


def postpone(push: Push) -> None:
    """Try a claimed message again later, ever more patiently."""
    _held(push).update(due_at=service_time.now() + pause_after(push.attempts))


def mail_instead(messages: QuerySet[Notification]) -> None:
    """Have those of the messages mailed that were left to devices, in the caller's transaction."""
    left_out = messages.filter(status=Notification.Status.SKIPPED, outcome=MailOutcome.PUSHED)
    if left_out.update(
        status=Notification.Status.WAITING, outcome="", settled_at=None, due_at=service_time.now()
    ):
        nudge()


def _is_for_good(answer: PostResult) -> bool:
    return answer.status is not None and 400 <= answer.status < 500 and answer.status not in TRY_AGAIN


def _held(push: Push) -> QuerySet[Push]:
    # A newer message has taken its place if the notification is another one.
    return Push.objects.filter(
        pk=push.pk, notification=push.notification_id, attempts=push.attempts, due_at=push.due_at
    )


AT_A_TIME = 16
"""Messages that are sent together."""


def push_due() -> int:
    """Queue what is due, and send some of it: this takes no longer than the slowest push service may.

    The caller calls again until nothing is left.

    Returns:
        How much was done.
    """
    count = hand_on()
    claimed = claim(AT_A_TIME)
    made = [(push, post) for push in claimed if (post := _made(push)) is not None]
    answers = sending.post_all([post for _push, post in made]) if made else []
    for (push, _post), answer in zip(made, answers, strict=True):
        if answer.outcome is not None:
            log.info("device %s: %s (%s)", push.device, answer.outcome, answer.status)
        _settle(push, answer)
    return count + len(claimed)


def _made(push: Push) -> Post | None:
    """The message to post; None if there is none, which is settled."""
    if push.attempts > MOST_ATTEMPTS:  # it crashes its worker
        drop(push)
        return None
    try:
        post = messages.post_of(push)
    except Exception:
        log.exception("could not make up %s for device %s", push.notification, push.device)
        postpone(push)
        return None
    if post is None:
        drop(push)
    return post


def _settle(push: Push, answer: PostResult) -> None:
    try:
        settle(push, answer)
    except Exception:  # the others were sent too, and would be sent twice if they were not settled
        log.exception("could not settle what was sent to device %s", push.device)
