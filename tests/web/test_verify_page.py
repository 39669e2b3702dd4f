"""The page that verifies a finished game: its contents without scripts, and the links to it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from games.log import portable
from games.services import importing
from tests.kit import records
from tests.kit.records import Document
from tests.kit.table import Table
from tests.web.browsers import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> Document:
    """Of a public game that is over and was played elsewhere."""
    told = records.from_elsewhere()
    importing.take_in(portable.read(records.written(told)))
    return told


def shown(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return read(response)


def test_the_check_is_linked_beside_the_record(document: Document) -> None:
    game = f"/games/{document['game']}/"
    for path in (game, f"{game}history/"):
        assert f'href="{game}verify/?as=public"' in shown(path)


def test_a_running_game_has_no_record_to_check() -> None:
    game = Table(is_public=True).game
    text = shown(f"/games/{game.public_id}/verify/")
    assert "When the game is over" in text
    assert game.commitment in text
    assert "<script" not in text
    for path in ("", "history/"):
        addresses = re.findall(r"/verify/[^\"]*", shown(f"/games/{game.public_id}/{path}"))
        assert set(addresses) <= {"/verify/?as=public#heads"}, "only heads can be compared"


def test_a_script_of_ours_checks_and_stands_in_no_page(document: Document) -> None:
    text = shown(f"/games/{document['game']}/verify/")
    assert re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL) == [
        (' src="/static/verify.js" defer', "")
    ]
    assert f'data-commitment="{document["commitment"]}"' in text
    assert f'data-edition="/api/v1/editions/{document["edition"]["digest"]}/"' in text


def test_without_scripts_it_says_how_to_check_by_programs(document: Document, tmp_path: Path) -> None:
    """The first of them is there to be copied, and does what is said of it."""
    text = shown(f"/games/{document['game']}/verify/")
    noscript = re.search(r"<noscript>(.*?)</noscript>", text)
    assert noscript
    assert "The programs below do" in noscript[1]
    assert f"manage.py verify_game sekigahara-{document['game']}.json" in text
    (program,) = re.findall(r"<pre[^>]*>(import hashlib.*?)</pre>", text, re.DOTALL)
    record = tmp_path / "record.json"
    record.write_bytes(Client().get(f"/games/{document['game']}/record.json").content)
    done = subprocess.run(
        [sys.executable, "-c", program, str(record)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == f"{len(document['entries'])} entries, all as they were written\n", done.stderr


def test_imported_players_are_called_by_side(document: Document) -> None:
    text = shown(f"/games/{document['game']}/")
    players = re.search(r'<p class="players"[^>]*>(.*?)</p>', text)
    assert players
    assert re.findall(r"\w+", re.sub(r"<b .*?</b>|<[^>]*>", " ", players[1])) == ["East", "West"]
    assert "East against West" in shown("/games/open/")
