"""How long games that never began, and answers to repeated requests, are kept, and their deletion after that.

A game that never began is deleted so that nobody's address is kept for having been invited. People whom
nothing refers to any more are then forgotten by ``accounts.services.forget_unconfirmed``. Messages have their
own limits: ``notifications.outbox.KEPT`` and ``notifications.webhooks.queue.KEPT``.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import both_seats
from games.models.game import Game
from games.models.receipt import Receipt

log = logging.getLogger(__name__)

OPEN_FOR = timedelta(days=60)
"""How long a game waits for an opponent."""
CALLED_OFF_KEPT = timedelta(days=30)
"""How long both may still read why there is no game."""
RECEIPTS_KEPT = timedelta(days=30)
"""How long a request may be repeated with its idempotency key and get its first answer again."""


def open_until(game: Game) -> datetime:
    """Until when a game that has not begun can be joined at least."""
    return game.created_at + OPEN_FOR


def forget_unbegun() -> int:
    """Delete the games that nobody joined for ``OPEN_FOR``, and those called off before ``CALLED_OFF_KEPT``.

    Returns:
        How many.
    """
    count = sum(_forget(pk) for pk in list(_overdue().values_list("pk", flat=True)))
    if count:
        log.info("forgot %d games that never began", count)
    return count


def forget_receipts() -> int:
    """Delete the answers kept for repeated requests that are older than ``RECEIPTS_KEPT``.

    Returns:
        How many.
    """
    return Receipt.objects.filter(created_at__lt=timezone.now() - RECEIPTS_KEPT).delete()[0]


def _overdue() -> QuerySet[Game]:
    now = timezone.now()
    # A game that has a log has begun, whatever else is said of it.
    unbegun = Game.objects.filter(length=0).annotate(since=Coalesce("ended_at", "created_at"))
    waiting = Q(status=Game.Status.WAITING, since__lt=now - OPEN_FOR)
    called_off = Q(status=Game.Status.CALLED_OFF, since__lt=now - CALLED_OFF_KEPT)
    return unbegun.filter(waiting | called_off)


def _forget(pk: int) -> bool:
    with transaction.atomic(durable=True):
        # Whoever joins locks the game first. The second look is a statement of its own: it sees a game that
        # has just begun, and while the game is locked none can.
        both_seats.count_write(pk)
        total, _deleted = _overdue().filter(pk=pk).delete()
    return total > 0
