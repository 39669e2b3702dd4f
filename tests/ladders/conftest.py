"""Limits are counted in a cache, which a test with a database finds empty."""

import pytest

from tests.kit import caches
from tests.kit.sizes import uses_database


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    if uses_database(request.node):
        request.getfixturevalue("db")
        caches.empty()
