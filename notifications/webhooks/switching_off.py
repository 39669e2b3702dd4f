"""When a webhook is switched off, and telling its owners."""

from datetime import timedelta

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce

from notifications.services import Announcement, announce
from notifications.webhooks.models import Delivery, DeliveryOutcome, Webhook
from notifications.webhooks.owners import groups
from sekigahara.db import service_time

MOST_FAILURES = 10
FAILING_FOR = timedelta(days=3)
"""After this time without a success, and this number of failures, a webhook is switched off."""
SWITCHED_OFF = "notifications.webhook-off"


def note_failure(hook_pk: int, *, is_gone: bool) -> None:
    """Count a failed delivery, and switch its webhook off if that was too much, in the caller's transaction.

    Args:
        hook_pk: the webhook.
        is_gone: whether the address said that there is nothing any more.
    """
    now = service_time.now()
    hooks = Webhook.objects.filter(pk=hook_pk)
    hooks.update(failures=F("failures") + 1, failing_since=Coalesce("failing_since", Value(now)))
    if is_gone:
        _switch_off(hook_pk, Webhook.Off.GONE, hooks)
    else:
        tired = hooks.filter(failures__gte=MOST_FAILURES, failing_since__lte=now - FAILING_FOR)
        _switch_off(hook_pk, Webhook.Off.FAILING, tired)


def _switch_off(hook_pk: int, why: Webhook.Off, hooks: QuerySet[Webhook]) -> None:
    """Switch a webhook off, if it is among these and on, and announce this to its owners."""
    now = service_time.now()
    if not hooks.filter(off_at=None).update(off_at=now, off_for=why):
        return
    waiting = Delivery.objects.filter(webhook=hook_pk, status=Delivery.Status.WAITING)
    waiting.update(status=Delivery.Status.FAILED, outcome=DeliveryOutcome.OFF)
    hook = Webhook.objects.get(pk=hook_pk)
    keepers = groups().keepers(hook.group) if hook.person_id is None else [hook.person_id]
    when = f"{now:%Y%m%dT%H%M%S%f}"
    announce([Announcement(SWITCHED_OFF, hook.key, f"{when}.{keeper}", keeper) for keeper in keepers])
