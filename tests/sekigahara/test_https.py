"""The full size behind a proxy that ends TLS: each time a process that is told what an installation is."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.kit.processes import PROJECT

SITE = "games.example.org"
TOLD = {
    "DJANGO_SETTINGS_MODULE": "sekigahara.settings",
    "SEKIGAHARA_SIZE": "full",
    "SECRET_KEY": "known to everybody, for tests only: keeps nothing secret",
    "SITE_URL": f"https://{SITE}",
    "DATABASE_URL": "postgres://someone@db.example.org:5432/games",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "EMAIL_URL": "submission://someone:secret@mail.example.org:587",
}
YEAR = 365 * 24 * 60 * 60

# Pages that need neither database nor Redis, which are not there.
PROBE = """
import json, sys, django
django.setup()
from django.test import Client
path, *headers = sys.argv[1:]
browser = Client(SERVER_NAME="games.example.org", headers=dict(each.split(": ") for each in headers))
answer = browser.get(path)
cookies = {name: bool(cookie["secure"]) for name, cookie in answer.cookies.items()}
print(json.dumps({"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies}))
"""
BY_HTTPS = "X-Forwarded-Proto: https"


def run(*command: str, **told: str) -> subprocess.CompletedProcess[str]:
    """Python in the surroundings of an installation."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **TOLD, **told},
        capture_output=True,
        text=True,
        check=False,
    )


def answer(path: str, *headers: str, **told: str) -> Any:
    done = run("-c", PROBE, path, *headers, **told)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_django_checks_before_a_deployment_is_in_order() -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"HSTS_SECONDS": "0"}, "security.W004"),
        ({"HTTPS_REDIRECT": "0"}, "security.W008"),
        ({"SITE_URL": f"http://{SITE}"}, "security.W010"),
    ],
    ids=["no HSTS", "no redirect", "http"],
)
def test_what_is_switched_off_is_told_before_a_deployment(told: dict[str, str], complaint: str) -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **told)
    assert done.returncode != 0
    assert complaint in done.stderr


def test_who_comes_by_http_is_sent_on_to_https() -> None:
    told = answer("/sign-in/?next=/games/")
    assert (told["status"], told["headers"]["Location"]) == (301, f"https://{SITE}/sign-in/?next=/games/")
    assert told["cookies"] == {}
    assert answer("/sign-in/", "X-Forwarded-Proto: http")["status"] == 301
    assert answer("/sign-in/", BY_HTTPS)["status"] == 200


def test_browsers_come_by_https_alone_and_send_cookies_by_nothing_else() -> None:
    told = answer("/sign-in/", BY_HTTPS)
    assert told["headers"]["Strict-Transport-Security"] == f"max-age={YEAR}"
    assert told["cookies"] == {"csrftoken": True}


@pytest.mark.parametrize("path", ["/healthz", "/healthz/x"])
def test_only_whoever_watches_a_process_may_come_by_http(path: str) -> None:
    assert answer(path)["status"] == (200 if path == "/healthz" else 301)


def test_an_installation_may_want_it_otherwise() -> None:
    told = answer("/sign-in/", BY_HTTPS, HSTS_SECONDS="60", HSTS_SUBDOMAINS="1")
    assert told["headers"]["Strict-Transport-Security"] == "max-age=60; includeSubDomains"
    assert answer("/sign-in/", HTTPS_REDIRECT="0")["status"] == 200


def test_without_tls_there_is_nothing_of_it() -> None:
    told = answer("/sign-in/", SITE_URL=f"http://{SITE}")
    assert told["status"] == 200
    assert "Strict-Transport-Security" not in told["headers"]
    assert told["cookies"] == {"csrftoken": False}
