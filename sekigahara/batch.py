"""Batches: a worker does a job for a limited time, and another run of the job does what is left.

So no job keeps the others of its queue waiting for long, and a worker that is told to end does so after what
it has in hand. Jobs ask `is_over` between two pieces of work, or take these from `in_time`. Outside of a
batch, as in a command, nothing is limited.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar

from django.conf import settings

from sekigahara.db import service_time, tallies

MOST_SECONDS_A_BATCH = 20

Piece = TypeVar("Piece")


class Batch:
    """One run of a job.

    Args:
        is_ending: set once the worker is to end.

    Attributes:
        is_cut: whether it stopped before everything was done.
        again_in: in how many seconds the job has something to do again; None if it does not know.
    """

    def __init__(self, is_ending: threading.Event) -> None:
        self.is_cut = False
        self.again_in: float | None = None
        self._until = time.monotonic() + MOST_SECONDS_A_BATCH
        self._is_ending = is_ending

    def is_ending(self) -> bool:
        """Whether the worker is to end."""
        return self._is_ending.is_set()

    def is_over(self) -> bool:
        """Whether the job is to stop here."""
        self.is_cut = self.is_cut or self._is_ending.is_set() or time.monotonic() > self._until
        return self.is_cut


_current: ContextVar[Batch | None] = ContextVar("batch", default=None)


def begin(is_ending: threading.Event) -> None:
    """Limit what this thread does until it calls `finish`.

    Args:
        is_ending: set once the worker is to end.
    """
    _current.set(Batch(is_ending))


def finish() -> float | None:
    """End the batch of this thread.

    Returns:
        In how many seconds the job is to run again: 0 if it was cut, as something may be left; None if it may
        wait until it is due.
    """
    batch = _current.get()
    _current.set(None)
    if batch is None:
        return None
    return 0 if batch.is_cut else batch.again_in


def note_run(task: str) -> None:
    """Note that a periodic job has ended as it should, for operators.

    Args:
        task: its dotted name.
    """
    tallies.note(f"ran-{task}", int(service_time.now().timestamp()))


def latest_runs() -> dict[str, datetime]:
    """By dotted name, when periodic jobs last ended as they should, as far as the shared cache knows."""
    names = {f"ran-{job.task}": job.task for job in settings.JOBS.values()}
    return {names[name]: datetime.fromtimestamp(at, UTC) for name, at in tallies.read(names).items()}


def run_again_in(seconds: float) -> None:
    """Have the job that calls this run again after some seconds. Of several such times the first counts."""
    batch = _current.get()
    if batch is not None:
        batch.again_in = seconds if batch.again_in is None else min(seconds, batch.again_in)


def is_over() -> bool:
    """Whether the job that calls this is to stop, and to leave the rest to its next run."""
    batch = _current.get()
    return batch is not None and batch.is_over()


def is_ending() -> bool:
    """Whether the worker is to end, so that a job even leaves what it has in hand, if that takes long."""
    batch = _current.get()
    return batch is not None and batch.is_ending()


def in_time(items: Iterable[Piece]) -> Iterator[Piece]:
    """The items, until the batch is over."""
    for item in items:
        if is_over():
            return
        yield item


def sets_in_time(items: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """The items, so many at a time, until the batch is over."""
    rest = iter(items)
    yield from in_time(iter(lambda: list(islice(rest, size)), []))


def repeated(work: Callable[[], int]) -> int:
    """Repeat work until none is left, or the batch is over.

    Args:
        work: does some, and returns how much.

    Returns:
        How much was done.
    """
    total = 0
    while not is_over():
        done = work()
        if not done:
            break
        total += done
    return total
