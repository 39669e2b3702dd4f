"""The questions that editions, or rules chosen for a game, answer differently, as their files ask them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.engine.errors import EngineError
from games.rulebook.editions import FIXTURES
from tests.kit.positions import Table, position

QUESTIONS = sorted((FIXTURES / "positions" / "editions").glob("*.toml"))

REFUSED = {
    "hideyori-for-a-block": ("unknown-block", "8.7.2"),
    "wildcard-beside-a-clan-block": ("card-does-not-fit", "8.4.2"),
    "mori-for-a-double": ("too-many-mori", "9.3"),
    "disks-chosen-not-to-lead": ("too-far", "7.3.3"),
}
ANSWERED: dict[str, Callable[[Table], bool]] = {
    "sanada-for-a-block": lambda p: (p.count("west", "ueda"), p.disks) == (2, ["hideyori"]),
    "ishida-behind-sanada": lambda p: (p.over, p.blocks("west", "ueda")) == (None, ["ishida-mitsunari"]),
    "odd-hand": lambda p: (len(p.discards("east")), len(p.hand("east"))) == (4, 3 + 6),
    "double-refutes-for-a-wildcard": lambda p: p.impact == (4, 9) and p.shown("east") == ["date-double"],
    "third-firearms-attack": lambda p: [told["impact"] for told in p.told(kind="deployed")] == [7],
    "capital-among-enemies": lambda p: p.count("east", "utsunomiya") == 1,
    "rounding-chosen": lambda p: (len(p.discards("east")), len(p.hand("east"))) == (4, 3 + 6),
    "both-leaders-fall": lambda p: p.over == ("west", "ieyasu") and p.count("west", "lost") == 1,
}


def test_each_file_has_its_answer_here() -> None:
    asked, answered = {path.stem for path in QUESTIONS}, REFUSED.keys() | ANSWERED.keys()
    assert asked == answered, f"in REFUSED or ANSWERED but no file, or the other way: {asked ^ answered}"


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_the_questions_are_answered_as_their_files_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.stem in REFUSED:
        with pytest.raises(EngineError) as caught:
            position(text)
        assert (caught.value.code, caught.value.rule) == REFUSED[path.stem]
    else:
        assert ANSWERED[path.stem](position(text))


def asked_otherwise(name: str, said: str, instead: str = "") -> Table:
    """A question with something else said in one place of its file."""
    text = (FIXTURES / "positions" / "editions" / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(said) == 1
    return position(text.replace(said, instead))


def in_kessen(name: str) -> Table:
    """A question of the manual asked of Kessen, which plays on the same board."""
    return asked_otherwise(name, 'edition = "manual"', 'edition = "kessen"')


def test_kessen_answers_differently_as_the_files_say() -> None:
    """As the comments in the files say."""
    assert [told["impact"] for told in in_kessen("third-firearms-attack").told(kind="deployed")] == [5]
    assert in_kessen("mori-for-a-double").blocks("west", "osaka") == ["mori-three-mon"] * 2


def test_the_edition_answers_where_no_flag_is_chosen() -> None:
    """So it is the choice that answers, and not the edition."""
    p = asked_otherwise("disks-chosen-not-to-lead", "chosen.disk_leadership = false")
    assert p.count("east", "soma") == 1
    with pytest.raises(EngineError, match="discard-count"):
        asked_otherwise("rounding-chosen", '[chosen]\ndiscard_rounding = "choice"')
