"""How mail is doing, and what is wrong with it, for the people who run the service."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.mail import mail_admins
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from notifications.models import MailOutcome, Notification
from notifications.nudge import nudge
from notifications.queries import A_FEW, LATE, is_all_deferred, nobody_takes_mail_up
from sekigahara.db import service_time

STUCK = timedelta(minutes=30)
"""A mail that one receiving domain defers for so long is not late by chance."""
MANY = 10
"""Mails that fail within a day: fewer are their recipients' trouble."""
FAILED_SHOWN_FOR = timedelta(days=7)
MOST_SHOWN = 50
TOLD_AGAIN_AFTER = timedelta(days=1)
_TOLD = "notifications.operator-told"
_Status = Notification.Status


class DomainState(NamedTuple):
    """Mail to one receiving domain.

    Attributes:
        oldest: when the oldest of its waiting mails was announced.
    """

    domain: str
    waiting: int
    failed: int
    oldest: datetime | None


def stuck() -> list[str]:
    """What keeps mail from being sent now, a sentence each. It looks at waiting messages only.

    Each is told ``LATE`` after the message was announced, however often it was tried since. Only what single
    domains defer is told later.
    """
    now = service_time.now()
    late = waiting().filter(created_at__lt=now - LATE).exclude(outcome="")
    reasons = Counter(late.values_list("outcome", flat=True))
    found = []
    if reasons[MailOutcome.UNREACHABLE]:
        found.append(_("the mail server cannot be reached: check EMAIL_URL, and whether it runs"))
    if reasons[MailOutcome.DEFERRED] and _is_deferred_for_long(now):
        found.append(
            _("the mail server takes no mail for now, or none from us: manage.py mail has its answers")
        )
    if reasons[MailOutcome.BROKEN]:
        found.append(_("a mail cannot be written: the log of the workers says why"))
    return found


def _is_deferred_for_long(now: datetime) -> bool:
    deferred = waiting().filter(outcome=MailOutcome.DEFERRED, created_at__lt=now - STUCK)
    return is_all_deferred(now - LATE) or deferred.count() >= A_FEW


def state() -> str:
    """For `/readyz`: what keeps mail from being sent, otherwise "ok"."""
    return "; ".join(stuck()) or "ok"


def troubles(unwritten: Collection[str] = ()) -> list[str]:
    """Everything that is wrong with mail, a sentence each.

    Args:
        unwritten: what waits for somebody without a mail.
    """
    found = stuck()
    if nobody_takes_mail_up():
        found.append(_("no worker takes mail up: see that deploy/worker runs, with the queue “mail”"))
    day = service_time.now() - timedelta(days=1)
    failed = Notification.objects.filter(status=_Status.FAILED, settled_at__gt=day).count()
    if failed >= MANY:
        found.append(_("%(count)d mails failed within a day: manage.py mail lists them") % {"count": failed})
    if unwritten:
        names = ", ".join(sorted(unwritten)[:MANY])
        found.append(_("games wait for somebody who has no mail about it: %(names)s") % {"names": names})
    return found


def by_domain() -> list[DomainState]:
    """Waiting mail, and what failed of late, by receiving domain; the domain with the most waiting first."""
    rows = failed() | waiting()
    states: dict[str, list[tuple[str, datetime]]] = {}
    for email, status, created_at in rows.values_list("recipient__email", "status", "created_at").iterator():
        states.setdefault(email.rpartition("@")[2], []).append((status, created_at))
    found = []
    for domain, mails in states.items():
        since = [at for status, at in mails if status == _Status.WAITING]
        found.append(DomainState(domain, len(since), len(mails) - len(since), min(since, default=None)))
    return sorted(found, key=lambda each: (-each.waiting, -each.failed, each.domain))


def waiting() -> QuerySet[Notification]:
    """Mail that waits, in the order in which it was announced."""
    return Notification.objects.filter(status=_Status.WAITING).order_by("created_at", "pk")


def failed() -> QuerySet[Notification]:
    """Mail that failed within ``FAILED_SHOWN_FOR``, in the order in which it was announced."""
    since = service_time.now() - FAILED_SHOWN_FOR
    rows = Notification.objects.filter(status=_Status.FAILED, settled_at__gt=since)
    return rows.order_by("created_at", "pk")


def chosen(rows: QuerySet[Notification], *, ids: Collection[int], domain: str) -> QuerySet[Notification]:
    """Those of the messages that have one of these numbers, or go to that domain."""
    return rows.filter(pk__in=ids) if ids else rows.filter(recipient__email__iendswith=f"@{domain}")


def resend(rows: QuerySet[Notification]) -> int:
    """Send messages that failed again, as if they were new; how many."""
    with transaction.atomic(durable=True):
        keys = list(rows.values_list("pk", flat=True))
        again = Notification.objects.filter(pk__in=keys, status=_Status.FAILED)
        count = again.update(
            status=_Status.WAITING, attempts=0, outcome="", settled_at=None, due_at=service_time.now()
        )
        nudge()
    return count


def give_up(rows: QuerySet[Notification]) -> int:
    """Give waiting messages up; how many."""
    keys = list(rows.values_list("pk", flat=True))
    waits = Notification.objects.filter(pk__in=keys, status=_Status.WAITING)
    return waits.update(
        status=_Status.FAILED,
        outcome=MailOutcome.GIVEN_UP,
        settled_at=service_time.now(),
        owes_webhooks=False,
    )


def tell_operator(found: Collection[str]) -> bool:
    """Mail the operator (``OPERATOR_EMAIL``) what is wrong, once a day at most.

    Returns:
        Whether it was mailed now.
    """
    if not found or not settings.ADMINS or cache.get(_TOLD):
        return False
    sentences = "\n".join(f"- {sentence}" for sentence in found)
    end = _("“manage.py mail” shows more. You are told again tomorrow if it goes on.")
    mail_admins(_("mail does not get through"), f"{settings.SITE_URL}\n\n{sentences}\n\n{end}\n")
    cache.set(_TOLD, 1, int(TOLD_AGAIN_AFTER.total_seconds()))
    return True


MESSAGES_KEPT_FOR = timedelta(days=60)
"""For how long a recipient can see what happened to a message."""


def forget_old() -> int:
    """Delete messages that were settled long ago.

    Returns:
        How many messages.
    """
    settled = Notification.objects.exclude(status=Notification.Status.WAITING)
    return settled.filter(settled_at__lt=service_time.now() - MESSAGES_KEPT_FOR).delete()[0]
