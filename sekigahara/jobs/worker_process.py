"""What a worker process of the full size loads and does. `sekigahara.jobs.workers` starts them.

A thread of the first one for clocks calls the periodic jobs.
"""

import gc
import logging
import os
import socket
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from celery.beat import Scheduler, Service
from celery.concurrency.base import BasePool, apply_target
from django.conf import settings
from django.db import connections

from sekigahara.celery import app
from sekigahara.jobs.schedule import EVERY_MINUTE, GIVE_WAY, Queue

log = logging.getLogger(__name__)

LEAST = 19
"""The niceness of a process that all others precede."""


LOADED_LATE = (
    "billiard.pool",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.concurrency.solo",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.redis",
)
"""What Celery would load when it starts a worker."""


class ThreadOfEachQueue(BasePool):
    """What Celery runs tasks in: one task of each queue after another, so that no queue waits for another."""

    body_can_be_buffer = True
    signal_safe = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._threads = {queue: ThreadPoolExecutor(1, f"worker {queue}") for queue in Queue}

    def on_apply(self, *args: Any, **options: Any) -> Any:
        """Have the thread of its queue run a task, whose request is among the arguments of what is called."""
        _target, (_task, _id, request, *_rest), *_no_more = args
        executor = self._threads[request["delivery_info"]["routing_key"]]
        return executor.submit(apply_target, *args, **options)

    def on_stop(self) -> None:
        """Wait for what runs, and leave the rest."""
        for executor in self._threads.values():
            executor.shutdown(cancel_futures=True)


def load() -> None:
    """Load what the processes need before they part."""
    app.loader.init_worker()  # which also checks everything, and so loads all addresses
    app.finalize()
    for name in LOADED_LATE:
        import_module(name)
    connections.close_all()
    gc.collect()
    gc.freeze()  # the garbage collector would write to it
    log.info("workers of release %s begin", settings.RELEASE)


def work(queues: Sequence[Queue], number: int) -> None:
    """Take tasks until a signal comes.

    Args:
        queues: whose.
        number: of this process among those of the same queues.
    """
    if GIVE_WAY.issuperset(queues):
        os.nice(LEAST)
    if Queue.CLOCKS in queues and number == 0:
        threading.Thread(target=_beat, name="beat", daemon=True).start()
    has_one = len(queues) == 1
    # Celery's command line would take some megabytes in each process.
    app.Worker(
        hostname=f"{'+'.join(queues)}-{number}-{os.getpid()}@{socket.gethostname()}",
        queues=[queue.value for queue in queues],
        pool_cls="solo" if has_one else ThreadOfEachQueue,
        # 0 is no limit: what waits for one queue keeps no other from coming.
        prefetch_multiplier=1 if has_one else 0,
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
    ).start()


def _beat() -> None:
    try:
        # What was last called when is kept in memory: each job looks for what is due by itself.
        service = Service(app, scheduler_cls=Scheduler)
        for entry in service.scheduler.schedule.values():
            # What comes every minute is due at first, so that a restart does not make it late.
            entry.last_run_at = entry.default_now() - EVERY_MINUTE
        service.start()
    finally:
        os._exit(1)  # the process is started again, with its beat
