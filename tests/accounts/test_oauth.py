"""Signing in to programs of others: consent, what they are given, and how somebody might misuse it."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts import oauth, services
from accounts.freshness import is_new
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from tests.accounts.programs import (
    AUTHORIZE,
    HOME,
    allowed,
    asked,
    exchanged,
    hidden,
    let_in,
    refreshed,
    status_with,
)
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


# ---- the way it goes


def test_person_reads_what_a_program_wants_and_allows_it(person: Person, app: Application) -> None:
    browser = signed_in(person)
    page = browser.get(asked(app))
    shown = text(page)
    assert "Let “Board at a glance” act for you?" in shown
    assert "Read: see everything that you can see, and change nothing." in shown
    assert "app.example.org" in shown
    assert "form-action 'self' https://app.example.org" in page["Content-Security-Policy"]
    told = allowed(browser, app)
    assert told["state"] == ["s1"]
    assert told["iss"] == [settings.SITE_URL]
    given = exchanged(app, told["code"][0]).json()
    assert (given["token_type"], given["expires_in"], given["scope"]) == (
        "Bearer",
        3600,
        "games:read games:play",
    )
    me = Caller(given["access_token"]).get("me/").json()
    assert me["name"] == person.name
    assert me["token"]["name"] == "Board at a glance"


def test_person_who_does_not_allow_it_gives_nothing(person: Person, app: Application) -> None:
    browser = signed_in(person)
    answered = browser.post(AUTHORIZE, hidden(text(browser.get(asked(app)))))
    told = parse_qs(urlsplit(answered["Location"]).query)
    assert (told["error"], told["state"], told["iss"]) == (["access_denied"], ["s1"], [settings.SITE_URL])
    assert not Grant.objects.exists()


def test_visitor_signs_in_first(app: Application) -> None:
    answered = Client().get(asked(app))
    assert answered["Location"].startswith("/sign-in/?next=/oauth/authorize/")
    assert not Grant.objects.exists()


def test_page_of_signing_in_names_the_program(app: Application) -> None:
    there = Client().get(asked(app))["Location"]
    assert f"“{app.name}” would like to act for you." in text(Client().get(there))
    elsewhere = Client().get(asked(app, client_id="unknown\0"))["Location"]
    assert "would like to act for you" not in text(Client().get(elsewhere))


def test_program_is_asked_about_each_time(person: Person, app: Application) -> None:
    let_in(person, app)
    again = signed_in(person).get(asked(app, approval_prompt="auto", prompt="none"))
    assert "act for you?" in text(again)


def test_tokens_rotate_and_the_former_ones_are_void(person: Person, app: Application) -> None:
    first = let_in(person, app)
    second = refreshed(app, first["refresh_token"]).json()
    assert status_with(second["access_token"]) == 200
    assert status_with(first["access_token"]) == 401


# ---- attacks


def test_nothing_that_is_stored_opens_anything(person: Person, app: Application) -> None:
    given = let_in(person, app)
    stored = [str(row) for model in (ApiToken, AccessToken, RefreshToken) for row in model.objects.values()]
    assert len(stored) == 3
    assert not any(given[name] in row for name in ("access_token", "refresh_token") for row in stored)


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example.org/back",
        f"{HOME}/../elsewhere",
        f"{HOME}?next=https://evil.example.org",
        "https://app.example.org.evil.example.org/back",
        "https://app.example.org@evil.example.org/back",
        "http://app.example.org/back",
        "javascript:alert(1)",
    ],
)
def test_nobody_is_led_to_an_address_that_is_not_registered(
    person: Person, app: Application, address: str
) -> None:
    answered = signed_in(person).get(asked(app, redirect_uri=address))
    assert answered.status_code == 400
    assert "Location" not in answered
    assert "form-action 'self'" in answered["Content-Security-Policy"].split("; ")


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"response_type": "token"},
        {"scope": "games:read everything"},
    ],
    ids=["without PKCE", "implicit", "unknown scope"],
)
def test_unsound_request_is_not_put_to_the_person(
    person: Person, app: Application, changed: dict[str, str | None]
) -> None:
    answered = signed_in(person).get(asked(app, **changed))
    assert answered.status_code == 302
    assert "error=" in answered["Location"]
    assert answered["Location"].startswith(HOME)


def test_challenge_cannot_be_downgraded_to_plain(person: Person, app: Application) -> None:
    browser = signed_in(person)
    for changed in (
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": "x"},
    ):
        assert browser.get(asked(app, **changed)).status_code == 400
        form = hidden(text(browser.get(asked(app)))) | {"allow": "yes"}
        form |= {name: value or "" for name, value in changed.items()}
        assert browser.post(AUTHORIZE, form).status_code == 400
    assert not Grant.objects.exists()


def test_code_opens_nothing_without_its_verifier_or_for_another_program(
    person: Person, app: Application
) -> None:
    other = oauth.register(person=PersonFactory.named("Thief"), name="Other", redirects=[HOME])
    browser = signed_in(person)
    for changed in (
        {"code_verifier": "x" * 64},
        {"client_id": other.client_id},
        {"redirect_uri": "https://evil.example.org/"},
    ):
        code = allowed(browser, app)["code"][0]
        assert exchanged(app, code, **changed).status_code in (400, 401)
    assert not ApiToken.objects.exists()


def test_program_reads_what_is_wrong_with_its_request(person: Person, app: Application) -> None:
    code = allowed(signed_in(person), app)["code"][0]
    for changed, error, status, words in (
        ({"code_verifier": "w" * 64}, "invalid_grant", 400, "does not fit"),
        ({"client_id": "nobody"}, "invalid_client", 401, "No program is registered"),
        ({"grant_type": "none"}, "unsupported_grant_type", 400, "authorization_code or refresh_token"),
        ({"redirect_uri": f"{HOME}/{'b' * 501}"}, "invalid_request", 400, "longer than 500 characters"),
    ):
        answered = exchanged(app, code, **changed)
        assert (answered.status_code, answered.json()["error"]) == (status, error)
        assert words in answered.json()["error_description"]


def test_code_is_used_once(person: Person, app: Application) -> None:
    code = allowed(signed_in(person), app)["code"][0]
    assert exchanged(app, code).status_code == 200
    assert exchanged(app, code).status_code == 400


def test_refresh_token_that_is_used_twice_ends_the_access(person: Person, app: Application) -> None:
    first = let_in(person, app)
    second = refreshed(app, first["refresh_token"]).json()
    assert refreshed(app, first["refresh_token"]).status_code == 400
    assert status_with(second["access_token"]) == 401
    assert refreshed(app, second["refresh_token"]).status_code == 400


def test_scope_does_not_creep(person: Person, app: Application) -> None:
    given = let_in(person, app, scope="games:read")
    assert refreshed(app, given["refresh_token"], scope="games:read data:read").status_code == 400
    again = refreshed(app, given["refresh_token"])
    refused = Caller(again.json()["access_token"]).post("games/", {"opponent": {"kind": "open"}})
    assert refused.status_code == 403
    assert refused["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="games:play"'


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit"])
def test_there_is_no_other_way_to_a_token(person: Person, app: Application, grant: str) -> None:
    form = {"grant_type": grant, "client_id": app.client_id, "username": person.email, "password": "x"}
    assert Client().post("/oauth/token/", form).status_code in (400, 401)


def test_token_of_a_program_is_never_fresh(person: Person, app: Application) -> None:
    """What takes a sign-in by a mailed link on pages takes a token that the person has just made."""

    let_in(person, app)
    assert not is_new(ApiToken.objects.get())


def test_form_that_we_did_not_show_allows_nothing(person: Person, app: Application) -> None:
    answered = signed_in(person).post(AUTHORIZE, {"client_id": app.client_id, "allow": "yes"})
    assert answered.status_code == 400
    assert not Grant.objects.exists()


def test_browser_that_was_left_open_lets_nobody_in(person: Person, app: Application) -> None:
    """As it makes no token: that takes a fresh sign-in."""
    browser = signed_in(person)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        page = text(browser.get(asked(app)))
        assert "Mail me a link" in page
        assert 'name="allow"' not in page
        assert browser.post(AUTHORIZE, hidden(page) | {"allow": "yes"}).status_code == 400
    assert not Grant.objects.exists()


def test_resource_of_a_request_is_not_kept(person: Person, app: Application) -> None:
    given = let_in(person, app, resource="https://elsewhere.example.org/")
    more = refreshed(app, given["refresh_token"], resource="https://elsewhere.example.org/").json()
    assert status_with(more["access_token"]) == 200
    kept = [row for model in (AccessToken, RefreshToken) for row in model.objects.values_list("resource")]
    assert kept == [([],)] * 3
    assert refreshed(app, more["refresh_token"], resource="x" * 501).status_code == 400


def test_program_holds_so_many_tokens_of_a_person_and_no_more(person: Person, app: Application) -> None:
    held = [let_in(person, app) for _device in range(oauth.MOST_ACCESSES_OF_ONE + 1)]
    assert [status_with(each["access_token"]) for each in held] == [401, *[200] * oauth.MOST_ACCESSES_OF_ONE]
    assert ApiToken.objects.count() == oauth.MOST_ACCESSES_OF_ONE


def test_program_that_asks_for_tokens_all_the_time_is_put_off(
    person: Person, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = let_in(person, app)
    monkeypatch.setattr(oauth, "ACCESS_TOKENS", oauth.ACCESS_TOKENS._replace(most=1))
    assert refreshed(app, given["refresh_token"]).json()["error"] == "temporarily_unavailable"


def test_program_is_told_no_address(person: Person, app: Application) -> None:
    services.renew_calendar(person=person)
    me = Caller(let_in(person, app)["access_token"]).get("me/").json()
    assert (me["email"], me["calendar"]) == ("", None)


@pytest.mark.parametrize("address", [f"{HOME}:99999/", "https://[", "%GG"])
def test_address_that_is_none_is_refused(person: Person, app: Application, address: str) -> None:
    assert signed_in(person).get(asked(app, redirect_uri=address)).status_code == 400
