"""What somebody may know of their webhooks. Nobody is told of another's: to them there is none."""

from django.db.models import Model, QuerySet

from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.queue import KEPT


def webhooks_of(person: Model) -> QuerySet[Webhook]:
    """A person's webhooks, the oldest first."""
    return Webhook.objects.filter(person=person.pk).select_related("person").order_by("created_at", "key")


def webhook_of(person: Model, key: str) -> Webhook | None:
    """A person's webhook of that name, if they have one."""
    return webhooks_of(person).filter(key=key).first()


def log_of(webhook: Webhook) -> list[Delivery]:
    """The latest deliveries of a webhook, newest first."""
    return list(webhook.deliveries.order_by("-created_at", "-pk")[:KEPT])


def delivery_of(webhook: Webhook, message_id: str) -> Delivery | None:
    """A delivery of a webhook, if there is one of that id."""
    return webhook.deliveries.select_related("webhook").filter(message_id=message_id).first()
