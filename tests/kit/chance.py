"""A pytest plugin: the chance of the games of a test is the same in each run, so that none fails by luck.

Games that other processes make (end to end, in the browser) have a chance of their own.
"""

import hashlib
import itertools

import pytest

from games.services import making


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()

    def new_seed() -> bytes:
        return hashlib.sha256(f"{request.node.nodeid}/{next(numbers)}".encode()).digest()

    monkeypatch.setattr(making, "new_seed", new_seed)
