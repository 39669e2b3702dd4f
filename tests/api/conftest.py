"""People at a table, and what they ask of the API. Requests are counted in a cache that outlives a test."""

import pytest

from games.engine.side import EAST, WEST
from tests.kit import caches
from tests.kit.calling import Seated
from tests.kit.table import Table


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    caches.empty()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def east(table: Table) -> Seated:
    return Seated(table, EAST)


@pytest.fixture
def west(table: Table) -> Seated:
    return Seated(table, WEST)
