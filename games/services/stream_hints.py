"""Hints that wake open event streams after a change in a game is committed.

A hint carries no events: a stream reads them from the database, which it also polls without hints.
"""

from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from msgspec import Struct

from games.engine.history import SeenBy
from games.models.game import Game
from games.models.seat import Seat


class Changed(Struct, frozen=True, array_like=True):
    """A game in which a viewer could see a change.

    Attributes:
        game: its primary key.
        versions: the present versions of East, West and the public.
        players: the primary keys of the players who could see the change.
        is_presence: whether who looks at the game has changed, or who may see it; or that a player asks to
            take an action back, which its players alone are told too.
        is_thinking: whether a computer player has begun to pause.
    """

    game: int
    versions: tuple[int, int, int]
    players: tuple[int, ...]
    is_presence: bool = False
    is_thinking: bool = False


def send(game: Game, seats: Sequence[Seat], seen: Sequence[SeenBy]) -> None:
    """Send a hint after the commit, if any viewer could see a change.

    Args:
        game: that has changed.
        seats: East's and West's.
        seen: for each step, which viewers could see it.
    """
    noticed = [any(steps) for steps in zip(*seen, strict=True)]
    if not any(noticed):
        return
    east, west = seats
    players = {seat.player_id for seat in seats if noticed[seat.side] and seat.player_id is not None}
    changed = Changed(game.pk, (east.version, west.version, game.version), tuple(sorted(players)))
    transaction.on_commit(partial(_send, changed), robust=True)


def send_presence(game: int) -> None:
    """Send a hint after the commit to the players of a game, of what counts for no version.

    Args:
        game: its primary key.
    """
    changed = Changed(game, (0, 0, 0), (), is_presence=True)
    transaction.on_commit(partial(_send, changed), robust=True)


def send_thinking(game: int) -> None:
    """Send a hint after the commit that a computer player has begun to pause.

    Args:
        game: its primary key.
    """
    transaction.on_commit(partial(_send, Changed(game, (0, 0, 0), (), is_thinking=True)), robust=True)


def _send(changed: Changed) -> None:
    import_string(settings.SEND_STREAM_HINT)(changed)
