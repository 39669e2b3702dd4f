"""No secret of an address stands in the process log, whatever is asked and however it fails."""

import io
import re
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, path, reverse

from sekigahara import urls
from sekigahara.server import log_filters
from sekigahara.server.log_filters import SECRET
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here
from tests.kit.process_log import process_log

KEY = "AAAAAAAAAAEM9UhWmob_JhO9wFEVTw"
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "NONSENSE"]
HARMLESS = {
    *("announcement", "bidding", "challenge", "client_id", "code", "content_id", "device", "edition"),
    *(
        "invitation",
        "key",
        "ladder",
        "location",
        "member",
        "message",
        "message_id",
        "moment",
        "name",
        "named",
    ),
    *("number", "public_id", "question", "removal", "request_id", "restriction", "ruling", "season", "side"),
    *("slug", "tap", "token_key", "verb", "version", "webhook_id"),
}
"""The other parts of addresses: who knows one can do nothing with it alone."""

pytestmark = pytest.mark.django_db


def routes() -> list[str]:
    return sorted(log_filters._below(get_resolver()))


def secret_paths() -> list[str]:
    """Every address with a secret, and forms of it as mail programs and people mangle them."""
    paths = []
    for route in routes():
        if SECRET & set(re.findall(r":(\w+)>", route)):
            full = "/" + re.sub(rf"<\w+:(?:{'|'.join(SECRET)})>", KEY, route)
            full = re.sub(r"<\w+:\w+>", "abcd", full)
            bare = full.rstrip("/")
            first = full.split("/")[1]
            paths += [full, bare, f"{full}more/", f"{bare}.", f"/{full}", f"{bare}/é\n/", f"/{first}/{KEY}/"]
    return paths


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that the handler of the process log writes, in each format."""
    with process_log(is_json=request.param == "json") as text:
        yield text


def test_every_part_of_an_address_is_secret_or_harmless() -> None:
    assert {name for route in routes() for name in re.findall(r":(\w+)>", route)} == SECRET | HARMLESS
    assert len(secret_paths()) >= 6 * 7


@pytest.mark.parametrize("method", METHODS)
def test_no_method_and_no_mangled_address_puts_a_secret_into_the_log(log: io.StringIO, method: str) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for address in secret_paths():
        for secure in (False, True):
            referer = f"https://elsewhere.example.org{address}".strip()
            headers = {"Referer": referer.encode("unicode_escape").decode()}
            browser.generic(method, address, secure=secure, headers=headers)
    assert KEY not in log.getvalue()
    assert KEY[5:-5] not in log.getvalue()
    assert method in ("GET", "HEAD") or "/sign-in/…" in log.getvalue()


def crash(request: HttpRequest, token: str) -> HttpResponse:
    reverse("nowhere", args=[request.path, token])
    return HttpResponse()


urlpatterns = [path("crash/<str:token>/", crash), *urls.urlpatterns]


@pytest.mark.urls(__name__)
def test_a_traceback_has_no_secret_and_everything_else(log: io.StringIO) -> None:
    Client(raise_request_exception=False).get(f"/crash/{KEY}/")
    assert KEY not in log.getvalue()
    assert "Internal Server Error: /crash/…" in log.getvalue()
    assert "in crash" in log.getvalue()
    assert "NoReverseMatch" in log.getvalue()


def test_harmless_paths_are_logged(log: io.StringIO) -> None:
    browser = Client()
    browser.post("/rules/")
    browser.delete("/editions/kessen/")
    browser.get("/sign-in/nowhere/at/all/")
    lines = log.getvalue()
    assert "(POST): /rules/" in lines
    assert "(DELETE): /editions/kessen/" in lines
    assert "Not Found: /sign-in/…" in lines
