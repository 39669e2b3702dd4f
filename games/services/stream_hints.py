"""Telling open event streams that a game has moved on, once that is committed.

It is a hint and no more: what a stream tells its client it reads from the database, and it looks there from
time to time even when no hint has come.
"""

from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from msgspec import Struct

from games.engine.history import Seen
from games.engine.side import NOBODY
from games.models.game import Game
from games.models.seat import Seat


class Changed(Struct, frozen=True, array_like=True):
    """A game in which something could be seen.

    Attributes:
        game: its primary key.
        versions: by viewer, East, West, the public: how many changes they could see by now.
        players: the primary keys of the people who could see this one in a seat of theirs.
    """

    game: int
    versions: tuple[int, int, int]
    players: tuple[int, ...]


def tell(game: Game, seats: Sequence[Seat], seen: Sequence[Seen]) -> None:
    """Tell it after the commit, where anybody could see anything.

    Args:
        seen: of each step, which viewers it showed anything.
    """
    noticed = [any(step[viewer] for step in seen) for viewer in (*(seat.side for seat in seats), NOBODY)]
    if not any(noticed):
        return
    east, west = seats
    players = {seat.player_id for seat in seats if noticed[seat.side] and seat.player_id is not None}
    changed = Changed(game.pk, (east.version, west.version, game.version), tuple(sorted(players)))
    transaction.on_commit(partial(_tell, changed), robust=True)


def _tell(changed: Changed) -> None:
    import_string(settings.SEND_STREAM_HINT)(changed)
