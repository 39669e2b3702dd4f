"""Names of tests, and what tests import."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
NO_SUBJECT = {
    *("who", "whoever", "whom", "whomever", "whose", "what", "whatever", "where", "wherever", "how", "that"),
    *("when", "whenever", "if", "of", "so", "to", "more", "also", "but", "and", "as", "by", "from", "in"),
    *("on", "at", "for", "with", "than", "then", "there", "it", "its", "they", "those"),
}
"""Words that no sentence about a subject begins with."""
MOST_WITHOUT_SUBJECT = 0.03


def test_names_of_tests_begin_with_their_subject() -> None:
    names = [
        name
        for path in (PROJECT / "tests").rglob("*.py")
        for name in re.findall(
            r"^ *(?:async )?def test_([a-z0-9]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    without = [name for name in names if name.partition("_")[0] in NO_SUBJECT]
    assert len(without) < MOST_WITHOUT_SUBJECT * len(names), sorted(without)


def test_hypothesis_is_imported_where_its_profile_is_loaded() -> None:
    """Else each test run would pay for it, and some would search with other settings."""
    importing = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "tests").rglob("*.py")
        if re.search(
            r"^(import hypothesis$|from hypothesis import)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert importing == {"tests/kit/searches.py"}
