"""A game that waits for a computer player which tries its turn out."""

from games.bots import players
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.services import computer_thoughts
from games.services.computers import play_computers
from sekigahara.db import service_time
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


def think_and_act() -> int:
    """Have players think, and act as if the moment for it had come. Return how many thought."""
    count = computer_thoughts.think()
    Seat.objects.exclude(acts_at=None).update(acts_at=service_time.now())
    play_computers()
    return count
