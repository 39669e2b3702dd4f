"""Waking workers of the full size from a process that serves, without a request that waits for the queue.

A thread of its own does it. What is committed shortly after shares the next nudge: a process that is busy
sends a few each second instead of one for each request.
"""

import contextlib
import threading
from collections.abc import Iterator

from sekigahara import celery

PAUSE = 0.05
"""Seconds from one nudge to the next, at least."""

_wanted = threading.Event()
"""There is something to do since the last nudge, or the process ends."""
_serving = threading.Event()
_ending = threading.Event()


def wake() -> None:
    """Have a worker do what is due: at once, or within a moment where this process serves."""
    if _serving.is_set():
        _wanted.set()
    else:
        celery.wake()


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """Within the block the thread does it. Whatever was asked for by its end is done then."""
    _wanted.clear()
    _ending.clear()
    thread = threading.Thread(target=_run, name="waking", daemon=True)
    thread.start()
    _serving.set()
    try:
        yield
    finally:
        _serving.clear()
        _ending.set()
        was_wanted = _wanted.is_set()
        _wanted.set()
        thread.join()
        if was_wanted:
            celery.wake()


def _run() -> None:
    while True:
        _wanted.wait()
        if _ending.is_set():
            return
        _wanted.clear()  # before the nudge: what is committed after it wants another
        celery.wake()
        _ending.wait(PAUSE)
