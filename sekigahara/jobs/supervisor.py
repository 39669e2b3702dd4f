"""Keeps processes running that are forks of this one, until a signal ends all of them.

What is loaded before they part is in memory once for all of them, and none of them loads it again.
"""

import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable, Mapping
from multiprocessing import connection
from multiprocessing.context import ForkProcess
from types import FrameType

log = logging.getLogger(__name__)

PAUSE_BEFORE_RESTART = 1
"""Seconds before a process is started again, so that a lasting cause does not keep the machine busy."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


def keep_running(
    tasks: Mapping[str, Callable[[], None]], at_the_end: Callable[[], None] = lambda: None
) -> None:
    """Run each task in a process of its own, again if it ends by itself.

    Args:
        tasks: by what the log calls them.
        at_the_end: called when a signal has come, before the processes are told.
    """
    is_ending = threading.Event()
    running: dict[str, ForkProcess] = {}

    def end(_number: int, _frame: FrameType | None) -> None:
        is_ending.set()
        at_the_end()
        for process in running.values():
            process.terminate()

    for each in SIGNALS:
        signal.signal(each, end)
    running.update({name: _started(task) for name, task in tasks.items()})
    while not is_ending.is_set():
        connection.wait([process.sentinel for process in running.values()], timeout=PAUSE_BEFORE_RESTART)
        for name, process in running.items():
            if not process.is_alive() and not is_ending.wait(PAUSE_BEFORE_RESTART):
                log.error("%s ended with %s and is started again", name, process.exitcode)
                running[name] = _started(tasks[name])
    for process in running.values():
        process.terminate()  # also one that was started just then
        process.join()


def _started(task: Callable[[], None]) -> ForkProcess:
    process = multiprocessing.get_context("fork").Process(target=_run, args=(task,))
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # until it no longer takes them as this process does
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    return process


def _run(task: Callable[[], None]) -> None:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    task()
