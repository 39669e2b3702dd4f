"""Games and texts of editions as an earlier release had them, which are never made again.

Whatever becomes of the code, the logs stay legal and lead to where they led, and the texts, which stored
games keep, can still be played: a flag that came later has a default.
"""

import pytest

from games.engine import Ruleset, digest, new_game, replay
from games.rulebook.editions import EDITIONS, edition_text
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


@pytest.mark.rule("R-10", "R-28")
def test_a_game_of_the_manual_from_before_its_leaders_were_hidden_names_them() -> None:
    """The text that such a game keeps has no flag for it, so the same log makes the same leaders known."""
    text = edition_text("manual").replace("flags.leader_shown              = false # R-10\n", "")
    recording = read("manual-revision-2")
    last = replay(Ruleset.from_text(text), recording.log)
    assert digest(last) == "0253203fd880aa36f565408a041a651eedb3e00e8d2c380cd858885e82f4a8ca"
    assert digest(replay(recording.rules, recording.log)) == recording.digest != digest(last)


def test_earlier_games_are_recorded() -> None:
    assert (len(EARLIER), len(TEXTS)) == (10, 2)
