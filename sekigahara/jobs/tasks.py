"""Celery tasks of the project itself."""

from celery import shared_task
from django.core.management import call_command

from sekigahara import celery


@shared_task
def wake_queues() -> None:
    """Let every queue look for work. One short task after a commit becomes one for each queue here."""
    celery.queue_woken()


@shared_task
def forget_sessions() -> None:
    """Delete the sessions that have ended."""
    call_command("clearsessions")
