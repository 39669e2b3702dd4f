"""The guide about records: its programs for chain and draws verify a real record, and find changes to it."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import notation
from games.engine.notation import ENTRY_TYPES
from tests.games.test_record_tampered import CHANGED
from tests.kit.records import Document, chain_again, from_elsewhere

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "games" / "log" / "README.md").read_text(encoding="utf-8")
CHAIN, _HEADS, DRAWS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def document() -> Document:
    """The record of a game with draws, something taken back, and an end."""
    record = from_elsewhere()
    assert any("undo" in entry["body"] for entry in record["entries"])
    return record


def section(title: str) -> str:
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def check(program: str, document: Document, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "record.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-c", program, str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def test_both_find_a_record_in_order(document: Document, tmp_path: Path) -> None:
    chain, draws = (check(program, document, tmp_path) for program in (CHAIN, DRAWS))
    assert (chain.returncode, draws.returncode) == (0, 0), chain.stderr + draws.stderr
    entries, players = chain.stdout.splitlines()
    assert entries == f"{len(document['entries'])} entries, all as they were written"
    last, keys = document["register"][-1], document["players"]
    assert players == f"R{last['number']}:{last['chain']}: {keys['east']} and {keys['west']} played"
    assert f"{document['winner']} won" in draws.stdout


def test_every_key_it_names_is_there_and_every_key_there_is_named(document: Document) -> None:
    rows = re.findall(r"^\| (`.*?) \|", section("The complete document"), re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == set(document)
    assert all(f"`{key}`" in TEXT for key in document["entries"][0])


def test_the_text_it_shows_is_one_and_every_line_there_can_be_is_named() -> None:
    explained = section("As text")
    (example,) = re.findall(r"```\n(.*?)```", explained, re.DOTALL)
    assert len(notation.read(example)) == example.count("\n  ")
    rows = re.findall(r"^\| (`.*?) \|", explained, re.MULTILINE)
    assert {word for row in rows for word in re.findall(r"`([a-z-]+)", row)} == set(ENTRY_TYPES)


@pytest.mark.parametrize(
    "changed",
    ["a body", "an entry left out", "the side of an entry", "the seed", "a nonce", "the hash of a nonce"],
)
def test_the_chain_shows_what_was_changed(document: Document, tmp_path: Path, changed: str) -> None:
    CHANGED[changed][0](document)
    done = check(CHAIN, document, tmp_path)
    assert done.returncode == 1
    assert "AssertionError" in done.stderr


def test_the_hash_of_another_nonce_is_found_though_the_chain_holds(
    document: Document, tmp_path: Path
) -> None:
    document["chance"]["nonce_hash"] = "00" * 32
    chain_again(document)
    assert "another first nonce" in check(CHAIN, document, tmp_path).stderr


def test_sides_that_were_not_drawn_so_are_found(document: Document, tmp_path: Path) -> None:
    said = []
    for first in ("east", "west"):
        document["chance"] = {"first": first, "sides": "drawn", "nonce_hash": ""}
        chain_again(document)
        assert check(CHAIN, document, tmp_path).returncode == 0
        said.append(check(DRAWS, document, tmp_path).stderr)
    assert sorted("other sides" in each for each in said) == [False, True]


def test_both_read_the_first_format(document: Document, tmp_path: Path) -> None:
    del document["chance"]
    document["format"] = 1
    chain_again(document)
    for program in (CHAIN, DRAWS):
        done = check(program, document, tmp_path)
        assert done.returncode == 0, done.stderr


def test_draws_that_somebody_chose_are_found_though_the_chain_holds(
    document: Document, tmp_path: Path
) -> None:
    """A service that deals by another seed, and afterwards chains what it dealt to the one it told."""
    document["seed"] = "00" * 32
    document["commitment"] = hashlib.sha256(bytes(32)).hexdigest()
    chain_again(document)
    assert check(CHAIN, document, tmp_path).returncode == 0
    done = check(DRAWS, document, tmp_path)
    assert done.returncode == 1
    assert "AssertionError: drawn otherwise" in done.stderr
