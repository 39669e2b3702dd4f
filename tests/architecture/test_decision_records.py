"""Decision records: numbered without a gap, dated, with a status, and with the tests that hold bounds."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECORDS = sorted((ROOT / "sekigahara" / "adr").glob("[0-9]*.md"))
STATUS = re.compile(
    r"^\*\*Date\.\*\* \d{1,2} [A-Z][a-z]+ \d{4}\. \*\*Status\.\*\* "
    r"(?:Accepted|Superseded by \[record (?P<number>\d+)\]\((?P<file>[^)]+)\), \d{1,2} [A-Z][a-z]+ \d{4})\.$",
    re.MULTILINE,
)
HOLDERS = re.compile(r"^\*\*Held by\*\* (.+)$", re.MULTILINE)


def test_records_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:4]) for path in RECORDS] == [*range(1, len(RECORDS) + 1)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_has_a_date_and_a_status(path: Path) -> None:
    status = STATUS.search(path.read_text(encoding="utf-8"))
    assert status, "its second paragraph says date and status"
    if status["file"]:
        later = path.with_name(status["file"])
        assert later.is_file()
        assert int(later.name[:4]) == int(status["number"])


def test_tests_that_hold_a_bound_exist() -> None:
    named = [
        (path.name, file)
        for path in RECORDS
        for holders in HOLDERS.findall(path.read_text(encoding="utf-8"))
        for file in re.findall(r"`([^`]+)`", holders)
    ]
    assert len(named) >= 10
    assert not [(record, file) for record, file in named if not (ROOT / file).is_file()]
