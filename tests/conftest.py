"""Loaded before any test: the plugins of tests/kit."""

import sys

import pytest

pytest_plugins = [
    "tests.kit.sizes",
    "tests.kit.migrated",
    "tests.kit.log",
    "tests.kit.emptying",
    "tests.kit.chance",
    "tests.kit.caches",
    "tests.kit.counts",
    "tests.kit.small_pictures",
]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where nothing searches, hypothesis stays away: its plugin would import it for the summary."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")
