"""A pytest plugin: the chance of the games of a test is the same in each run, so that none fails by luck.

Games that other processes make (end to end, in the browser) have a chance of their own. In the gate the order
of the tests, and what they draw from ``random``, are the same each time too: what it says depends on the
change alone. A run by hand varies both.
"""

import hashlib
import itertools
import os
import secrets

import pytest

from games.services import creation

SEED_OF_THE_GATE = 1600


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI") and config.getoption("randomly_seed") == "default":
        config.option.randomly_seed = SEED_OF_THE_GATE


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    undecided = secrets.token_bytes

    def new_seed() -> bytes:
        if secrets.token_bytes is not undecided:  # the test itself decides
            return secrets.token_bytes(creation.SEED_BYTES)
        return hashlib.sha256(f"{request.node.nodeid}/{next(numbers)}".encode()).digest()

    monkeypatch.setattr(creation, "new_seed", new_seed)
