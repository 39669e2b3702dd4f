"""A game whose clock runs."""

import pytest
import time_machine

from games.engine.side import EAST
from games.services import lobby
from tests.kit.table import Table


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    """A game in which East waits for West, who has two days, until Sunday noon."""
    del traveller
    table = Table(terms=lobby.Terms(pace=2))
    table.submit(EAST, table.a_bid(EAST))
    return table
