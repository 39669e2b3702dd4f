"""Announcing messages to people, and storing which they want."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Model

from notifications import journal
from notifications.email import message_id
from notifications.models import MailOutcome, Muted, Notification, Wanted
from notifications.nudge import nudge
from notifications.registry import kind_named, optional_kinds
from notifications.webhooks.owners import Owner, hold
from sekigahara.db import service_time
from sekigahara.db.statements import Insert
from sekigahara.db.writes import Statement, ensured, run

TRIAL = "notifications.test_mail"
MOST_TEST_MAILS = 3
TRIALS_WITHIN = timedelta(hours=1)
ANNOUNCED_A_STATEMENT = 200
"""Messages that one statement writes: databases limit its values, and its text is kept for each number."""

_NOTIFICATIONS = Insert(Notification)


class Announcement(NamedTuple):
    """A message to be sent: kind, subject, occasion, and recipient (see ``Notification``).

    Attributes:
        due_at: not to be sent before; None for at once.
        is_mailed: whether its recipient is to have a mail of it, or wants none.
        is_posted: whether the recipient's webhooks are to have its event, if it has one.
    """

    kind: str
    about: str
    occasion: str
    recipient_id: int
    due_at: datetime | None = None
    is_mailed: bool = True
    is_posted: bool = True


def announce(announcements: Iterable[Announcement]) -> None:
    """Write the messages into the outbox, in the caller's transaction, and nudge the worker once after it."""
    rows = list(announcements)
    for first in range(0, len(rows), ANNOUNCED_A_STATEMENT):
        run(announcing(rows[first : first + ANNOUNCED_A_STATEMENT]))
    if rows:
        nudge()


def announcing(announcements: Sequence[Announcement]) -> Statement:
    """The statement that writes messages, at least one, into the outbox. The caller nudges the worker."""
    now = service_time.now()
    ids = [message_id(one.kind, one.about, one.occasion) for one in announcements]
    for name in ids:
        journal.note("queues", name)
    return _NOTIFICATIONS.statement(
        [
            _NOTIFICATIONS.new(
                kind=one.kind,
                about=one.about,
                occasion=one.occasion,
                recipient_id=one.recipient_id,
                message_id=name,
                due_at=one.due_at or now,
                owes_webhooks=one.is_posted and _has_events(one.kind),
                push_at=(one.due_at or now) if one.is_mailed and _waits(one.kind) else None,
                **({} if one.is_mailed else _unmailed(now)),
            )
            for one, name in zip(announcements, ids, strict=True)
        ]
    )


def _unmailed(now: datetime) -> dict[str, Any]:
    skipped = Notification.Status.SKIPPED
    return {"status": skipped, "outcome": MailOutcome.MUTED, "settled_at": now}


def _has_events(kind_name: str) -> bool:
    """Whether webhooks are sent anything of a kind."""
    kind = kind_named(kind_name)
    return kind is not None and bool(kind.events)


def _waits(kind_name: str) -> bool:
    """Whether messages of a kind say that something waits, so that devices are notified of it."""
    kind = kind_named(kind_name)
    return bool(settings.PUSH_KEY) and kind is not None and kind.part is not None


def withdraw(*, recipient_id: int, about: str) -> None:
    """Withdraw messages to a person about a subject, in the caller's transaction."""
    theirs = Notification.objects.filter(recipient_id=recipient_id, about=about)
    theirs.filter(status=Notification.Status.WAITING).delete()
    theirs.filter(owes_webhooks=True).update(owes_webhooks=False)


def mute(*, person: Model, kind: str) -> None:
    """Mute a kind for a person, and drop its waiting messages."""
    with transaction.atomic(durable=True):
        if _is_on_request(kind):
            Wanted.objects.filter(person_id=person.pk, kind=kind).delete()
        else:
            ensured(Muted.objects.all(), person_id=person.pk, kind=kind)


def unmute(*, person: Model, kind: str) -> None:
    """Unmute a kind for a person, or ask for one that is sent on request."""
    with transaction.atomic(durable=True):
        if _is_on_request(kind):
            ensured(Wanted.objects.all(), person_id=person.pk, kind=kind)
        else:
            Muted.objects.filter(person_id=person.pk, kind=kind).delete()


def _is_on_request(kind_name: str) -> bool:
    kind = kind_named(kind_name)
    return kind is not None and kind.on_request


def choose(*, person: Model, wanted: Collection[str]) -> None:
    """Store which of the optional kinds, by name, a person wants; the others are muted."""
    optional = optional_kinds()
    muted = [kind.name for kind in optional if not kind.on_request and kind.name not in wanted]
    asked_for = [kind.name for kind in optional if kind.on_request and kind.name in wanted]
    theirs = {"person_id": person.pk, "kind__in": [kind.name for kind in optional]}
    with transaction.atomic(durable=True):
        Muted.objects.filter(**theirs).exclude(kind__in=muted).delete()
        Wanted.objects.filter(**theirs).exclude(kind__in=asked_for).delete()
        Muted.objects.bulk_create(
            [Muted(person_id=person.pk, kind=name) for name in muted], ignore_conflicts=True
        )
        Wanted.objects.bulk_create(
            [Wanted(person_id=person.pk, kind=name) for name in asked_for], ignore_conflicts=True
        )


def send_trial(*, person: Model) -> bool:
    """Queue a test mail for a person.

    Returns:
        Whether it was queued: not after ``MOST_TEST_MAILS`` within the hour.
    """
    with transaction.atomic(durable=True):
        hold(Owner(person.pk))
        latest = Notification.objects.filter(
            kind=TRIAL, recipient_id=person.pk, created_at__gt=service_time.now() - TRIALS_WITHIN
        )
        if latest.count() >= MOST_TEST_MAILS:
            return False
        announce([Announcement(TRIAL, str(person.pk), secrets.token_hex(8), person.pk)])
    return True
