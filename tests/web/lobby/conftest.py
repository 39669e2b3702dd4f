"""The people who create games in these tests, and whom they invite."""

import uuid

import pytest
from django.test import Client

from accounts.models.person import Person
from tests.web.browsers import signed_in


@pytest.fixture
def creator() -> Person:
    """Another one in each test: limits are counted in a cache that outlives it."""
    return Person.objects.at(f"creator-{uuid.uuid4()}@example.org")


@pytest.fixture
def friend(creator: Person) -> str:
    """The address of who is invited."""
    return creator.email.replace("creator", "friend")


@pytest.fixture
def browser(creator: Person) -> Client:
    return signed_in(creator)
