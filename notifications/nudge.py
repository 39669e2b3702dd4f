"""Waking whoever does the work that a transaction leaves behind."""

from django.db import transaction

from notifications.tasks import deliver


def nudge() -> None:
    """Wake the worker once the caller's transaction is committed, however often this is called in it.

    A nudge that finds no broker is logged and forgotten: what was committed stays, the sweep will find it.
    """
    connection = transaction.get_connection()
    if not any(function is _wake for _sids, function, _robust in connection.run_on_commit):
        transaction.on_commit(_wake, robust=True)


def _wake() -> None:
    deliver.delay()
