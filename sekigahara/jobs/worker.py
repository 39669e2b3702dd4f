"""The worker of the embedded size: a thread of the web server's process instead of Celery.

It runs the jobs of settings.JOBS when they are due, and looks for work at once when a commit wakes it.
"""

import logging
import threading
import time

from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

from sekigahara.jobs.schedule import CATCH_UP, Job

log = logging.getLogger(__name__)

PATIENCE = 10
"""Seconds that a running job has to finish when the process ends. The next process does what is left."""

_awake = threading.Event()
"""There may be work to do, or the worker is to end."""


def wake() -> None:
    """Wake the worker of this process, if there is one."""
    _awake.set()


class Worker:
    """A thread that runs the periodic jobs until it is stopped or its process ends."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = settings.JOBS
        self._due_at = dict.fromkeys(self._jobs, time.monotonic())
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)

    def start(self) -> None:
        """Start the thread. Every job is due at first."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread after its current job, or stop waiting when that takes too long."""
        self._is_ending = True
        _awake.set()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        while True:
            _awake.clear()  # before looking for work: a wake-up during it causes another round
            self._do_due_jobs()
            connections.close_all()  # SQLite cannot truncate its log while a connection is open
            if self._is_ending:
                return
            pause = min(self._due_at.values()) - time.monotonic()
            if _awake.wait(max(0, pause)):
                self._due_at[CATCH_UP] = time.monotonic()

    def _do_due_jobs(self) -> None:
        for name, job in self._jobs.items():
            if self._is_ending or self._due_at[name] > time.monotonic():
                continue
            try:
                import_string(job.task)()
            except Exception:
                log.exception("could not %s", name)
            self._due_at[name] = time.monotonic() + job.every.total_seconds()
