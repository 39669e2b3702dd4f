"""Isolate the automatic work on each row, so that a failure does not stop the work on the others."""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from django.db import OperationalError

from sekigahara import batch

Item = TypeVar("Item")

log = logging.getLogger(__name__)


def attempt(work: Callable[[], int], what: str, row: object) -> int:
    """Do some work for one row. A failure is logged, and the next run tries again.

    Args:
        what: the work, for the log message.
        row: the row it is for.

    Returns:
        The result of the work, or 0 if it failed.

    Raises:
        OperationalError: the database does not respond, so work on other rows would fail too.
    """
    try:
        return work()
    except OperationalError:
        raise
    except Exception:
        log.exception("could not %s %s", what, row)
        return 0


def attempt_set(work: Callable[[Sequence[Item]], int], what: str, rows: Sequence[Item]) -> int:
    """Do some work for a set of rows; if it fails, for each by itself, so that one keeps no other waiting.

    Args:
        work: changes everything or nothing.
        what: the work, for the log message.

    Returns:
        As ``attempt`` does.

    Raises:
        OperationalError: as in ``attempt``.
    """
    try:
        return work(rows)
    except OperationalError:
        raise
    except Exception:
        log.warning("could not %s together, so one after another", what, exc_info=True)
        return attempt_each(lambda row: work([row]), what, rows)


def attempt_each(work: Callable[[Item], int], what: str, rows: Iterable[Item]) -> int:
    """Do some work for each row, until the batch of the job is over.

    Args:
        what: the work, for the log message.

    Returns:
        The sum of the results; a row whose work failed adds 0.
    """
    return sum(attempt(partial(work, row), what, row) for row in batch.in_time(rows))
