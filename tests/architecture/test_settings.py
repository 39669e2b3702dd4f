"""What an installation is told by its environment, read as it would be: by a process of its own."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from sekigahara.settings import secret_key

PROJECT = Path(__file__).resolve().parent.parent.parent
FULL = {
    "SEKIGAHARA_SIZE": "full",
    "SECRET_KEY": "x" * 50,
    "SITE_URL": "https://games.example.org",
    "DATABASE_URL": "postgres://someone@db.example.org:5432/games",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "EMAIL_URL": "submission://someone:secret@mail.example.org:587",
}


def read(*names: str, **told: str) -> subprocess.CompletedProcess[str]:
    """Settings as an installation sees them that was told only this, as JSON."""
    values = f"[getattr(settings, name) for name in {names}]"
    return probed(f"import json; from django.conf import settings; print(json.dumps({values}))", **told)


def probed(probe: str, **told: str) -> subprocess.CompletedProcess[str]:
    """What a program prints in an installation that was told only this."""
    known = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "sekigahara.settings"}
    return subprocess.run(
        [sys.executable, "-c", probe],
        cwd=PROJECT,
        env=known | told,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"])
def test_the_full_size_invents_nothing_it_was_not_told(name: str) -> None:
    without = read("DEBUG", **{key: value for key, value in FULL.items() if key != name})
    assert without.returncode != 0
    assert f'"{name}" not set' in without.stderr


def test_the_full_size_as_it_was_told() -> None:
    done = read("ALLOWED_HOSTS", "DEBUG", "EMAIL_HOST", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL", **FULL)
    hosts, debug, *mail = json.loads(done.stdout)
    assert hosts == ["games.example.org"]
    assert debug is False
    assert mail == ["mail.example.org", True, "Sekigahara <sekigahara@games.example.org>"]


def test_there_is_one_database_unless_a_replica_is_named() -> None:
    address = "postgres://reader@standby.example.org/games?sslmode=require"
    names = "DATABASES", "DATABASE_ROUTERS"
    alone, routers = json.loads(read(*names, **FULL).stdout)
    assert (list(alone), routers) == (["default"], [])
    both, routers = json.loads(read(*names, **FULL, DATABASE_REPLICA_URL=address).stdout)
    assert both["default"] == alone["default"]
    assert both["replica"]["HOST"] == "standby.example.org"
    assert both["replica"]["OPTIONS"]["sslmode"] == "require"
    assert "default_transaction_read_only=on" in both["replica"]["OPTIONS"]["options"]
    assert routers == ["sekigahara.db.replica.Router"]


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"SEKIGAHARA_SIZE": "medium"}, "Must be one of: embedded, full"),
        (FULL | {"DATABASE_URL": "sqlite:///games.db"}, "the full size runs on PostgreSQL only"),
        (FULL | {"DATABASE_REPLICA_URL": "sqlite:///games.db"}, "runs on PostgreSQL only"),
        (FULL | {"EMAIL_URL": "smtp+tls://mail.example.org:587"}, "EMAIL_URL: begins with"),
    ],
    ids=["size", "database", "replica", "mail"],
)
def test_wrong_settings_are_refused(told: dict[str, str], complaint: str, tmp_path: Path) -> None:
    done = read("DEBUG", **{"SEKIGAHARA_HOME": str(tmp_path), **told})
    assert done.returncode != 0
    assert complaint in done.stderr


def test_the_embedded_size_keeps_a_secret_key_nobody_else_can_read(tmp_path: Path) -> None:
    home = tmp_path / "home"
    keys = {json.loads(read("SECRET_KEY", SEKIGAHARA_HOME=str(home)).stdout)[0] for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE((home / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert sorted(file.name for file in home.iterdir()) == ["push-key", "secret-key"]


def test_two_installations_have_different_keys(tmp_path: Path) -> None:
    assert secret_key.kept_in(tmp_path / "one") != secret_key.kept_in(tmp_path / "other")


@pytest.mark.django_db(transaction=True)
def test_sqlite_takes_the_write_lock_at_the_start_and_logs_ahead() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
            assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False
    assert connection.settings_dict["CONN_MAX_AGE"] == 0
