"""The Celery app: what its tasks share, and how they are woken.

`sekigahara.jobs.workers` starts its workers.
"""

import logging
import math
import os
import threading
from typing import Any

import structlog
from celery import Celery, Task, states
from celery.exceptions import Ignore
from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun, worker_shutting_down
from django.conf import settings
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis import RedisError

from sekigahara import batch
from sekigahara.db import service_time, tallies
from sekigahara.db.outages import is_outage, let_go
from sekigahara.jobs import schedule
from sekigahara.jobs.stopping import SECONDS_TO_FINISH
from sekigahara.pages import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")

log = logging.getLogger(__name__)

WAKE = "sekigahara.jobs.tasks.wake_queues"
"""The task that a commit queues. It queues the tasks that may have something to do."""
QUEUED = "nudge-queued:"
"""The beginning of the cache's key for a task that waits in its queue."""
BELIEVED_FOR = 10
"""Seconds after which a queued task counts as lost."""
EXPIRES = 60
"""Seconds after which a queued task is dropped. Where no worker runs, they must not pile up for the one that
comes; it looks for work itself within a minute."""
FRESH = "task-fresh:"
"""The beginning of the cache's key for a queued task that is not to be dropped yet. Celery would compare the
clocks of two hosts, and with a worker whose clock is ahead drop all tasks."""

MEMORY_KEPT_FOR = 10 * 60
"""Seconds after which nobody believes what a worker has said of its memory. Each queue has a job a minute, or
several in ten."""


class Job(Task[..., Any]):
    """A task that is dropped if it has waited in its queue for too long."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it.

        Raises:
            Ignore: it has waited for too long, and was called again meanwhile.
        """
        if schedule.FRESH_FOR in (self.request.headers or {}) and not _is_fresh(str(self.request.id)):
            raise Ignore
        return self.run(*args, **kwargs)


app: Celery[Any] = Celery("sekigahara", task_cls=Job)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["sekigahara.jobs"])

_is_ending = threading.Event()


def wake() -> None:
    """Let the workers do due work. If the broker is unreachable, the next sweep finds it."""
    _queue_once(WAKE)


def queue_woken() -> None:
    """Queue every task that may have something to do after a commit."""
    for job in settings.JOBS.values():
        if job.is_woken:
            _queue_once(job.task)


def _queue_once(name: str, seconds: float = 0) -> None:
    """Queue a task, unless it waits already: it reads the database only when a worker takes it.

    One that is to run later waits in the worker, and is queued once for each fiftieth of a second.
    """
    now = service_time.now().timestamp()
    moment = math.ceil((now + seconds) * 50)
    if not _is_first(f"{name}:{moment}" if seconds else name):
        return
    countdown = moment / 50 - now if seconds else 0
    fresh_for = {schedule.FRESH_FOR: math.ceil(countdown) + EXPIRES}
    try:
        app.send_task(name, countdown=countdown, headers={} if name == WAKE else fresh_for)
    except OperationalError as error:
        log.warning("no worker is woken, the broker is away: %s", error)


def _is_first(name: str) -> bool:
    try:
        return cache.add(QUEUED + name, 1, BELIEVED_FOR)
    except RedisError:
        return True


@before_task_publish.connect
def _note_fresh(headers: dict[str, Any], **_signal: Any) -> None:
    if schedule.FRESH_FOR in headers:
        try:
            cache.set(FRESH + headers["id"], 1, headers[schedule.FRESH_FOR])
        except RedisError as error:
            log.warning("the cache is away: %s", error)


def _is_fresh(task: str) -> bool:
    try:
        return cache.get(FRESH + task) is not None
    except RedisError:
        return True


@task_prerun.connect
def _begin(task: Task[..., Any], **_signal: Any) -> None:
    """From here on, a commit needs another task. This one has limited time, and knows which time it is."""
    try:
        cache.delete(QUEUED + task.name)
    except RedisError as error:
        log.warning("the cache is away: %s", error)
    structlog.contextvars.bind_contextvars(job=task.name, task=task.request.id)
    service_time.refresh()
    batch.begin(_is_ending)


@task_failure.connect
def _let_go(exception: BaseException, **_signal: Any) -> None:
    if is_outage(exception):
        let_go()


@task_postrun.connect
def _continue(task: Task[..., Any], state: str = "", **_signal: Any) -> None:
    """What a task had no time for, or what is not due yet, is for another one."""
    structlog.contextvars.clear_contextvars()
    seconds = batch.finish()
    if seconds is not None:
        _queue_once(task.name, seconds)
    if settings.METRICS_TOKEN:
        queue = str((task.request.delivery_info or {}).get("routing_key"))
        tallies.note(metrics.memory_of(queue), metrics.resident(os.getpid()), MEMORY_KEPT_FOR)
    if state == states.SUCCESS:
        batch.note_run(task.name)


@worker_shutting_down.connect
def _end(**_signal: Any) -> None:
    _is_ending.set()
    ending = threading.Timer(SECONDS_TO_FINISH, os._exit, [0])
    ending.daemon = True
    ending.start()
