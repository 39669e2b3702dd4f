"""Fixtures for all tests of games."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from games.services import clock
from games.services.thinker_process import thinker
from tests.kit import replays
from tests.kit.table import Table

FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)


@pytest.fixture
def games_replay(db: None) -> Iterator[None]:
    """At the end of the test every game it made is told again from its log and found to be what is stored."""
    yield
    replays.check_all()


@pytest.fixture
def table() -> Table:
    """A game of two people that has just begun."""
    return Table()


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    """Time that stands still on a Friday at noon until it is told to go on, while the service is up."""
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        clock.send_reminders()
        yield traveller


@pytest.fixture
def nobody_left() -> Iterator[None]:
    """The process in which computer players think ends with the test."""
    yield
    thinker.stop()
