"""`manage.py quickstart`, as somebody who has just got the project runs it."""

import contextlib
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from pytest_django import Settings

from games.management.commands.quickstart import where_mail_goes
from sekigahara.settings.base import mail_settings
from tests.kit.processes import PROJECT, answers, free_port, wait_until
from tests.sekigahara.home import copy_new

OWN = {"SITE_URL", "EMAIL_URL", "SECRET_KEY"}
FULL = {"SECRET_KEY": "x" * 50, "EMAIL_URL": "smtp://127.0.0.1:1", "SITE_URL": "http://localhost"}
QUICKSTART = [sys.executable, str(PROJECT / "manage.py"), "quickstart"]


def surroundings(folder: Path, **changes: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in OWN}
    told = {"SEKIGAHARA_HOME": str(folder), "SEKIGAHARA_SIZE": "embedded"}
    told["DJANGO_SETTINGS_MODULE"] = "sekigahara.settings"
    return inherited | told | changes


def run(folder: Path, *arguments: str, **changes: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*QUICKSTART, *arguments],
        cwd=folder,  # it can be started from anywhere
        env=surroundings(folder, **changes),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@contextlib.contextmanager
def started(folder: Path, **changes: str) -> Iterator[tuple[str, str]]:
    """Start it, wait until it answers, end it with the block; its address, and what it said."""
    port = str(free_port())
    said = folder / "said"
    with said.open("wb") as output:
        process = subprocess.Popen(
            [*QUICKSTART, "--port", port], cwd=folder, env=surroundings(folder, **changes), stdout=output
        )
    site = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: process.poll() is not None or answers(site), seconds=60, what="its answer")
        yield site, said.read_text()
    finally:
        process.terminate()
        process.wait(timeout=20)


def seats_in(site: str, said: str) -> list[str]:
    """Those to which the links lead that it printed."""
    return re.findall(rf"{site}/t/(\S+)/\S+/", said)


def seats_of_a_run(folder: Path) -> list[str]:
    """Start it, open the links it printed, end it; the seats they are to."""
    with started(folder) as (site, said):
        for link in re.findall(rf"{site}/t/\S+", said):
            page = httpx2.get(link, follow_redirects=True, timeout=30)
            assert page.status_code == httpx2.codes.OK
            assert "Demo East" in page.text
        (box,) = re.findall(rf"{site}/dev/mail/open/\w+/", said)
        with httpx2.Client(follow_redirects=True, timeout=30) as browser:
            assert browser.get(f"{site}/dev/mail/").status_code == httpx2.codes.NOT_FOUND
            assert browser.get(box).status_code == httpx2.codes.OK
    return seats_in(site, said)


def test_the_smoke_run_plays_a_turn_from_a_mail_and_leaves_nothing(tmp_path: Path) -> None:
    done = run(tmp_path, "--smoke")
    assert done.returncode == 0, done.stderr
    assert "followed its link" in done.stdout
    assert re.search(r"^answered: \S", done.stdout, re.MULTILINE)
    assert re.search(r"the game went on from version (\d+) to (?!\1\b)\d+", done.stdout)
    assert "all is well" in done.stdout
    folder = re.search(r"with everything in (\S+)", done.stdout)
    assert folder
    assert not Path(folder[1]).exists()


def test_a_second_run_keeps_the_games_and_promises_no_mail_that_is_sent_away(tmp_path: Path) -> None:
    copy_new(tmp_path)  # the smoke run begins from nothing
    seats = seats_of_a_run(tmp_path)
    key = (tmp_path / "secret-key").read_bytes()
    with started(tmp_path, EMAIL_URL="dummy:") as (site, said):
        assert seats_in(site, said) == seats
        assert "Mail goes nowhere" in said
        assert "/dev/mail/" not in said
        assert httpx2.get(f"{site}/dev/mail/").status_code == httpx2.codes.NOT_FOUND
    assert len(seats) == 3
    assert (tmp_path / "secret-key").read_bytes() == key
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("smtp://mail.example.org", "mail.example.org:25"),
        ("submission://someone:secret@mail.example.org", "mail.example.org:587"),
        ("file:///var/mail/out", "var/mail/out"),
        ("console:", "printed here"),
        ("memory:", "nowhere"),
    ],
)
def test_quickstart_says_where_mail_goes_without_a_password(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, url: str, where: str
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    for name, value in mail_settings().items():
        setattr(settings, name, value)
    assert where in where_mail_goes()
    assert "secret" not in where_mail_goes()


def test_a_port_that_is_taken_is_told_before_anything_is_done(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = run(tmp_path, "--port", str(port))
    assert done.returncode == 1
    assert "name another: --port" in done.stderr
    assert not (tmp_path / "db.sqlite3").exists()


@pytest.mark.services
def test_the_full_size_is_not_for_it(tmp_path: Path) -> None:
    done = run(tmp_path, SEKIGAHARA_SIZE="full", **FULL)
    assert done.returncode == 1
    assert "deploy/README.md" in done.stderr
