"""What is exempt from a protection stands here: a new exemption has to be added, and so is seen.

Pickle, ``mark_safe`` and ``csrf_exempt`` are refused by the linter, unless a line says why.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.urls import resolve
from rest_framework.permissions import AllowAny

from accounts.authentication import TokenAuthentication
from games.api.seat_authentication import SeatAuthentication
from tests.secrecy.routes import PARAMETER, routes

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "notifications", "sekigahara")
FORGED_FORMS_ARE_HARMLESS = {
    *("clubs:news", "notifications:stop", "notifications:renew-device", "theme"),
    *("oauth2_provider:token", "oauth2_provider:revoke-token"),
}
"""What takes a form without a token: a link of a mail and the secret of a subscription are proof enough, and
the theme is a colour. Programs are known by their codes and tokens, and by no cookie."""
OPEN_TO_ALL = {
    f"games-api:{name}"
    for name in ("computers", "edition", "edition-drawings", "editions", "openapi", "rule", "rules", "schema")
}
"""What the API answers to everybody: all of it is printed in the repository."""
MAKES_HTML_OF_TEXT = {
    "games/drawing/board.py",
    "games/drawing/mail_picture.py",
    "games/drawing/svg.py",
    "games/web/template_tags.py",
}
"""Modules that declare a text to be safe HTML without ``mark_safe``."""


def views() -> Iterator[tuple[str, Any]]:
    """The view of each route, by its name."""
    for route in routes():
        yield route.name, resolve(route.filled(**dict.fromkeys(PARAMETER.findall(route.path), "1"))).func


def api() -> Iterator[tuple[str, Any]]:
    """The class of each view of the API, which Django's protection of forms passes over."""
    yield from ((name, view.cls) for name, view in views() if hasattr(view, "cls"))


def test_forms_without_a_token_are_these_alone() -> None:
    exempt = {name for name, view in views() if getattr(view, "csrf_exempt", False)}
    assert exempt - {name for name, _view in api()} == FORGED_FORMS_ARE_HARMLESS


def test_the_api_knows_nobody_by_a_cookie() -> None:
    known_by = {each for _name, view in api() for each in view.authentication_classes}
    assert known_by == {TokenAuthentication, SeatAuthentication}


def test_the_api_is_open_to_all_at_these_addresses_alone() -> None:
    found = {name for name, view in api() if AllowAny in view.permission_classes}
    assert found == OPEN_TO_ALL


def test_html_is_made_of_text_in_these_modules_alone() -> None:
    files = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    found = {str(path.relative_to(ROOT)) for path in files if re.search(r"\bSafeString\(", path.read_text())}
    assert found == MAKES_HTML_OF_TEXT


def test_scripts_read_no_text_as_html_or_code_and_talk_to_no_other_page() -> None:
    scripts = [path for app in APPS for path in (ROOT / app).rglob("*.js")]
    assert len(scripts) > 30
    risky = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|postMessage|__proto__"
    )
    assert [path.name for path in scripts if re.search(risky, path.read_text())] == []


def test_templates_declare_only_what_is_written_in_them_to_be_safe() -> None:
    templates = [path for app in APPS for path in (ROOT / app).rglob("templates/**/*.*")]
    assert len(templates) > 100
    assert [path for path in templates if re.search(r"(?<!')\|\s*safe\b", path.read_text())] == []
