"""What tests of the pages of ladders share."""

import pytest

from games.ladders.models.club import Club
from tests.kit.clubs import a_club, entered, named


@pytest.fixture
def club() -> Club:
    """Of an organiser and four members."""
    made = a_club(named("Organiser One"))
    for number in range(1, 5):
        entered(made, named(f"Ashigaru {number}"))
    return made
