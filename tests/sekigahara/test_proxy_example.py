"""The example of a proxy hides what the service hides, and agrees with its limits."""

import re

import pytest
from django.conf import settings
from django.urls import get_resolver

from sekigahara.server.body_limit import MOST_BODY_BYTES
from sekigahara.server.log_filters import SECRET, _below

EXAMPLE = (settings.PROJECT / "deploy/examples/nginx.conf").read_text(encoding="utf-8")
KEY = "AAAAAAAAAAEM9UhWmob_JhO9wFEVTw"


def shown(path: str) -> str:
    """What the map of the example makes of a path: its first expression that fits."""
    for expression in re.findall(r'^    "?~(\S+?)"?\s+\$prefix\.\.\.;$', EXAMPLE, re.MULTILINE):
        if found := re.search(expression.replace("(?<", "(?P<"), path):
            return found["prefix"] + "..."
    return path


def routes() -> list[str]:
    return ["/" + route for route in _below(get_resolver())]


@pytest.mark.parametrize("route", [each for each in routes() if SECRET & set(re.findall(r":(\w+)>", each))])
def test_proxy_log_has_no_secret(route: str) -> None:
    path = re.sub(r"<\w+:\w+>", "abcd", re.sub(r"<\w+:(?:token|link)>", KEY, route))
    for mangled in (path, path.rstrip("/"), f"/{path}", f"{path}more"):
        assert KEY not in shown(mangled)


@pytest.mark.parametrize(
    "path", ["/T/x/east/{}/", "/sign-in{}", "/api/v1/t/x/{}/", "/x;/t/x/{}/", "/t\\x\\{}"]
)
def test_proxy_log_has_no_secret_of_a_mistyped_address(path: str) -> None:
    assert KEY not in shown(path.format(KEY))


def test_proxy_log_has_all_other_paths() -> None:
    for path in (
        "/games/k3v8/",
        "/sign-in/",
        "/clubs/friends/join/",
        "/api/v1/games/",
        "/tokens/",
        "/clubs/a-club-of-edo-and-osaka/",
    ):
        assert shown(path) == path


def test_proxy_speaks_no_old_tls_and_leads_no_program_from_http_to_https() -> None:
    assert re.findall(r"ssl_protocols (.+);", EXAMPLE) == ["TLSv1.2 TLSv1.3"]
    assert re.findall(r"ssl_ciphers (\S+);", EXAMPLE) == ["ECDHE+AESGCM:ECDHE+CHACHA20"]
    by_http, _by_https = EXAMPLE.split("listen 443")
    assert re.search(rf"location {settings.API_PATH} {{\n\s+return 403;", by_http)


def test_proxy_streams_are_those_of_the_service() -> None:
    (expression,) = re.findall(r"location ~ (\S+) \{\n\s+proxy_pass [^}]*proxy_buffering off;", EXAMPLE)
    streams = [route for route in routes() if "stream" in route]
    assert streams
    for route in streams:
        assert re.search(expression, re.sub(r"<\w+:\w+>", "abcd", route))


def test_proxy_limits_are_within_those_of_the_service() -> None:
    assert f"client_max_body_size {MOST_BODY_BYTES // 2**20}m;" in EXAMPLE
    for name in ("client_header_timeout", "client_body_timeout"):
        (seconds,) = re.findall(rf"{name} (\d+)s;", EXAMPLE)
        assert int(seconds) <= settings.REQUEST_TIMEOUT


def test_proxy_asks_the_other_process_and_repeats_nothing_that_may_have_been_done() -> None:
    servers = re.findall(r"^    server (127\.0\.0\.1:\d+);$", EXAMPLE, re.MULTILINE)
    assert len(set(servers)) == 2
    assert re.findall(r"proxy_next_upstream (.+);", EXAMPLE) == ["error"]
