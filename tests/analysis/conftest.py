"""Analyses small enough for tests."""

import pytest

from games.analysis import luck, turning_points
from tests.kit import caches


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rehearsals, which take no time and prove nothing."""
    monkeypatch.setattr(luck, "WORLDS", 1)
    monkeypatch.setattr(luck, "OTHERS", 2)
    for name, number in {"PLANS": 2, "FIRST": 1, "THEN": 2, "TRUE": 2}.items():
        monkeypatch.setattr(turning_points, name, number)
    caches.empty()
