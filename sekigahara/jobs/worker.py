"""The embedded size's worker: a thread of the web server's process in place of Celery.

It calls the very same tasks from the very same list, settings.JOBS, and looks for what is due at once when a
commit nudges it.
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
"""Seconds that a job under way has to finish when the process ends. What it leaves behind is found again."""

_something = threading.Event()
"""There may be something to do, or the worker is to end."""


def wake() -> None:
    """Have this process' worker look for what is due; where there is none, nothing happens."""
    _something.set()


class Worker:
    """A thread that works until it is stopped or its process ends."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = settings.JOBS
        self._due_at = dict.fromkeys(self._jobs, time.monotonic())
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)

    def start(self) -> None:
        """Begin, with every job due."""
        self._thread.start()

    def stop(self) -> None:
        """End once the job under way is done, or leave it alone when that takes too long."""
        self._is_ending = True
        _something.set()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        while True:
            _something.clear()  # before the look: a nudge during it means another look
            self._do_due_jobs()
            connections.close_all()  # SQLite's log cannot be cut while somebody has it open
            if self._is_ending:
                return
            pause = min(self._due_at.values()) - time.monotonic()
            if _something.wait(max(0, pause)):
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
