"""Batches: a worker does a job for a limited time, and another run of the job does what is left.

So no job keeps the others of its queue waiting for long, and a worker that is told to end does so after what
it has in hand. Jobs ask `is_over` between two pieces of work, or take these from `in_time`. Outside of a
batch, as in a command, nothing is limited.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

MOST_SECONDS_A_BATCH = 20

Piece = TypeVar("Piece")


class Batch:
    """One run of a job.

    Args:
        is_ending: set once the worker is to end.

    Attributes:
        is_cut: whether it stopped before everything was done.
    """

    def __init__(self, is_ending: threading.Event) -> None:
        self.is_cut = False
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


def finish() -> bool:
    """End the batch of this thread.

    Returns:
        Whether it was cut: then something may be left.
    """
    batch = _current.get()
    _current.set(None)
    return batch is not None and batch.is_cut


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
