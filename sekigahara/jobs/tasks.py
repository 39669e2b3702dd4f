"""Celery tasks of the project itself."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def forget_sessions() -> None:
    """Delete the sessions that have ended."""
    call_command("clearsessions")
