from celery import shared_task

from notifications import outbox
from notifications.nudge import do_due_work
from notifications.webhooks import queue, services


@shared_task
def catch_up() -> int:
    """Do due work: after each commit that left some, and in a sweep every minute."""
    return do_due_work()


@shared_task
def forget_old() -> int:
    """Delete old messages, and re-encrypt secrets with the current key."""
    services.reseal()
    return outbox.forget_old() + queue.forget_old()
