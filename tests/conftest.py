"""Loaded before any test: the plugins of tests/kit."""

import gc
import sys

import pytest

pytest_plugins = [
    "tests.kit.measured",
    "tests.kit.sizes",
    "tests.kit.migrated",
    "tests.kit.log",
    "tests.kit.emptying",
    "tests.kit.chance",
    "tests.kit.caches",
    "tests.kit.counts",
    "tests.kit.small_pictures",
    "tests.kit.languages",
]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Set up a process that is about to run tests.

    Where nothing searches, hypothesis stays away: its plugin would import it for the summary. What is
    imported and collected stays until the end, so the garbage collector need not look at it again and again:
    that took a tenth of the processor's time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")
