"""Taking messages out of the outbox, one at a time, so that two workers never send the same one at once.

A message is claimed by a conditional UPDATE that moves ``due_at`` to the lease's end. A worker that dies
leaves it to become due again. The promise is one message for each occasion, not one delivery: a mail that was
accepted before the worker died, or before the server could say so, is sent a second time with the same
Message-ID.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F, QuerySet

from notifications import journal
from notifications.models import LONGEST_DETAIL, LONGEST_SUBJECT, MailOutcome, Naming, Notification
from sekigahara.db import service_time

MESSAGE_LEASE = timedelta(minutes=2)


def claim() -> Notification | None:
    """Claim the message that has been due longest, until the lease ends; None if none is due."""
    while True:
        now = service_time.now()
        due = Notification.objects.filter(status=Notification.Status.WAITING, due_at__lte=now)
        message = due.select_related("recipient__mail_rhythm").order_by("due_at", "pk").first()
        if message is None or claim_too(message):
            return message


def claim_too(message: Notification) -> bool:
    """Claim a message that waits, until the lease ends, unless somebody else has claimed it."""
    # The first to raise the count from the value that both have read gets it.
    until = service_time.now() + MESSAGE_LEASE
    if not _held(message).update(attempts=F("attempts") + 1, due_at=until):
        return False
    message.attempts += 1
    message.due_at = until
    return True


def set_aside(message: Notification, until: datetime) -> None:
    """Give a claimed message back until its recipient wants mail. That counts as no attempt."""
    _held(message).update(attempts=F("attempts") - 1, due_at=until, outcome=MailOutcome.SET_ASIDE, detail="")


def keep_subject(message: Notification, subject: str, names: Mapping[int, str]) -> None:
    """Record the subject of a claimed message and the people it names, before it is sent.

    When one of them closes their account, their name is removed from it.

    Args:
        names: the ids of people, and the name of each there.
    """
    with transaction.atomic(durable=True):
        # This waits for a person who is closing their account, because that locks their row.
        people = get_user_model()._base_manager.select_for_update(no_key=True).filter(pk__in=names)  # noqa: SLF001 - the one that leaves nothing out
        are_there = all(person.is_active for person in people.order_by("pk"))
        kept = subject[:LONGEST_SUBJECT] if are_there else ""
        if not _held(message).update(subject=kept):
            return
        message.namings.all().delete()
        Naming.objects.bulk_create(
            Naming(notification=message, person_id=person, words=words[:LONGEST_SUBJECT])
            for person, words in names.items()
            if kept
        )


def settle_sent(message: Notification) -> None:
    """Record that a claimed message was sent, unless the lease ran out and someone else has it."""
    _settle(message, Notification.Status.SENT, "", "")


def settle_skipped(message: Notification, outcome: MailOutcome) -> None:
    """Record that a claimed message was not needed."""
    _settle(message, Notification.Status.SKIPPED, outcome, "")


def settle_failed(message: Notification, outcome: MailOutcome, detail: str) -> None:
    """Give a claimed message up."""
    _settle(message, Notification.Status.FAILED, outcome, detail)


def postpone(message: Notification, outcome: MailOutcome, detail: str) -> None:
    """Try a claimed message again later, ever more patiently, and give up in the end."""
    if message.attempts >= MOST_ATTEMPTS:
        settle_failed(message, outcome, detail)
        return
    pause = pause_after(message.attempts)
    due_at = service_time.now() + pause
    _held(message).update(due_at=due_at, outcome=outcome, detail=_cut(detail))


def _settle(message: Notification, status: Notification.Status, outcome: str, detail: str) -> None:
    journal.note(f"{status} {outcome}".strip(), message.message_id)
    _held(message).update(
        status=status,
        outcome=outcome,
        detail=_cut(detail),
        settled_at=service_time.now(),
    )


def _held(message: Notification) -> QuerySet[Notification]:
    # Setting aside lowers the count again, so that alone does not tell one lease from another.
    return Notification.objects.filter(
        pk=message.pk,
        status=Notification.Status.WAITING,
        attempts=message.attempts,
        due_at=message.due_at,
    )


def _cut(detail: str) -> str:
    return detail[:LONGEST_DETAIL]


FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)
MOST_ATTEMPTS = 20
"""With the pauses between them, somewhat more than a day."""


def pause_after(attempts: int) -> timedelta:
    """How long until the next attempt: ever longer.

    Args:
        attempts: so far, from 1.
    """
    pause: timedelta = FIRST_PAUSE * 2 ** (attempts - 1)
    return min(pause, LONGEST_PAUSE)
