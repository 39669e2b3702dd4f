"""Games as an earlier release recorded them, which are never recorded anew.

Whatever becomes of the code, their logs stay legal and lead to where they led.
"""

import pytest

from games.engine import digest
from tests.engine.golden.recording import FOLDER, end_of, positions, read

EARLIER = sorted(f"earlier/{path.stem}" for path in FOLDER.glob("earlier/*.json"))


@pytest.mark.parametrize("name", EARLIER)
def test_a_game_of_an_earlier_release_replays(name: str) -> None:
    recording = read(name)
    *_before, (last, _events) = positions(recording)
    assert digest(last) == recording.digest
    assert end_of(last, recording.log) == recording.end


def test_there_are_some() -> None:
    assert len(EARLIER) == 10
