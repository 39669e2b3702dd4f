"""Retention: when games that never began, receipts of requests and replies by mail are deleted.

Games that never began are deleted so that the addresses of invited people are not kept.
``accounts.retention.forget_unconfirmed`` then deletes people who are no longer referred to. Messages have
their own limits: ``notifications.upkeep.MESSAGES_KEPT_FOR`` and
``notifications.webhooks.queue.DELIVERIES_KEPT``.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from games.models import both_seats
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.models.receipt import Receipt
from games.models.rematch import Rematch
from games.reads.competition import competition
from games.services import outages
from sekigahara import batch
from sekigahara.db import service_time

log = logging.getLogger(__name__)

OPEN_FOR = timedelta(days=60)
"""How long a game waits for an opponent."""
REMATCHES_OPEN_FOR = timedelta(days=7)
"""How long a rematch waits to be accepted."""
CALLED_OFF_KEPT = timedelta(days=30)
"""How long a game that was called off is kept, so that both people can read what happened."""
RECEIPTS_KEPT = timedelta(days=30)
"""How long an idempotency key works."""
FORGOTTEN_AT_ONCE = 100
"""Games that one transaction deletes."""
REPLIES_KEPT = timedelta(days=30)
"""How long it is kept what somebody replied by mail."""


def open_until(game: Game) -> datetime:
    """When a game that nobody joins is deleted at the earliest."""
    is_rematch = Rematch.objects.filter(game=game).exists()
    return game.created_at + (REMATCHES_OPEN_FOR if is_rematch else OPEN_FOR)


def forget_unbegun() -> int:
    """Delete games that nobody joined within ``OPEN_FOR``, rematches within ``REMATCHES_OPEN_FOR``, and games
    called off ``CALLED_OFF_KEPT`` ago.

    While the time is in doubt none is deleted, as nothing would bring it back.

    Returns:
        The number of deleted games.
    """
    if outages.doubt(service_time.now()) is not None:
        return 0
    keys = _overdue().values_list("pk", flat=True)
    count = sum(map(_forget, batch.sets_in_time(keys, FORGOTTEN_AT_ONCE)))
    if count:
        log.info("forgot %d games that never began", count)
    return count


def forget_receipts() -> int:
    """Delete receipts of requests that are older than ``RECEIPTS_KEPT``.

    Returns:
        The number of deleted receipts.
    """
    return Receipt.objects.filter(created_at__lt=service_time.now() - RECEIPTS_KEPT).delete()[0]


def forget_replies() -> int:
    """Delete replies by mail that are older than ``REPLIES_KEPT``.

    Returns:
        The number of deleted replies.
    """
    return MailReply.objects.filter(at__lt=service_time.now() - REPLIES_KEPT).delete()[0]


def _overdue() -> QuerySet[Game]:
    now = service_time.now()
    # A game with entries has begun, whatever its status.
    unbegun = Game.objects.filter(length=0).annotate(since=Coalesce("ended_at", "created_at"))
    lapsed = Q(rematch_offer__isnull=False, since__lt=now - REMATCHES_OPEN_FOR)
    waiting = Q(status=Game.Status.WAITING) & (lapsed | Q(since__lt=now - OPEN_FOR))
    called_off = Q(status=Game.Status.CALLED_OFF, since__lt=now - CALLED_OFF_KEPT)
    # Who has to check in has a deadline of their own, after which the game is called off.
    checking_in = Q(status=Game.Status.WAITING, seats__due_at__isnull=False)
    not_over = unbegun.filter(status__in=(Game.Status.WAITING, Game.Status.CALLED_OFF))  # these have an index
    return competition().outside(not_over.filter(waiting | called_off).exclude(checking_in))


def _forget(games: Sequence[int]) -> int:
    with transaction.atomic(durable=True):
        # Joining locks the game first. The deletion checks again under the lock, so that it never deletes a
        # game that has just begun.
        both_seats.count_write(*games)
        _total, deleted = _overdue().filter(pk__in=games).delete()
    return deleted.get("games.Game", 0)
