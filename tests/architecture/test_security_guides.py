"""What the guides say of security names what holds it, and `deploy/ASVS.md` leaves no requirement out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "deploy/README.md").read_text(encoding="utf-8")
ASVS = (ROOT / "deploy/ASVS.md").read_text(encoding="utf-8")
REQUIREMENTS = 253
"""Of ASVS 5.0, levels 1 and 2."""
MOST_NOT_MET = 10
ID = r"\d+\.\d+\.\d+"


def rows(guide: str, heading: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    section = re.split(r"^## ", guide.split(f"## {heading}\n")[1], flags=re.MULTILINE)[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return lines[2:]


@pytest.mark.parametrize("row", rows(GUIDE, "What is promised to whom"), ids=lambda row: str(row[0]))
def test_every_promise_names_its_test(row: list[str]) -> None:
    _who, promises, _limits = row
    sentences = re.split(r"(?<=\.) (?=[A-Z])", promises)
    assert [each for each in sentences if not re.search(r"\]\(\.\./tests/[\w/.]+\)+\.$", each)] == []


def test_every_requirement_stands_once_in_the_list() -> None:
    chapters = re.findall(r"^## (V\d+ .+)$", ASVS, re.MULTILINE)
    unmet = [row[0] for row in rows(ASVS, "Not met")]
    applying = [row for chapter in chapters for row in rows(ASVS, chapter)]
    operators = [row for row in applying if "*operator*" in row[2]]
    others = [each for row in rows(ASVS, "Does not apply") for each in re.findall(ID, row[1])]
    every = [*unmet, *(row[0] for row in applying), *others]
    assert len(every) == len({*every}) == REQUIREMENTS
    assert len(unmet) <= MOST_NOT_MET
    told = re.findall(
        r"Of (\d+) requirements (\d+) apply: (\d+) are held, (\d+) are the operator's, (\d+) are", ASVS
    )
    apply, held = len(unmet) + len(applying), len(applying) - len(operators)
    assert told == [tuple(map(str, (REQUIREMENTS, apply, held, len(operators), len(unmet))))]
    assert all(re.fullmatch(ID, each) for each in every)


def test_every_file_named_in_the_list_exists() -> None:
    named = re.findall(r"`((?:[\w.]+/)+[\w.]+|[\w.]+\.(?:lock|toml))`", ASVS)
    assert len(named) > 150
    assert [name for name in named if not (ROOT / name).exists()] == []
