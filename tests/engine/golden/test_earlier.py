"""Games and texts of editions as an earlier release had them, which are never made anew.

Whatever becomes of the code, the logs stay legal and lead to where they led, and the texts, which stored
games keep, can still be played: a flag that came later has a default.
"""

import pytest

from games.engine import Ruleset, digest, new_game
from games.rulebook.editions import EDITIONS
from tests.engine.golden.recording import FOLDER, end_of, positions, read

EARLIER = sorted(f"earlier/{path.stem}" for path in FOLDER.glob("earlier/*.json"))
TEXTS = sorted(f"earlier/{path.name}" for path in EDITIONS.glob("earlier/*.toml"))
"""Two variants, each with the text of the edition it changes."""


@pytest.mark.parametrize("name", EARLIER)
def test_a_game_of_an_earlier_release_replays(name: str) -> None:
    recording = read(name)
    *_before, (last, _events) = positions(recording)
    assert digest(last) == recording.digest
    assert end_of(last, recording.log) == recording.end


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_an_edition_of_an_earlier_release_is_played(name: str) -> None:
    text = (EDITIONS / name).read_text(encoding="utf-8")
    assert new_game(Ruleset.from_text(text)).state.week == 1


def test_earlier_games_are_recorded() -> None:
    assert (len(EARLIER), len(TEXTS)) == (10, 2)
