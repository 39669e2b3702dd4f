"""A game with an arbiter, and a server on this machine that webhooks lead to."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.kit.receiver import Receiver, receiver
from tests.ladders.case import Case


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    """A server on this machine, that webhooks may be posted to."""
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server


@pytest.fixture
def case() -> Case:
    """A game of a club that arbiters rule on."""
    return Case()
