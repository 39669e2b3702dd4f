"""Starts the workers of the full size: for each queue a process that takes one task after another.

`python -m sekigahara.jobs.workers` starts them for all queues, or for those that are named. A process that
ends by itself is started again.
"""

import argparse
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing import connection
from multiprocessing.context import ForkProcess
from types import FrameType

import django

from sekigahara.celery import app
from sekigahara.jobs.schedule import GIVE_WAY, Queue

log = logging.getLogger(__name__)

PAUSE_BEFORE_RESTART = 1
"""Seconds before a process is started again, so that a lasting cause does not keep the machine busy."""

LEAST = 19
"""The niceness of a process that all others precede."""


def run(queues: Sequence[Queue], processes: int) -> None:
    """Run workers until a signal ends them.

    Args:
        queues: that they serve.
        processes: for each queue.
    """
    django.setup()
    # What is loaded before the processes part is in memory once for all of them.
    app.loader.import_default_modules()
    is_ending = threading.Event()
    running = {(queue, number): _started(queue, number) for queue in queues for number in range(processes)}

    def end(_number: int, _frame: FrameType | None) -> None:
        is_ending.set()
        for process in running.values():
            process.terminate()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, end)
    while not is_ending.is_set():
        connection.wait([process.sentinel for process in running.values()], timeout=PAUSE_BEFORE_RESTART)
        for (queue, number), process in running.items():
            if not process.is_alive() and not is_ending.wait(PAUSE_BEFORE_RESTART):
                log.error("the worker for %s ended with %s and is started again", queue, process.exitcode)
                running[queue, number] = _started(queue, number)
    for process in running.values():
        process.terminate()  # also one that was started just then
        process.join()


def _started(queue: Queue, number: int) -> ForkProcess:
    process = multiprocessing.get_context("fork").Process(target=_work, args=(queue, number), name=queue)
    process.start()
    return process


def _work(queue: Queue, number: int) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)
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
    given = parser.parse_args()
    run(given.queues or list(Queue), given.processes)
