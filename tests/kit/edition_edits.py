"""Edits to the text of the Kessen edition, as an organiser would make them in an editor."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.engine.editions import EditionError, parse
from games.engine.ruleset import Ruleset

KESSEN = Path(__file__).parents[2].joinpath("fixtures/editions/kessen.toml").read_text(encoding="utf-8")

Edit = Callable[[str], str]


def change(marks: str, old: str, new: str) -> Edit:
    """In the one line that holds all the words of `marks`, put `new` in place of `old`."""

    def edit(text: str) -> str:
        line = _only_line(text, marks)
        assert line.count(old) == 1, line
        return text.replace(line, line.replace(old, new))

    return edit


def change_all(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new)


def remove(marks: str) -> Edit:
    return lambda text: text.replace(_only_line(text, marks) + "\n", "")


def add(section: str, entry: str) -> Edit:
    return lambda text: text.replace(f"\n{section} = [\n", f"\n{section} = [\n  {entry},\n")


def _only_line(text: str, marks: str) -> str:
    found = [line for line in text.splitlines() if all(mark in line.split("#")[0] for mark in marks.split())]
    assert len(found) == 1, found
    return found[0]


def edited(*edits: Edit) -> Ruleset:
    """The rules of Kessen with these edits, to be played by."""
    return Ruleset.from_text(_edit(edits))


def refused(*edits: Edit) -> tuple[str, ...]:
    text = _edit(edits)
    with pytest.raises(EditionError) as caught:
        parse(text)
    assert all(problem in str(caught.value) for problem in caught.value.problems)
    return caught.value.problems


def _edit(edits: tuple[Edit, ...]) -> str:
    text = KESSEN
    for edit in edits:
        changed = edit(text)
        assert changed != text
        text = changed
    return text
