"""The API knows a person by their token: one query, and problem documents for everybody else."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.authentication import HasScope, TokenAuthentication
from accounts.models.api_token import USE_NOTED_EVERY, ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here


class Whoami(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = (HasScope,)

    def get(self, request: Request) -> Response:
        assert isinstance(request.user, Person)
        return Response({"email": request.user.email})

    get.scope = Scope.READ  # type: ignore[attr-defined] # as games.api.openapi.operations does

    def post(self, request: Request) -> Response:
        return self.get(request)

    post.scope = Scope.PLAY  # type: ignore[attr-defined]

    def delete(self, request: Request) -> Response:
        """Its author forgot to say what a token must be for."""
        return self.get(request)


urlpatterns = [path("api/whoami", Whoami.as_view())]
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def call(authorization: str | None, method: str = "get") -> Any:
    client = Client(headers={} if authorization is None else {"Authorization": authorization})
    return getattr(client, method)("/api/whoami")


def problem_of(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(response.content)
    return problem


def token_of(person: Person, name: str = "bot", *, scope: Scope = Scope.PLAY) -> str:
    _row, token = services.create_token(person=person, name=name, scopes=[scope])
    return token


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_a_token_says_who_calls(person: Person, method: str, scheme: str) -> None:
    response = call(f"{scheme} {token_of(person)}", method)
    assert (response.status_code, response.json()) == (200, {"email": person.email})


@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        (None, "not-authenticated"),
        ("", "not-authenticated"),
        ("Basic YTpi", "not-authenticated"),
        ("Bearer", "authentication-failed"),
        ("Bearer a b", "authentication-failed"),
        ("Bearer skg_guessed", "token-unknown"),
        ("Bearer \xff\xfe", "token-unknown"),
        ("Bearer " + "x" * 5000, "token-unknown"),
    ],
)
def test_request_without_a_known_token_learns_how_to_authenticate(
    person: Person, authorization: str | None, code: str
) -> None:
    token_of(person)
    response = call(authorization)
    assert problem_of(response, 401)["code"] == code
    is_about_token = code.startswith("token-")
    assert response["WWW-Authenticate"] == ('Bearer error="invalid_token"' if is_about_token else "Bearer")


def test_beginning_of_a_token_is_no_token(person: Person) -> None:
    token = token_of(person)
    for wrong in (
        token[:-1],
        token + "0",
        token.upper(),
        token[:15],
        token[:-1] + ("0" if token[-1] != "0" else "1"),
    ):
        assert problem_of(call(f"Bearer {wrong}"), 401)["code"] == "token-unknown"


def test_a_token_made_just_as_its_account_is_closed_is_unknown(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(closed_at=timezone.now())
    assert problem_of(call(f"Bearer {token_of(person)}"), 401)["code"] == "token-unknown"


def test_an_expired_token_is_told_so_and_what_to_do(person: Person) -> None:
    lifetime = timedelta(days=30)
    _row, token = services.create_token(person=person, name="b", scopes=[Scope.PLAY], lifetime=lifetime)
    with time_machine.travel(timezone.now() + lifetime - timedelta(minutes=1)):
        assert call(f"Bearer {token}").status_code == 200
    with time_machine.travel(timezone.now() + lifetime + timedelta(minutes=1)):
        response = call(f"Bearer {token}")
        problem = problem_of(response, 401)
        assert problem["code"] == "token-expired"
        assert "Create a new one at /me/tokens/" in problem["detail"]
        assert response["WWW-Authenticate"] == 'Bearer error="invalid_token"'
        assert problem_of(call(f"Bearer {token[:-1]}"), 401)["code"] == "token-unknown"
    used_at = ApiToken.objects.get().used_at
    assert used_at is not None
    assert used_at < timezone.now() + lifetime, "only while it was good"


# --- scopes ---


@pytest.mark.parametrize(
    ("scope", "method", "needed"),
    [
        (Scope.READ, "get", ""),
        (Scope.READ, "post", "games:play"),
        (Scope.PLAY, "get", ""),
        (Scope.PLAY, "post", ""),
        (Scope.CLUBS, "get", "games:read"),
        (Scope.CLUBS, "post", "games:play"),
        (Scope.NOTIFICATIONS, "get", "games:read"),
    ],
)
def test_a_token_does_what_its_scope_is_for_and_no_more(
    person: Person, scope: Scope, method: str, needed: str
) -> None:
    answer = call(f"Bearer {token_of(person, scope=scope)}", method)
    if not needed:
        assert answer.status_code == 200
        return
    problem = problem_of(answer, 403)
    assert (problem["code"], problem["parameters"]) == ("scope-missing", {"scope": needed})
    assert f"“{needed}”" in problem["detail"]


def test_view_without_a_scope_is_closed_to_everybody(person: Person) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"Whoami\.delete"):
        call(f"Bearer {token_of(person)}", "delete")


def test_unsupported_method_needs_no_scope(person: Person) -> None:
    problem_of(call(f"Bearer {token_of(person, scope=Scope.READ)}", "put"), 405)


def test_scopes_of_a_token_are_stored_in_one_order(person: Person) -> None:
    chosen = [Scope.NOTIFICATIONS, Scope.PLAY, Scope.PLAY]
    row, _token = services.create_token(person=person, name="b", scopes=chosen)
    assert row.scopes == "games:play notifications"
    assert row.granted == {Scope.READ, Scope.PLAY, Scope.NOTIFICATIONS}


# --- what it costs ---


def test_one_query_finds_the_person_and_at_most_once_an_hour_one_notes_the_use(person: Person) -> None:
    token, _other = token_of(person), token_of(person, "other")
    costs = []
    for minutes in (0, 1, 59, 61, 62):
        with (
            time_machine.travel(timezone.now() + timedelta(minutes=minutes)),
            CaptureQueriesContext(connection) as statements,
        ):
            assert call(f"Bearer {token}").status_code == 200
            costs.append([query["sql"].split()[0] for query in statements])
    noted = ["SELECT", "UPDATE"]
    assert costs == [noted, ["SELECT"], ["SELECT"], noted, ["SELECT"]]
    used = dict(ApiToken.objects.values_list("name", "used_at"))
    assert used["other"] is None
    assert used["bot"] == pytest.approx(timezone.now() + timedelta(minutes=61), abs=timedelta(minutes=1))


def test_only_one_of_two_requests_at_once_notes_the_use(person: Person) -> None:
    row, _token = services.create_token(person=person, name="bot", scopes=[Scope.PLAY])
    early = timezone.now() - USE_NOTED_EVERY / 2
    ApiToken.objects.update(used_at=early)  # the other was quicker; this one has read the row before
    services.note_use(token=row)
    row.refresh_from_db()
    assert row.used_at == early
