"""Time in which orders act."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.games.orders.in_battle import START


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
