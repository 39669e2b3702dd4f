"""Queries about webhooks by owner. Other people's webhooks do not exist for them."""

from django.db.models import QuerySet

from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner
from notifications.webhooks.queue import DELIVERIES_KEPT


def webhooks_of(owner: Owner) -> QuerySet[Webhook]:
    """All there are, the oldest first."""
    return Webhook.objects.filter(owner.own).select_related("person").order_by("created_at", "key")


def webhook_of(owner: Owner, key: str) -> Webhook | None:
    """The webhook of that name, if they have one."""
    return webhooks_of(owner).filter(key=key).first()


def log_of(webhook: Webhook) -> list[Delivery]:
    """The latest deliveries of a webhook, newest first."""
    return list(webhook.deliveries.order_by("-created_at", "-pk")[:DELIVERIES_KEPT])


def delivery_of(webhook: Webhook, message_id: str) -> Delivery | None:
    """A delivery of a webhook, if there is one of that id."""
    return webhook.deliveries.select_related("webhook").filter(message_id=message_id).first()
