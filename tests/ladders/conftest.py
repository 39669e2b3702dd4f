"""Webhooks lead to a server on this machine."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.kit.receiver import Receiver, receiver


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    """A server on this machine, that webhooks may be posted to."""
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server
