"""Work that remains after transactions, and waking the worker for it.

Apps register functions that find due work in the database and do it, including work left by a lost nudge, a
dead worker or a failure. A nudge only makes this happen now instead of at the next sweep.
"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)

Work = Callable[[], int]
"""Does due work and returns how much; several workers may call it at the same time."""

_work: list[Work] = []


def register_work(work: Work) -> None:
    """Have a function called whenever there may be something to do."""
    if work not in _work:
        _work.append(work)


def do_due_work() -> int:
    """Call the registered functions until none finds work; one may create work for another.

    A function that raises is logged and skipped until the next time.

    Returns:
        How much was done.
    """
    total, failed = 0, set[Work]()
    while True:
        done = 0
        for work in _work:
            if work in failed:
                continue
            try:
                done += work()
            except Exception:
                log.exception("%s.%s failed", work.__module__, work.__qualname__)
                failed.add(work)
        total += done
        if not done:
            return total


def nudge() -> None:
    """Wake the worker once the caller's transaction is committed, however often this is called in it.

    A nudge that fails is logged and dropped: the sweep will find the committed work.
    """
    connection = transaction.get_connection()
    if not any(function is _wake for _sids, function, _robust in connection.run_on_commit):
        transaction.on_commit(_wake, robust=True)


def _wake() -> None:
    import_string(settings.NUDGE)()
