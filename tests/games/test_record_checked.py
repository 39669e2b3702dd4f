"""The guide about records: its two programs verify a real record, and find changes to it."""

import hashlib
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine import notation
from games.engine.notation.grammar import KINDS
from games.engine.side import EAST, NOBODY
from games.reads import chronicle
from games.services import play
from tests.kit.table import Table

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "games" / "log" / "README.md").read_text(encoding="utf-8")
CHAIN, DRAWS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

Document = dict[str, Any]


@pytest.fixture
def document() -> Document:
    """The record of a game with draws, something taken back, and an end."""
    table = Table(3)
    for _by in itertools.islice(table.wander(), 150):
        pass
    if not table.game.is_over:
        play.resign(seat=table.seat(EAST))
    record: Document = json.loads(msgspec.json.encode(chronicle.record_of(table.game, NOBODY)))
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
    assert chain.stdout == f"{len(document['entries'])} entries, all as they were written\n"
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
    assert {word for row in rows for word in re.findall(r"`([a-z-]+)", row)} == set(KINDS)


def change_a_body(document: Document) -> None:
    entry = next(entry for entry in document["entries"] if '"bid"' in entry["body"])
    entry["body"] = entry["body"].replace("null", '"first"') + " "


def leave_one_out(document: Document) -> None:
    del document["entries"][20]


def swap_the_sides(document: Document) -> None:
    entry = next(entry for entry in document["entries"] if entry["side"] == "east")
    entry["side"] = "west"


def give_another_seed(document: Document) -> None:
    document["seed"] = "00" * 32


def give_another_nonce(document: Document) -> None:
    document["nonces"]["west"] = "later"


@pytest.mark.parametrize(
    "change", [change_a_body, leave_one_out, swap_the_sides, give_another_seed, give_another_nonce]
)
def test_the_chain_shows_what_was_changed(
    document: Document, tmp_path: Path, change: Callable[[Document], None]
) -> None:
    change(document)
    done = check(CHAIN, document, tmp_path)
    assert done.returncode == 1
    assert "AssertionError" in done.stderr


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


def chain_again(document: Document) -> None:
    """Make the hashes fit what the document says now."""
    parts = [document["game"], document["edition"]["digest"], str(document["revision"])]
    parts += [document["commitment"], document["nonces"]["east"], document["nonces"]["west"]]
    chain = hashlib.sha256("|".join(parts).encode()).digest()
    document["genesis"] = chain.hex()
    for entry in document["entries"]:
        sealed = hashlib.sha256(bytes.fromhex(entry["salt"]) + entry["body"].encode()).digest()
        chain = hashlib.sha256(chain + (entry["side"] or "chance")[0].encode() + sealed).digest()
        entry["chain"] = chain.hex()
