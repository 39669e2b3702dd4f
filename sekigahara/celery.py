"""The Celery app. Workers are started with `celery -A sekigahara worker`."""

import contextlib
import logging
import os
from typing import Any

from celery import Celery, Task
from celery.signals import task_prerun
from django.conf import settings
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis import RedisError

from sekigahara.jobs.schedule import CATCH_UP

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

log = logging.getLogger(__name__)

QUEUED = "nudge-queued"
BELIEVED_FOR = 10
"""Seconds after which a queued task counts as lost."""

app = Celery("sekigahara")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["sekigahara.jobs"])


def wake() -> None:
    """Let a worker do due work. If the broker is unreachable, the next sweep finds it.

    While a task waits in the queue no other is added: the worker reads the database only when it takes the
    task.
    """
    from notifications.tasks import catch_up  # noqa: PLC0415 - reads models, this module is loaded before them

    # Where no worker runs, nudges must not pile up for the one that comes.
    expires = settings.JOBS[CATCH_UP].every.total_seconds()
    if not _is_first():
        return
    try:
        catch_up.apply_async(expires=expires)
    except OperationalError as error:
        log.warning("no worker is woken, the broker is away: %s", error)


def _is_first() -> bool:
    try:
        return cache.add(QUEUED, "", BELIEVED_FOR)
    except RedisError:
        return True


@task_prerun.connect
def _take(task: Task[..., Any], **_signal: Any) -> None:
    """From here on, a commit needs another nudge."""
    if task.name == settings.JOBS[CATCH_UP].task:
        with contextlib.suppress(RedisError):
            cache.delete(QUEUED)
