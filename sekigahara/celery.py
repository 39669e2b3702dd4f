"""The Celery app. Workers are started with `celery -A sekigahara worker`."""

import logging
import os

from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError

from sekigahara.settings.jobs import CATCH_UP

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

log = logging.getLogger(__name__)

app = Celery("sekigahara")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def wake() -> None:
    """Have a worker do what is due. Without the broker it waits until the sweep finds it."""
    from notifications.tasks import catch_up  # noqa: PLC0415 - reads models, this module is loaded before them

    # Where no worker runs, nudges must not pile up for the one that comes.
    expires = settings.JOBS[CATCH_UP].every.total_seconds()
    try:
        catch_up.apply_async(expires=expires)
    except OperationalError as error:
        log.warning("no worker is woken, the broker is away: %s", error)
