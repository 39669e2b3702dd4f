"""Counting in Redis, which several processes do at once."""

import secrets

import pytest
from django.core.cache import cache

pytestmark = pytest.mark.services


@pytest.fixture
def key() -> str:
    return f"test-{secrets.token_hex(4)}"


def test_what_is_there_is_raised(key: str) -> None:
    assert cache.add(key, 1, timeout=60)
    assert [cache.incr(key), cache.incr(key, 5)] == [2, 7]
    assert cache.get(key) == 7


def test_what_is_not_there_is_not_raised_and_stays_away(key: str) -> None:
    with pytest.raises(ValueError, match=key):
        cache.incr(key)
    assert cache.get(key) is None
    assert cache.add(key, 1, timeout=60)


def test_values_of_any_kind_are_kept(key: str) -> None:
    for value in (b"\x00castle", {"castle": ["Osaka"]}, 0, None):
        cache.set(key, value, timeout=60)
        assert cache.get(key, "nothing") == value
