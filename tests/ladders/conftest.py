"""Limits are counted in a cache, which a test with a database finds empty. Webhooks lead to a server."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.kit import caches
from tests.kit.receiver import Receiver, receiver
from tests.kit.sizes import uses_database


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    if uses_database(request.node):
        request.getfixturevalue("db")
        caches.empty()


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    """A server on this machine, that webhooks may be posted to."""
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server
