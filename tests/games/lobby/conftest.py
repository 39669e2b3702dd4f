"""The people in these tests."""

import pytest

from accounts.models.person import Person


@pytest.fixture
def ieyasu() -> Person:
    return Person.objects.at("ieyasu@example.org")


@pytest.fixture
def mitsunari() -> Person:
    return Person.objects.at("mitsunari@example.org")


@pytest.fixture
def kobayakawa() -> Person:
    return Person.objects.at("kobayakawa@example.org")
