"""Stopping a game whose log no longer agrees with the rules, and resuming it once they agree again.

Nothing is written to a stopped game. Any request can find the broken log; which one it was makes no
difference. A game whose rules are newer than this release is refused with the same error, but is not stopped.
"""

import contextlib
import logging
from collections.abc import Iterator, Sequence

from django.db import transaction

from games.log import position
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import BrokenLog, Frozen

log = logging.getLogger(__name__)

FROZEN = "games.frozen"
STOPPED = "stopped"
GOES_ON = "goes-on"


def stop(broken: BrokenLog) -> None:
    """Stop a game whose log is broken. Call it outside of transactions.

    A game whose rules are newer than this release is only logged: during a rolling restart the processes of
    the new release can play it.
    """
    game = Game.objects.get(pk=broken.game_id)
    if broken.found == position.UNKNOWN_REVISION:
        text = "game %s cannot be played by this release: its rules have revision %d"
        log.error(text, game.public_id, game.revision)
    else:
        freeze(game, broken.found)


@contextlib.contextmanager
def stopping() -> Iterator[None]:
    """A context for background jobs: stop any game whose log is found broken.

    Raises:
        Frozen: the game is stopped.
    """
    try:
        yield
    except BrokenLog as broken:
        stop(broken)
        raise Frozen from None


def freeze(game: Game, code: str) -> bool:
    """Stop a game and, unless it is over, notify its players.

    Args:
        game: to stop.
        code: what is wrong with it.

    Returns:
        Whether it was running until now.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        locked = seats[0].game
        if locked.frozen_at is not None:
            return False
        locked.frozen_at, locked.frozen_for = service_time.now(), code
        locked.save(update_fields=["frozen_at", "frozen_for"])
        _notify(locked, seats, STOPPED)
    name = locked.public_id
    log.error("game %s is stopped: %s. `manage.py replay_games %s` says more", name, code, name)
    return True


def thaw(game: Game) -> bool:
    """Resume a stopped game and, unless it is over, notify its players.

    Returns:
        Whether it was stopped.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        locked = seats[0].game
        if locked.frozen_at is None:
            return False
        if locked.paused_at is None:
            for seat in seats:
                seat.resume_deadlines(locked.frozen_at)
                seat.save(update_fields=["due_at", "lapses_at"])
        locked.frozen_at, locked.frozen_for = None, ""
        locked.save(update_fields=["frozen_at", "frozen_for"])
        _notify(locked, seats, GOES_ON)
    log.info("game %s goes on", locked.public_id)
    return True


def _notify(game: Game, seats: Sequence[Seat], what: str) -> None:
    """Queue one notification for each player, also for one who has both seats."""
    if game.is_over:
        return
    occasion = f"{what}.{service_time.now():%Y%m%dT%H%M%S%f}"
    seat_of: dict[int, Seat] = {}
    for seat in seats:
        if seat.player_id is not None:
            seat_of.setdefault(seat.player_id, seat)
    announce([Announcement(FROZEN, seat.reference, occasion, player) for player, seat in seat_of.items()])
