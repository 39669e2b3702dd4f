"""Starts the workers of the full size: for each queue a process that takes one task after another.

`python -m sekigahara.jobs.workers` starts them for all queues, or for those that are named, and with `--beat`
also one that calls the periodic jobs. A process that ends by itself is started again.
"""

import argparse
import gc
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from importlib import import_module
from multiprocessing import connection
from multiprocessing.context import ForkProcess
from types import FrameType

import django
from django.core.checks import run_checks

from sekigahara.celery import app
from sekigahara.jobs.schedule import GIVE_WAY, Queue

log = logging.getLogger(__name__)

PAUSE_BEFORE_RESTART = 1
"""Seconds before a process is started again, so that a lasting cause does not keep the machine busy."""

LEAST = 19
"""The niceness of a process that all others precede."""


CELERYS_PARTS = ("celery.apps.beat", "celery.bin.celery", "celery.concurrency.solo", "celery.worker.consumer")
"""What Celery would load when it starts a worker or beat."""

# What was last called when is kept in memory: each job looks for what is due by itself.
BEAT_OPTIONS = ("beat", "--scheduler=celery.beat:Scheduler", "--pidfile=", "--loglevel=WARNING")
BEAT = "beat"
"""The name of the process that calls the periodic jobs."""


def run(queues: Sequence[Queue], processes: int, *, has_beat: bool = False) -> None:
    """Run workers until a signal ends them.

    Args:
        queues: that they serve.
        processes: for each queue.
        has_beat: whether a process calls the periodic jobs.
    """
    _load()
    is_ending = threading.Event()
    names = [*queues, BEAT] if has_beat else queues
    running = {
        (name, number): _started(name, number)
        for name in names
        for number in range(1 if name == BEAT else processes)
    }

    def end(_number: int, _frame: FrameType | None) -> None:
        is_ending.set()
        for process in running.values():
            process.terminate()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, end)
    while not is_ending.is_set():
        connection.wait([process.sentinel for process in running.values()], timeout=PAUSE_BEFORE_RESTART)
        for (name, number), process in running.items():
            if not process.is_alive() and not is_ending.wait(PAUSE_BEFORE_RESTART):
                log.error("the process for %s ended with %s and is started again", name, process.exitcode)
                running[name, number] = _started(name, number)
    for process in running.values():
        process.terminate()  # also one that was started just then
        process.join()


def _load() -> None:
    """Load what the processes need before they part, so that it is in memory once for all of them."""
    django.setup()
    app.loader.import_default_modules()
    for name in CELERYS_PARTS:
        import_module(name)
    run_checks()  # which also loads all addresses
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # or each process would do it again
    gc.collect()
    gc.freeze()  # the garbage collector would write to it


def _started(name: str, number: int) -> ForkProcess:
    process = multiprocessing.get_context("fork").Process(target=_work, args=(name, number), name=name)
    process.start()
    return process


def _work(name: str, number: int) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)
    if name in GIVE_WAY:
        os.nice(LEAST)
    app.start(["--quiet", *(BEAT_OPTIONS if name == BEAT else _options(name, number))])


def _options(queue: str, number: int) -> list[str]:
    return [
        "worker",
        "--pool=solo",
        f"--queues={queue}",
        f"--hostname={queue}-{number}-{os.getpid()}@%h",
        "--loglevel=WARNING",
        "--without-gossip",
        "--without-mingle",
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")
    parser = argparse.ArgumentParser(description="Runs the workers of the full size.")
    parser.add_argument("queues", nargs="*", type=Queue, metavar="QUEUE", help=f"of {', '.join(Queue)}")
    parser.add_argument("--processes", type=int, default=1, help="for each queue (1)")
    parser.add_argument("--beat", action="store_true", help="also call the periodic jobs")
    given = parser.parse_args()
    run(given.queues or list(Queue), given.processes, has_beat=given.beat)
