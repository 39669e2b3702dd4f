"""Programs of others: how their access ends, and who registers them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from oauth2_provider.models import Application, RefreshToken

from accounts import closing, oauth, services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from tests.accounts.programs import (
    AUTHORIZE,
    HOME,
    let_in,
    refreshed,
    status_with,
)
from tests.kit.calling import Caller
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


# ---- what programs have set up


def webhook_by(given: dict[str, Any], number: int = 0) -> None:
    """A program sets up a webhook for the person who let it in."""
    body = {"url": f"https://hooks.example.org/{number}", "types": ["game.your-phase"]}
    assert Caller(given["access_token"]).post("webhooks/", body).status_code == 201


@pytest.fixture
def notifying(person: Person, app: Application) -> dict[str, Any]:
    """The tokens of a program that has set up a webhook, beside one of the person's own."""
    _row, token = services.create_token(person=person, name="own", scopes=[Scope.NOTIFICATIONS])
    webhook_by({"access_token": token}, 1)
    given = let_in(person, app, scope="games:read notifications")
    webhook_by(given)
    return given


def hooks_of(person: Person) -> list[str]:
    return [url.rpartition("/")[2] for url in person.webhooks.order_by("url").values_list("url", flat=True)]


def end_access(person: Person, app: Application) -> None:
    oauth.end_access(person=person, client_id=app.client_id)


def remove_program(_person: Person, app: Application) -> None:
    assert app.user is not None
    oauth.remove(person=app.user, client_id=app.client_id)


def end_everything(person: Person, _app: Application) -> None:
    services.end_everything(person=person)


@pytest.mark.parametrize("end", [end_access, remove_program, end_everything])
def test_program_and_its_webhook_end_together(
    person: Person,
    app: Application,
    notifying: dict[str, Any],
    end: Callable[[Person, Application], None],
) -> None:
    oauth.end_access(person=person, client_id="another")
    assert hooks_of(person) == ["0", "1"]
    end(person, app)
    assert hooks_of(person) == ["1"], "that of the person stays"
    assert status_with(notifying["access_token"]) == 401
    assert refreshed(app, notifying["refresh_token"]).status_code in (400, 401)


def test_webhook_of_a_program_stays_while_it_renews_its_token(
    person: Person, app: Application, notifying: dict[str, Any]
) -> None:
    renewed = refreshed(app, notifying["refresh_token"]).json()
    oauth.forget_expired()
    assert hooks_of(person) == ["0", "1"]
    form = {"token": renewed["refresh_token"], "client_id": app.client_id}
    assert Client().post("/oauth/revoke/", form).status_code == 200
    assert hooks_of(person) == ["1"], "the program has given its access back"


def test_webhook_of_a_program_ends_after_its_token_was_used_twice(
    person: Person, app: Application, notifying: dict[str, Any]
) -> None:
    assert refreshed(app, notifying["refresh_token"]).status_code == 200
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        assert refreshed(app, notifying["refresh_token"]).status_code == 400
    oauth.forget_expired()
    assert hooks_of(person) == ["1"]


def test_program_that_manages_clubs_reads_whom_it_acts_for(person: Person, app: Application) -> None:
    given = let_in(person, app, scope="club:manage")
    assert status_with(given["access_token"]) == 200
    caller = Caller(given["access_token"])
    assert caller.get("me/").json()["key"] == person.key
    assert caller.get("games/").status_code == 403
    assert caller.send("PATCH", "me/", {"bot": True}).status_code == 403


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


@pytest.mark.parametrize("field", ["token", "client_id", "token_type_hint"])
@pytest.mark.parametrize("value", ["a\0b", "x" * 501])
def test_what_no_database_can_look_for_is_refused(app: Application, field: str, value: str) -> None:
    form = {"token": "t", "client_id": app.client_id} | {field: value}
    refused = Client().post("/oauth/revoke/", form)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")
