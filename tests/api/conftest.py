"""People at a table, and what they ask of the API."""

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from games.engine.side import EAST, WEST
from tests.kit.calling import Caller, Seated, caller_at
from tests.kit.table import Table, table_where


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def east(table: Table) -> Seated:
    return Seated(table, EAST)


@pytest.fixture
def west(table: Table) -> Seated:
    return Seated(table, WEST)


@pytest.fixture
def mover() -> Seated:
    """Whoever is about to choose a movement level, alone."""
    table = table_where(lambda state: state.active >= 0)
    (side,) = table.asked()
    return Seated(table, side)


@pytest.fixture
def anna() -> Caller:
    return caller_at("anna@example.org")


@pytest.fixture
def berta() -> Caller:
    return caller_at("berta@example.org")


@pytest.fixture
def one_connection() -> Iterator[None]:
    """All that is asked belongs to the test's own transaction, which no request must end."""
    moments = (request_started, request_finished)
    for moment in moments:
        moment.disconnect(close_old_connections)
    yield
    for moment in moments:
        moment.connect(close_old_connections)
