from celery import shared_task

from notifications.delivery import deliver_due


@shared_task
def deliver() -> int:
    """Send what is in the outbox: after each commit that put something there, and as a sweep every minute."""
    return deliver_due()
