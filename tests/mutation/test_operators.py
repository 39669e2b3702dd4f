"""What a mutation run does to a module: a mutant is another program, with one thing wrong in it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.operators import mutant, mutations

RULES = Path(__file__).resolve().parents[2] / "games" / "engine" / "rules"
SAMPLE = """
def hits(play, side):
    count = play.impact[side] // 7
    if not play.siege and play.loser == side:
        count += 1
        play.then(side)
    return count
"""


def test_every_kind_of_wrong_is_done() -> None:
    told = [mutation.what for mutation in mutations(ast.parse(SAMPLE))]
    assert set(told) >= {
        "play.impact[side] // 7  ->  play.impact[side] * 7",
        "7  ->  8",
        "7  ->  6",
        "not play.siege and play.loser == side  ->  not play.siege or play.loser == side",
        "play.loser == side  ->  play.loser != side",
        "count += 1  ->  count -= 1",
        "without: count += 1",
        "without: play.then(side)",
        "return count  ->  return None",
    }


@pytest.mark.parametrize("module", ["overrun", "retreat", "impact"])
def test_every_mutant_is_another_program(module: str) -> None:
    source = (RULES / f"{module}.py").read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(source))
    for number in range(0, len(list(mutations(ast.parse(source)))), 5):
        changed = mutant(source, number)
        ast.parse(changed)
        assert changed != plain
        assert len(set(changed.splitlines()) ^ set(plain.splitlines())) <= 4
