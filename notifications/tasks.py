from celery import shared_task

from notifications import outbox
from notifications.nudge import do_due_work
from notifications.webhooks import queue


@shared_task
def catch_up() -> int:
    """Do what is due: after each commit that left something to do, and as a sweep every minute."""
    return do_due_work()


@shared_task
def forget_old() -> int:
    """Delete what was sent or given up long ago."""
    return outbox.forget_old() + queue.forget_old()
