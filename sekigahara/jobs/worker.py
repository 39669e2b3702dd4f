"""The worker of the embedded size: threads of the web server's process instead of Celery, one for each queue.

They run the jobs of settings.JOBS when they are due, and look for work at once when a commit wakes them.
"""

import logging
import threading
import time
from collections.abc import Mapping

from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

from sekigahara import batch
from sekigahara.jobs.schedule import Job, Queue
from sekigahara.jobs.stopping import SECONDS_TO_FINISH

log = logging.getLogger(__name__)

_threads: list["_Thread"] = []


def wake() -> None:
    """Wake the worker of this process, if there is one."""
    for thread in _threads:
        thread.wake()


class Worker:
    """Runs the periodic jobs until it is stopped or its process ends."""

    def __init__(self) -> None:
        jobs: dict[str, Job] = settings.JOBS
        queues = {job.queue for job in jobs.values()}
        self._own = [
            _Thread(queue, {name: job for name, job in jobs.items() if job.queue == queue})
            for queue in sorted(queues)
        ]

    def start(self) -> None:
        """Start the threads. Every job is due at first."""
        for thread in self._own:
            thread.start()
        _threads.extend(self._own)

    def stop(self) -> None:
        """End the threads, each after what it has in hand, or stop waiting when that takes too long."""
        for thread in self._own:
            thread.end()
            _threads.remove(thread)
        until = time.monotonic() + SECONDS_TO_FINISH
        for thread in self._own:
            thread.join(max(0, until - time.monotonic()))

    def is_alive(self) -> bool:
        """Whether a thread runs."""
        return any(thread.is_alive() for thread in self._own)


class _Thread(threading.Thread):
    """Runs the jobs of one queue, one after another."""

    def __init__(self, queue: Queue, jobs: Mapping[str, Job]) -> None:
        super().__init__(name=f"worker {queue}", daemon=True)
        self._jobs = jobs
        self._due_at = dict.fromkeys(jobs, time.monotonic())
        self._awake = threading.Event()
        self._is_ending = threading.Event()

    def wake(self) -> None:
        self._awake.set()

    def end(self) -> None:
        self._is_ending.set()
        self._awake.set()

    def run(self) -> None:
        while True:
            self._awake.clear()  # before looking for work: a wake-up during it causes another round
            self._do_due_jobs()
            connections.close_all()  # SQLite cannot truncate its log while a connection is open
            if self._is_ending.is_set():
                return
            pause = min(self._due_at.values()) - time.monotonic()
            if self._awake.wait(max(0, pause)):
                self._due_at |= {name: time.monotonic() for name, job in self._jobs.items() if job.is_woken}

    def _do_due_jobs(self) -> None:
        for name, job in self._jobs.items():
            if self._is_ending.is_set() or self._due_at[name] > time.monotonic():
                continue
            batch.begin(self._is_ending)
            try:
                import_string(job.task)()
                batch.note_run(job.task)
            except Exception:
                log.exception("could not %s", name)
            again_in, every = batch.finish(), job.every.total_seconds()
            self._due_at[name] = time.monotonic() + (every if again_in is None else min(again_in, every))
