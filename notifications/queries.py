"""Queries about the messages to a person."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Model, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from notifications.models import MailOutcome, Muted, Notification, Wanted
from notifications.registry import Kind, kind_named, optional_kinds
from sekigahara.db import service_time

MAILS_SHOWN = 50
LATE = timedelta(minutes=3)
"""What was to be sent at once is late after this long. If nobody has even claimed it, no worker runs."""
A_FEW = 3
"""Recipients whose mail is deferred: fewer at one domain are that domain's trouble."""


class SentMessage(NamedTuple):
    """One message to a person, as the page of their mail shows it.

    Attributes:
        kind: the title of its kind.
        subject: its subject; empty until it was composed for the first time.
        at: the time of the latest status; for a waiting message, when it was announced.
        status: a value of ``Notification.Status``.
        words: the label of the status.
        why: why it is late, was skipped, or failed; otherwise empty.
        next_at: when it is tried again, or sent; None for neither.
        is_set_aside: whether it waits for the person's next mail.
    """

    kind: str
    subject: str
    at: datetime
    status: str
    words: str
    why: str
    next_at: datetime | None
    is_set_aside: bool


def sent_to(person: Model) -> list[SentMessage]:
    """The latest messages to a person and their status, newest first."""
    messages = Notification.objects.filter(recipient_id=person.pk).order_by("-created_at", "-pk")
    return [_sent(message) for message in messages[:MAILS_SHOWN]]


def _sent(message: Notification) -> SentMessage:
    is_late = message.status == Notification.Status.WAITING and bool(message.outcome)
    return SentMessage(
        kind=title_of(message.kind),
        subject=message.subject,
        at=message.settled_at or message.created_at,
        status=message.status,
        words=message.get_status_display(),
        why=message.get_outcome_display(),
        next_at=message.due_at if is_late else None,
        is_set_aside=is_late and message.outcome == MailOutcome.SET_ASIDE,
    )


def title_of(kind_name: str) -> str:
    """What people know a kind of message as."""
    kind = kind_named(kind_name)
    return str(kind.title) if kind else _("Message")


def is_muted(person_id: int, kind_name: str) -> bool:
    """Whether someone wants no messages of a kind, or has not asked for those that are sent on request."""
    return not wanting(kind_name, [person_id])


def wanting(kind_name: str, people: Collection[int]) -> set[int]:
    """Those of some people, by id, who want messages of an optional kind."""
    kind = kind_named(kind_name)
    is_on_request = kind is not None and kind.on_request
    rows = Wanted.objects.all() if is_on_request else Muted.objects.all()
    chosen = set(rows.filter(kind=kind_name, person__in=people).values_list("person", flat=True))
    return chosen if is_on_request else set(people) - chosen


class MailChoice(NamedTuple):
    """An optional kind of message, and whether the person wants it."""

    kind: Kind
    is_wanted: bool


def choices_of(person: Model) -> list[MailChoice]:
    """All optional kinds, and the person's choices."""
    muted, wanted = (
        set(model.objects.filter(person_id=person.pk).values_list("kind", flat=True))
        for model in (Muted, Wanted)
    )
    return [
        MailChoice(kind, kind.name in wanted if kind.on_request else kind.name not in muted)
        for kind in optional_kinds()
    ]


def punctuality() -> str:
    """For `/readyz`: "late" while no worker deals with a message that is due, otherwise "ok".

    That is one that nobody has claimed for ``LATE``, or that was announced so long ago and claimed in vain by
    workers that said nothing of it. Of what they said ``upkeep.state`` tells.
    """
    before = service_time.now() - LATE
    died_with_it = Q(created_at__lt=before, attempts__gt=0, outcome="")
    return "late" if _waiting().filter(Q(due_at__lt=before) | died_with_it).exists() else "ok"


def nobody_takes_mail_up() -> bool:
    """Whether a message that has been due for ``LATE`` was not claimed."""
    return _waiting().filter(due_at__lt=service_time.now() - LATE).exists()


def is_all_deferred(before: datetime) -> bool:
    """Whether the mail server defers whatever it is given, and has since before a time.

    One address may be grey-listed, and one domain may be slow. So it takes several domains, or ``A_FEW``
    recipients, and nothing else that was sent since their mails were announced.
    """
    sent = Notification.objects.filter(status=Notification.Status.SENT).order_by("-settled_at")
    deferred = _waiting().filter(outcome=MailOutcome.DEFERRED)
    since = deferred.annotate(sent_at=Subquery(sent.values("settled_at")[:1])).filter(
        Q(sent_at=None) | Q(created_at__gt=F("sent_at"))
    )
    if not since.filter(created_at__lt=before).exists():
        return False
    emails = {*since.order_by().values_list("recipient__email", flat=True).distinct()[:A_FEW]}
    return len(emails) >= A_FEW or len({email.rpartition("@")[2] for email in emails}) > 1


def ages_that_count() -> Q:
    """Those waiting messages whose age is a sign of trouble.

    What is set aside until its recipient wants mail is none, nor what a receiving server deferred while the
    mail server takes others.
    """
    no_sign = [MailOutcome.SET_ASIDE]
    if not is_all_deferred(service_time.now()):
        no_sign.append(MailOutcome.DEFERRED)
    return ~Q(outcome__in=no_sign)


def _waiting() -> QuerySet[Notification]:
    return Notification.objects.filter(status=Notification.Status.WAITING)
