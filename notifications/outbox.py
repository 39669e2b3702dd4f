"""Taking messages out of the outbox, one at a time, so that two workers never send the same one at once.

A message is claimed by a conditional UPDATE that moves ``due_at`` to the lease's end. A worker that dies
leaves it to become due again; the mail it may have sent has the same Message-ID as the second one.
"""

from datetime import timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from notifications.models import Notification

LEASE = timedelta(minutes=2)
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)
MOST_ATTEMPTS = 20
"""With the pauses between them, somewhat more than a day."""


def claim() -> Notification | None:
    """The message due longest, in the caller's hands until the lease ends; None if none is due."""
    while True:
        now = timezone.now()
        due = Notification.objects.filter(status=Notification.Status.WAITING, due_at__lte=now)
        message = due.order_by("due_at", "pk").first()
        if message is None:
            return None
        # Whoever is first to raise the count from what both have read has it; the other looks again.
        mine = due.filter(pk=message.pk, attempts=message.attempts)
        if mine.update(attempts=F("attempts") + 1, due_at=now + LEASE):
            message.attempts += 1
            return message


def settle(message: Notification, status: Notification.Status, outcome: str = "") -> None:
    """Record what became of a claimed message, unless the lease ran out and somebody else has it."""
    _held(message).update(status=status, outcome=outcome[:200], settled_at=timezone.now())


def postpone(message: Notification, outcome: str) -> None:
    """Try a claimed message again later, ever more patiently, and give up in the end."""
    if message.attempts >= MOST_ATTEMPTS:
        settle(message, Notification.Status.FAILED, outcome)
        return
    pause = min(FIRST_PAUSE * 2 ** (message.attempts - 1), LONGEST_PAUSE)
    _held(message).update(due_at=timezone.now() + pause, outcome=outcome[:200])


def _held(message: Notification) -> QuerySet[Notification]:
    return Notification.objects.filter(
        pk=message.pk, status=Notification.Status.WAITING, attempts=message.attempts
    )
