from celery import shared_task

from notifications import outbox
from notifications.nudge import do_due_work
from notifications.webhooks import queue, services


@shared_task
def catch_up() -> int:
    """Do what is due: after each commit that left something to do, and as a sweep every minute."""
    return do_due_work()


@shared_task
def forget_old() -> int:
    """Delete what was sent or given up long ago, and seal secrets with the key of today."""
    services.reseal()
    return outbox.forget_old() + queue.forget_old()
