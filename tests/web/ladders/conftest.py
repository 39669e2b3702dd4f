"""What tests of the pages of ladders share."""

import pytest

from games.ladders.models.club import Club
from tests.factories.clubs import ClubFactory, MembershipFactory


@pytest.fixture
def club() -> Club:
    """Of an organiser and four members."""
    made = ClubFactory.create()
    for number in range(1, 5):
        MembershipFactory.create(club=made, person__name=f"Ashigaru {number}")
    return made
