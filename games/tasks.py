"""What this app does outside of requests."""

import logging

from celery import shared_task

from games.engine.errors import EngineError
from games.errors import Refused
from games.models.game import Game
from games.models.seat import Seat
from games.services import clock, closed_accounts, computers, retention

log = logging.getLogger(__name__)


def play_computers() -> int:
    """Let every computer player that is asked something act, through the same door as people.

    Returns:
        How many actions were taken.
    """
    going_on = Seat.objects.filter(game__status=Game.Status.RUNNING, game__frozen_at=None)
    waiting = going_on.exclude(computer="").exclude(asked="")
    return sum(_try_to_play(pk) for pk in waiting.values_list("pk", flat=True))


def _try_to_play(pk: int) -> int:
    """A player that fails is left alone until the next time, and no other game waits for it."""
    try:
        return _play(pk)
    except Exception:
        log.exception("the computer player at seat %d failed", pk)
        return 0


def _play(pk: int) -> int:
    """Act for a seat until it is asked no more; how often."""
    taken = 0
    while True:
        seat = Seat.objects.select_related("game").get(pk=pk)
        try:
            if not computers.act(seat, seat.computer):
                return taken
        except (Refused, EngineError):
            # Another worker may have acted for the same seat in between: then there is nothing to be done. A
            # choice that is refused though nothing changed is a fault, and shows as one.
            if Seat.objects.get(pk=pk).version == seat.version:
                raise
            return taken
        taken += 1


@shared_task
def look_at_clocks() -> int:
    """Remind whose time runs out, and tell their opponents once it has."""
    return clock.look()


@shared_task
def leave_for_former() -> int:
    """Resign what people with closed accounts still sit at, as a game that was stopped then."""
    return closed_accounts.finish()


@shared_task
def forget_receipts() -> int:
    """Delete the answers kept for repeated requests once nobody repeats them any more."""
    return retention.forget_receipts()


@shared_task
def forget_unbegun() -> int:
    """Delete games that never began."""
    return retention.forget_unbegun()
