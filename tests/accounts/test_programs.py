"""Programs of others: how their access ends, and who registers them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from oauth2_provider.models import Application, RefreshToken

from accounts import closing, oauth, services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from tests.accounts.programs import (
    AUTHORIZE,
    HOME,
    let_in,
    refreshed,
    status_with,
)
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_person_sees_who_may_act_for_them_and_ends_it(person: Person, app: Application) -> None:
    given = let_in(person, app)
    browser = signed_in(person)
    page = text(browser.get("/me/apps/"))
    assert "Board at a glance" in page
    assert "Play: see what you can see" in page
    browser.post(f"/me/apps/{app.client_id}/end/")
    browser.post(f"/me/apps/{app.client_id}/end/")
    assert status_with(given["access_token"]) == 401
    assert refreshed(app, given["refresh_token"]).status_code == 400
    assert "Board at a glance" not in text(browser.get("/me/apps/"))


def test_program_gives_its_access_back(person: Person, app: Application) -> None:
    given = let_in(person, app)
    form = {"token": given["refresh_token"], "client_id": app.client_id}
    assert Client().post("/oauth/revoke/", form).status_code == 200
    assert status_with(given["access_token"]) == 401


def test_signing_out_everywhere_ends_all_programs(person: Person, app: Application) -> None:
    given = let_in(person, app)
    services.end_everything(person=person)
    assert status_with(given["access_token"]) == 401
    assert refreshed(app, given["refresh_token"]).status_code == 400


def test_closed_account_is_acted_for_by_nobody(person: Person, app: Application) -> None:
    given = let_in(person, app)
    closing.close(person=person)
    assert status_with(given["access_token"]) == 401
    assert refreshed(app, given["refresh_token"]).status_code == 400


def test_program_ends_with_the_account_of_its_maker(person: Person, app: Application) -> None:
    given = let_in(person, app)
    assert app.user is not None
    closing.close(person=app.user)
    assert status_with(given["access_token"]) == 401


def test_tokens_that_have_expired_are_forgotten(person: Person, app: Application) -> None:

    let_in(person, app)

    with time_machine.travel(datetime.now(UTC) + timedelta(days=91)):
        oauth.forget_expired()
        assert not ApiToken.objects.exists()
        assert not RefreshToken.objects.exists()


# ---- programs


def test_person_registers_a_program_on_the_page(person: Person) -> None:
    browser = signed_in(person)
    wrong = browser.post("/me/apps/", {"name": "Mine", "redirects": "http://example.org/"})
    assert wrong.status_code == 400
    assert "begins with https://" in text(wrong)
    browser.post("/me/apps/", {"name": "Mine", "redirects": f"{HOME}\nhttp://127.0.0.1:8000/back"})
    app = Application.objects.get()
    assert (app.user, app.client_type, app.client_secret) == (person, "public", "")
    assert app.client_id in text(browser.get("/me/apps/"))
    browser.post(f"/me/apps/{app.client_id}/remove/")
    assert not Application.objects.exists()


def test_number_of_programs_has_a_bound(person: Person) -> None:
    browser = signed_in(person)
    for number in range(oauth.MOST_APPS_OF_ONE):
        browser.post("/me/apps/", {"name": f"Mine {number}", "redirects": HOME})
    answered = browser.post("/me/apps/", {"name": "One more", "redirects": HOME})
    assert answered.status_code == 400
    assert "Remove one" in text(answered)
    assert Application.objects.count() == oauth.MOST_APPS_OF_ONE


def test_program_of_somebody_else_is_not_removed(person: Person, app: Application) -> None:
    signed_in(person).post(f"/me/apps/{app.client_id}/remove/")
    assert Application.objects.filter(pk=app.pk).exists()


def test_metadata_says_where_and_how() -> None:
    told = Client().get("/.well-known/oauth-authorization-server").json()
    assert told["issuer"] == settings.SITE_URL
    assert told["authorization_endpoint"] == f"{settings.SITE_URL}{AUTHORIZE}"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["response_types_supported"] == ["code"]
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert told["token_endpoint_auth_methods_supported"] == ["none"]
    assert "games:play" in told["scopes_supported"]
    assert told["authorization_response_iss_parameter_supported"] is True
