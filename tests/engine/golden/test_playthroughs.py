"""What both players see of a game, step by step, is what was reviewed."""

from __future__ import annotations

import difflib

import pytest

from tests.engine.golden.playthroughs import COMMAND, FOLDER, SCRIPTS, text_of


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_playthrough_reads_as_reviewed(name: str) -> None:
    """Byte for byte. Where it should read otherwise now, write it again and review the diff."""
    told = text_of(SCRIPTS[name])
    reviewed = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    diff = difflib.unified_diff(reviewed.splitlines(), told.splitlines(), "reviewed", "now", lineterm="", n=1)
    assert told == reviewed, f"after `{COMMAND}` the diff is:\n" + "\n".join(diff)


def test_every_script_has_one_playthrough_text() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCRIPTS)
