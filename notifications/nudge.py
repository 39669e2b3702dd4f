"""Waking the workers after a transaction that has left work for them.

Jobs find due work in the database and do it, including work left by a lost nudge, a dead worker or a failure.
A nudge only makes this happen now instead of at the next sweep.
"""

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string


def nudge() -> None:
    """Wake the workers once the caller's transaction is committed, however often this is called in it.

    A nudge that fails is logged and dropped: the sweep will find the committed work.
    """
    connection = transaction.get_connection()
    if not any(function is _wake for _sids, function, _robust in connection.run_on_commit):
        transaction.on_commit(_wake, robust=True)


def _wake() -> None:
    import_string(settings.NUDGE)()
