"""Fixtures for all tests of games."""

from collections.abc import Iterator

import pytest

from games.services.thinker_process import thinker
from tests.kit import replays
from tests.kit.table import Table


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
def nobody_left() -> Iterator[None]:
    """The process in which computer players think ends with the test."""
    yield
    thinker.stop()
