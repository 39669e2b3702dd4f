"""Wakes the workers of the full size after a commit, without making the request wait for the queue.

A thread of the web process queues the task. Requests that commit shortly after one another share one: a busy
process queues a few each second instead of one for each request. The numbers are in
`sekigahara/adr/0013-workers-are-woken-by-a-thread.md`.
"""

import contextlib
import threading
from collections.abc import Iterator

from sekigahara import celery

PAUSE_BETWEEN_WAKE_UPS = 0.05
"""The least number of seconds between two tasks."""

_is_requested = threading.Event()
"""Something was committed since the last task was queued, or the server ends."""
_is_serving = threading.Event()
_is_ending = threading.Event()


def wake() -> None:
    """Let a worker do due work. The task is queued at once, or by the thread while this process serves."""
    if _is_serving.is_set():
        _is_requested.set()
    else:
        celery.wake()


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """Run the thread within the block. At its end, pending requests are queued."""
    _is_requested.clear()
    _is_ending.clear()
    thread = threading.Thread(target=_run, name="wake-ups", daemon=True)
    thread.start()
    _is_serving.set()
    try:
        yield
    finally:
        _is_serving.clear()
        _is_ending.set()
        was_requested = _is_requested.is_set()
        _is_requested.set()
        thread.join()
        if was_requested:
            celery.wake()


def _run() -> None:
    while True:
        _is_requested.wait()
        if _is_ending.is_set():
            return
        _is_requested.clear()  # before the task: a later commit needs another one
        celery.wake()
        _is_ending.wait(PAUSE_BETWEEN_WAKE_UPS)
