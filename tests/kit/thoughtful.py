"""A game that waits for a computer player which tries its turn out."""

from games.bots import players
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.services.computers import play_computers
from tests.kit.table import Table

LEVEL = "hatamoto-1"


def thoughtful(seed: int = 2, *, is_public: bool = False) -> Table:
    """A game in which West, a computer player, has to think about its turn."""
    table = Table(seed, is_public=is_public)
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer=LEVEL)
    while table.seat(WEST).asked not in players.REHEARSED:
        if not play_computers():
            table.submit(EAST)
    return table
