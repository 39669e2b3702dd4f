"""Fixtures for all tests of pages: the cache, which counts limits, is empty in each test."""

from collections.abc import Iterator

import pytest

from tests.kit import caches, replays
from tests.kit.sizes import uses_database


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    if uses_database(request.node):
        request.getfixturevalue("db")
        caches.empty()


@pytest.fixture
def games_replay(db: None) -> Iterator[None]:
    """At the end of the test every game it made is told again from its log and found to be what is stored."""
    yield
    replays.check_all()
