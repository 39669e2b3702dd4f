"""The full size behind a proxy that ends TLS: each time a process that is told what an installation is."""

import json
import os
import subprocess
import sys
from typing import Any

from tests.kit.processes import PROJECT

SITE = "games.example.org"
TOLD = {
    "DJANGO_SETTINGS_MODULE": "sekigahara.settings",
    "SEKIGAHARA_SIZE": "full",
    "SECRET_KEY": "known to everybody, for tests only: keeps nothing secret",
    "SITE_URL": f"https://{SITE}",
    "DATABASE_URL": "postgres://someone@db.example.org:5432/games",
    "REDIS_URL": "redis://:secret@10.1.2.3:6379/0",
    "EMAIL_URL": "submission://someone:secret@mail.example.org:587",
}
YEAR = 365 * 24 * 60 * 60

# Pages that need neither database nor Redis, which are not there.
PROBE = """
import json, sys, django
django.setup()
from django.core.checks import WARNING, run_checks
from django.test import Client
found = run_checks(include_deployment_checks=True)
complaints = [each.id for each in found if each.level >= WARNING and not each.is_silenced()]
told = []
for path, headers in json.loads(sys.argv[1]):
    answer = Client(SERVER_NAME="games.example.org", headers=headers).get(path)
    cookies = {name: bool(cookie["secure"]) for name, cookie in answer.cookies.items()}
    told.append({"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies})
print(json.dumps([complaints, told]))
"""
BY_HTTP = {"X-Forwarded-Proto": "http"}
BY_HTTPS = {"X-Forwarded-Proto": "https"}


def answers(*asked: tuple[str, dict[str, str]], **told: str) -> Any:
    """What the deployment checks of one process complain of, and what it answers to paths with headers."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(asked)],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **TOLD, **told},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_whoever_comes_by_http_is_redirected_or_refused_but_for_who_watches_a_process() -> None:
    complaints, (told, by_http, by_https, program, healthy, beside) = answers(
        ("/sign-in/?next=/games/", {}),
        ("/sign-in/", BY_HTTP),
        ("/sign-in/", BY_HTTPS),
        ("/api/v1/editions/", BY_HTTP),
        ("/healthz", {}),
        ("/healthz/x", {}),
    )
    assert complaints == []
    assert (told["status"], told["headers"]["Location"]) == (301, f"https://{SITE}/sign-in/?next=/games/")
    assert told["cookies"] == {}
    assert by_http["status"] == 301
    # browsers send cookies by nothing else
    assert by_https["status"] == 200
    assert by_https["headers"]["Strict-Transport-Security"] == f"max-age={YEAR}"
    assert by_https["cookies"] == {"__Host-csrftoken": True}
    assert program["status"] == 403
    assert "Location" not in program["headers"]
    assert program["headers"]["Content-Type"] == "application/problem+json"
    assert program["headers"]["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert (healthy["status"], beside["status"]) == (200, 301)


def test_an_installation_may_want_it_otherwise() -> None:
    complaints, (told, by_http) = answers(
        ("/sign-in/", BY_HTTPS), ("/sign-in/", {}), HSTS_SECONDS="60", HSTS_SUBDOMAINS="1", HTTPS_REDIRECT="0"
    )
    assert "security.W008" in complaints
    assert told["headers"]["Strict-Transport-Security"] == "max-age=60; includeSubDomains"
    assert by_http["status"] == 200


def test_without_tls_there_is_nothing_of_it() -> None:
    complaints, (told,) = answers(("/sign-in/", {}), SITE_URL=f"http://{SITE}")
    assert {*complaints} >= {"security.W004", "security.W010"}
    assert told["status"] == 200
    assert "Strict-Transport-Security" not in told["headers"]
    assert told["cookies"] == {"csrftoken": False}
