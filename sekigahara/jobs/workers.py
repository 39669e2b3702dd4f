"""Starts the workers of the full size: for each queue a process that takes one task after another.

`python -m sekigahara.jobs.workers` starts them for all queues, or for those that are named. With `--beat` a
thread of the first one calls the periodic jobs. A process that ends by itself is started again.
"""

import argparse
import gc
import os
import socket
import threading
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from celery.beat import Scheduler, Service
from django.db import connections

from sekigahara.celery import app
from sekigahara.jobs.schedule import GIVE_WAY, Queue
from sekigahara.jobs.supervisor import keep_running

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


def run(queues: Sequence[Queue], processes: int, *, has_beat: bool = False) -> None:
    """Run workers until a signal ends them.

    Args:
        queues: that they serve.
        processes: for each queue.
        has_beat: whether a thread calls the periodic jobs.
    """
    _load()
    places = [(queue, number) for queue in queues for number in range(processes)]
    keep_running(
        {
            f"the worker {queue}-{number}": partial(
                _work, queue, number, has_beat=has_beat and (queue, number) == places[0]
            )
            for queue, number in places
        }
    )


def _load() -> None:
    """Load what the processes need before they part."""
    app.loader.init_worker()  # which also checks everything, and so loads all addresses
    app.finalize()
    for name in LOADED_LATE:
        import_module(name)
    connections.close_all()
    gc.collect()
    gc.freeze()  # the garbage collector would write to it


def _work(queue: Queue, number: int, *, has_beat: bool) -> None:
    if queue in GIVE_WAY:
        os.nice(LEAST)
    if has_beat:
        threading.Thread(target=_beat, name="beat", daemon=True).start()
    # Celery's command line would take some megabytes in each process.
    app.Worker(
        hostname=f"{queue}-{number}-{os.getpid()}@{socket.gethostname()}",
        queues=[queue.value],
        pool_cls="solo",
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
    ).start()


def _beat() -> None:
    try:
        # What was last called when is kept in memory: each job looks for what is due by itself.
        Service(app, scheduler_cls=Scheduler).start()
    finally:
        os._exit(1)  # the process is started again, with its beat


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")
    parser = argparse.ArgumentParser(description="Runs the workers of the full size.")
    parser.add_argument("queues", nargs="*", type=Queue, metavar="QUEUE", help=f"of {', '.join(Queue)}")
    parser.add_argument("--processes", type=int, default=1, help="for each queue (1)")
    parser.add_argument("--beat", action="store_true", help="also call the periodic jobs")
    given = parser.parse_args()
    run(given.queues or list(Queue), given.processes, has_beat=given.beat)
