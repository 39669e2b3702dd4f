"""Starts the workers of the full size: for each queue a process that takes one task after another.

`python -m sekigahara.jobs.workers` starts them for all queues, or for those that are named, and with `--beat`
also one that calls the periodic jobs. A process that ends by itself is started again.
"""

import argparse
import gc
import os
from collections.abc import Sequence
from functools import partial
from importlib import import_module

import django
from django.core.checks import run_checks

from sekigahara.celery import app
from sekigahara.jobs.schedule import GIVE_WAY, Queue
from sekigahara.jobs.supervisor import keep_running

LEAST = 19
"""The niceness of a process that all others precede."""


CELERYS_PARTS = ("celery.apps.beat", "celery.bin.celery", "celery.concurrency.solo", "celery.worker.consumer")
"""What Celery would load when it starts a worker or beat."""


def run(queues: Sequence[Queue], processes: int, *, has_beat: bool = False) -> None:
    """Run workers until a signal ends them.

    Args:
        queues: that they serve.
        processes: for each queue.
        has_beat: whether a process calls the periodic jobs.
    """
    _load()
    places = [(queue, number) for queue in queues for number in range(processes)]
    tasks = {f"the worker {queue}-{number}": partial(_work, queue, number) for queue, number in places}
    keep_running(tasks | {"beat": _beat} if has_beat else tasks)


def _load() -> None:
    """Load what the processes need before they part."""
    django.setup()
    app.loader.import_default_modules()
    for name in CELERYS_PARTS:
        import_module(name)
    run_checks()  # which also loads all addresses
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # or each process would do it again
    gc.collect()
    gc.freeze()  # the garbage collector would write to it


def _beat() -> None:
    # What was last called when is kept in memory: each job looks for what is due by itself.
    app.start(["--quiet", "beat", "--scheduler=celery.beat:Scheduler", "--pidfile=", "--loglevel=WARNING"])


def _work(queue: Queue, number: int) -> None:
    if queue in GIVE_WAY:
        os.nice(LEAST)
    app.start(
        [
            "--quiet",
            "worker",
            "--pool=solo",
            f"--queues={queue}",
            f"--hostname={queue}-{number}-{os.getpid()}@%h",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
        ]
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")
    parser = argparse.ArgumentParser(description="Runs the workers of the full size.")
    parser.add_argument("queues", nargs="*", type=Queue, metavar="QUEUE", help=f"of {', '.join(Queue)}")
    parser.add_argument("--processes", type=int, default=1, help="for each queue (1)")
    parser.add_argument("--beat", action="store_true", help="also call the periodic jobs")
    given = parser.parse_args()
    run(given.queues or list(Queue), given.processes, has_beat=given.beat)
