"""Figures of mail, webhooks and devices, for `/metrics`."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Q
from prometheus_client.core import GaugeMetricFamily, Metric

from notifications import queries
from notifications.models import MailOutcome, Notification
from notifications.push.models import Push
from notifications.webhooks.models import Delivery
from sekigahara.db import service_time
from sekigahara.pages import metrics
from sekigahara.pages.metrics import Queued

LATEST_MAILS = 1000
"""Of which outcomes are told: there is an index of them, and they are enough to see that a server refuses."""
MOST_DOMAINS = 10
OTHER_DOMAINS = "other"


def register() -> None:
    """Have them shown."""
    metrics.register_queue("mail", mail)
    metrics.register_queue("webhooks", webhooks)
    metrics.register_queue("push", push)
    metrics.register(latest_mails)


def mail() -> Queued:
    """Mail that is due, or was tried in vain."""
    waiting = Notification.objects.filter(status=Notification.Status.WAITING)
    due = Q(due_at__lte=service_time.now()) | Q(attempts__gt=0) & ~Q(outcome=MailOutcome.SET_ASIDE)
    return Queued.among(waiting.filter(due), "created_at", counts_for_age=queries.ages_that_count())


def webhooks() -> Queued:
    """Announcements that are not handed on, and messages that were not tried yet: what comes after that is
    for their receivers to answer for."""
    owed = Notification.objects.filter(owes_webhooks=True)
    untried = Delivery.objects.filter(status=Delivery.Status.WAITING, attempts=0)
    return Queued.among(owed, "created_at").beside(Queued.among(untried, "created_at"))


def push() -> Queued:
    """Messages to devices, likewise. They have no other time than the one at which they are due."""
    owed = Notification.objects.filter(push_at__lte=service_time.now())
    return Queued.among(owed, "push_at").beside(Queued.among(Push.objects.filter(attempts=0), "due_at"))


def latest_mails() -> Iterable[Metric]:
    """What happened to the latest messages, by the domain they went to."""
    latest = Notification.objects.exclude(status=Notification.Status.WAITING).order_by("-pk")
    rows = latest.values_list("status", "outcome", "recipient__email")[:LATEST_MAILS]
    counts = Counter((outcome or status, email.rpartition("@")[2]) for status, outcome, email in rows)
    by_domain = Counter[str]()
    for (_outcome, domain), count in counts.items():
        by_domain[domain] += count
    named = {domain for domain, _count in by_domain.most_common(MOST_DOMAINS)}
    shown = Counter[tuple[str, str]]()
    for (outcome, domain), count in counts.items():
        shown[outcome, domain if domain in named else OTHER_DOMAINS] += count
    family = GaugeMetricFamily(
        "sekigahara_latest_mails",
        f"What happened to the latest {LATEST_MAILS} mails, by receiving domain.",
        labels=["outcome", "domain"],
    )
    for labels, count in sorted(shown.items()):
        family.add_metric(labels, count)
    yield family
