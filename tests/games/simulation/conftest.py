"""A series of simulated games, shared by several tests."""

from collections import Counter

import pytest

from games.simulation.series import Pairing, play_one
from tests.games.simulation.playing import RANDOM


@pytest.fixture(scope="package")
def random_games() -> tuple[Counter[str], list[Counter[str]]]:
    """What forty games between random players took, together and each by itself."""
    each = [Counter(play_one(Pairing("kessen", RANDOM, "several"), number).coverage) for number in range(40)]
    return sum(each, Counter()), each
