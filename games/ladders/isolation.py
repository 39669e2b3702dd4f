"""What ladders do by themselves is done for each row apart: one that fails keeps no other waiting."""

import logging
from collections.abc import Callable

from django.db import OperationalError

log = logging.getLogger(__name__)


def tried(work: Callable[[], int], what: str, row: object) -> int:
    """Do something for one row. If it fails, the log of the service says so, and it is done the next time.

    Args:
        what: is done, as the log tells it.
        row: what it is done for.

    Returns:
        What the work returns; 0 where it failed.

    Raises:
        OperationalError: the database does not answer, so that no other row would fare better.
    """
    try:
        return work()
    except OperationalError:
        raise
    except Exception:
        log.exception("could not %s %s", what, row)
        return 0
