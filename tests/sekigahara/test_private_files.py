"""What the embedded size keeps is for its owner alone, though the process makes files for everybody."""

import stat
from pathlib import Path

import pytest

from sekigahara.db.private_files import close_to_others, make_empty, make_folder
from tests.sekigahara.home import Home

# A transaction that is not over keeps SQLite's log in a file of its own, and the memory it shares.
WRITE = """
import os, sys
os.umask(0)
import django
django.setup()
from django.core.mail import send_mail
from django.db import connection, transaction
send_mail("Castle", "Osaka", None, ["someone@example.org"])
with transaction.atomic():
    connection.cursor().execute("CREATE TABLE castle (name)")
    for folder, _folders, files in os.walk(sys.argv[1]):
        for path in (folder, *(os.path.join(folder, name) for name in files)):
            print(oct(os.stat(path).st_mode & 0o777), os.path.relpath(path, sys.argv[1]))
"""
DATABASE = {"db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"}


def rights(home: Home) -> dict[str, str]:
    """The mode of all there is in the folder while somebody writes, by its name there."""
    lines = home.run("-c", WRITE, str(home.folder)).splitlines()
    return {name: mode for mode, name in (line.split() for line in lines)}


def test_nobody_else_can_read_the_folder_or_what_is_in_it(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", is_copy=False)
    found = rights(home)
    assert found.pop(".") == found.pop("mail") == "0o700"
    assert set(found) > DATABASE
    assert set(found.values()) == {"0o600"}


def test_readable_files_of_earlier_become_private(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.folder.chmod(0o755)
    (home.folder / "db.sqlite3").chmod(0o644)
    found = rights(home)
    assert found["."] == "0o700"
    assert {found[name] for name in DATABASE} == {"0o600"}


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o755, 0o700), (0o400, 0o400)])
def test_only_others_lose_their_rights(tmp_path: Path, before: int, after: int) -> None:
    file = tmp_path / "castle"
    file.touch()
    file.chmod(before)
    close_to_others(file)
    assert stat.S_IMODE(file.stat().st_mode) == after


def test_content_stays_and_missing_files_are_no_error(tmp_path: Path) -> None:
    file = tmp_path / "castle"
    file.write_bytes(b"Osaka")
    make_empty(file)
    make_folder(tmp_path)
    assert file.read_bytes() == b"Osaka"
    close_to_others(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()
