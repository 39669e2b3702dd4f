"""Programs of others and what they do to be let in, for tests of OAuth."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client
from oauth2_provider.models import Application

from accounts.models.person import Person
from tests.kit.calling import Caller
from tests.web.browsers import signed_in, text

VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
HOME = "https://app.example.org/back"
AUTHORIZE = "/oauth/authorize/"


def asked(app: Application, **changed: str | None) -> str:
    """Where a program leads a person, with a sound request but for what is changed; None leaves it out."""
    query = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": HOME,
        "scope": "games:read games:play",
        "state": "s1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    } | changed
    return f"{AUTHORIZE}?{urlencode({name: value for name, value in query.items() if value is not None})}"


def hidden(page: str) -> dict[str, str]:
    """The fields of the form of consent."""
    found = {}
    for part in page.partition("/oauth/authorize/")[2].partition("</form>")[0].split("<input ")[1:]:
        fields = dict(piece.split('="', 1) for piece in part.partition(">")[0].split('" ') if '="' in piece)
        if fields.get("name") != "csrfmiddlewaretoken":
            found[fields["name"]] = fields.get("value", "").rstrip('"')
    return found


def allowed(browser: Client, app: Application, **changed: str | None) -> dict[str, list[str]]:
    """What the program is told once the person has allowed it."""
    form = hidden(text(browser.get(asked(app, **changed)))) | {"allow": "yes"}
    answered = browser.post(AUTHORIZE, form)
    assert answered.status_code == 302, text(answered)
    assert answered["Location"].startswith(HOME)
    return parse_qs(urlsplit(answered["Location"]).query)


def exchanged(app: Application, code: str, **changed: str) -> Any:
    """The answer to a program that has a code."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": HOME,
        "client_id": app.client_id,
        "code_verifier": VERIFIER,
    } | changed
    return Client().post("/oauth/token/", form)


def refreshed(app: Application, token: str, **more: str) -> Any:
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": app.client_id} | more
    return Client().post("/oauth/token/", form)


def let_in(person: Person, app: Application, **changed: str | None) -> dict[str, Any]:
    """What a program is given that a person lets act for them."""
    code = allowed(signed_in(person), app, **changed)["code"][0]
    given: dict[str, Any] = exchanged(app, code).json()
    return given


def status_with(token: str, path: str = "me/") -> int:
    status: int = Caller(token).get(path).status_code
    return status
