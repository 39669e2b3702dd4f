"""What tests of the pages of ladders share."""

import pytest

from games.ladders.models.club import Club
from tests.factories.clubs import ClubFactory


@pytest.fixture
def club() -> Club:
    """Of an organiser and four members."""
    return ClubFactory.create(members=4)
