"""What tests of the pages of ladders share."""

import pytest

from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import LadderFactory


@pytest.fixture
def club() -> Club:
    """Of an organiser and four members."""
    return ClubFactory.create(members=4)


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """With free pairing, on which nobody plays yet."""
    return LadderFactory.create(club=club, name="Free pairing")
