from celery import shared_task

from notifications import bounces, delivery, upkeep
from notifications.push import delivery as push_delivery
from notifications.push.services import forget_unused
from notifications.webhooks import delivery as webhook_delivery
from notifications.webhooks import queue, sealing
from sekigahara import batch


@shared_task
def send_mail() -> int:
    """Send the mail that is due."""
    return delivery.deliver_due()


@shared_task
def post_to_webhooks() -> int:
    """Send the webhook messages that are due."""
    return batch.repeated(webhook_delivery.deliver_due)


@shared_task
def notify_devices() -> int:
    """Send the messages to devices that are due."""
    return batch.repeated(push_delivery.push_due)


@shared_task
def forget_old() -> int:
    """Delete old messages and unused devices, forget old bounces, and re-encrypt secrets with the current
    key."""
    sealing.reseal_fields()
    return upkeep.forget_old() + bounces.forget_old() + queue.forget_old() + forget_unused()
