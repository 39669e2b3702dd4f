"""Stopping a game whose log and rules no longer agree, and letting it go on when they do again.

A stopped game is left as it is: nothing is written to its log, and nothing of it is guessed at. That its log
is broken is all that stopping depends on, whoever was the first to meet it. A game of rules that this release
does not have is refused in the same words, but not stopped for others.
"""

import contextlib
import logging
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from games.engine.errors import CorruptLog
from games.errors import Frozen
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.services import Announcement, announce

log = logging.getLogger(__name__)

FROZEN = "games.frozen"
STOPPED = "stopped"
GOES_ON = "goes-on"

UNKNOWN_REVISION = "unknown-revision"
"""Of a game that a newer release began. It is stopped for the processes of this one, and nothing is written:
while processes are restarted one by one the new ones play it on."""


def refuse(game: Game) -> None:
    """Let only a game through that goes on.

    Raises:
        Frozen: it is stopped.
    """
    if game.frozen_at is not None:
        raise Frozen


@contextlib.contextmanager
def stopping(game: Game) -> Iterator[None]:
    """Within the block a game is read, outside of transactions. A log that proves broken stops it.

    Raises:
        Frozen: the game is stopped, since now or before; or this release does not know the revision of its
            rules.
    """
    refuse(game)
    try:
        yield
    except CorruptLog as error:
        if error.code == UNKNOWN_REVISION:
            _note_unknown(game)
        else:
            freeze(game, error.code)
        # What was found may name what is hidden, and must not get into a log on the way.
        raise Frozen from None


def _note_unknown(game: Game) -> None:
    text = "game %s cannot be played by this release: its rules have revision %d"
    log.error(text, game.public_id, game.revision)


def freeze(game: Game, code: str) -> bool:
    """Stop a game, and tell its players; those of a finished one miss nothing.

    Args:
        code: the word for what is wrong with it.

    Returns:
        Whether it was not stopped before.
    """
    with transaction.atomic(durable=True):
        seats = both_seats.to_change(game.pk)
        locked = seats[0].game
        if locked.frozen_at is not None:
            return False
        locked.frozen_at, locked.frozen_for = timezone.now(), code
        locked.save(update_fields=["frozen_at", "frozen_for"])
        _tell(locked, seats, STOPPED)
    log.error(
        "game %s is stopped: %s. `manage.py replay_games %s` says more",
        locked.public_id,
        code,
        locked.public_id,
    )
    return True


def thaw(game: Game) -> bool:
    """Let a game go on, and tell its players.

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
                seat.move_deadline(locked.frozen_at, timezone.now())
                seat.save(update_fields=["due_at"])
        locked.frozen_at, locked.frozen_for = None, ""
        locked.save(update_fields=["frozen_at", "frozen_for"])
        _tell(locked, seats, GOES_ON)
    log.info("game %s goes on", locked.public_id)
    return True


def _tell(game: Game, seats: Sequence[Seat], what: str) -> None:
    """Announce it to every player once, also to one who has both seats."""
    if game.is_over:
        return
    occasion = f"{what}.{timezone.now():%Y%m%dT%H%M%S%f}"
    seat_of: dict[int, Seat] = {}
    for seat in seats:
        if seat.player_id is not None:
            seat_of.setdefault(seat.player_id, seat)
    announce([Announcement(FROZEN, seat.reference, occasion, player) for player, seat in seat_of.items()])
