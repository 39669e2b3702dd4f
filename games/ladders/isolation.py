"""Isolate the automatic work on each row, so that a failure does not stop the work on the others."""

import logging
from collections.abc import Callable

from django.db import OperationalError

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
