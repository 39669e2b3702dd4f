"""What is asked many times a second does not look for its token each time, and learns that it is gone."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import authentication, services
from accounts.authentication import HasScope, TokenAuthentication
from accounts.closing import close
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from sekigahara.urls import handler400, handler403, handler404, handler500  # noqa: F401 - Django reads them here


class Whoami(APIView):
    permission_classes = (HasScope,)

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [TokenAuthentication(is_brief=True)]

    def post(self, request: Request) -> Response:
        return Response({"key": request.user.pk})

    post.scope = Scope.PLAY  # type: ignore[attr-defined] # as games.api.openapi.operations does


urlpatterns = [path("api/whoami", Whoami.as_view())]
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def call(token: str) -> Any:
    return Client(headers={"Authorization": f"Bearer {token}"}).post("/api/whoami")


def statements(token: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert call(token).status_code == 200
    return len(captured)


@pytest.fixture
def token(person: Person) -> str:
    """Of a person, and used before: its use is noted once an hour."""
    _row, token = services.create_token(person=person, name="bot", scopes=[Scope.PLAY])
    assert call(token).json() == {"key": person.pk}
    return token


def test_a_token_just_found_is_not_looked_for_again(token: str) -> None:
    assert statements(token) == 0


def test_after_a_moment_it_is(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "REMEMBERED_FOR", -1)
    services.warn_of_expiry()
    authentication._remembered.clear()
    assert [statements(token) for _ in range(2)] == [1, 1]


def test_a_revoked_token_is_refused_at_once(person: Person, token: str) -> None:
    services.revoke_token(person=person, token_key=token[:15])
    assert call(token).json()["code"] == "token-unknown"


def test_token_of_a_closed_account_is_refused_at_once(person: Person, token: str) -> None:
    close(person=person)
    assert call(token).json()["code"] == "token-unknown"


def test_one_that_another_process_revoked_is_refused_after_a_moment(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By SQL of which nothing here hears, as by another process."""
    monkeypatch.setattr(authentication, "REMEMBERED_FOR", -1)
    assert call(token).status_code == 200
    ApiToken.objects.all()._raw_delete("default")
    authentication._remembered.update({"other": authentication._remembered.popitem()[1]})
    assert call(token).json()["code"] == "token-unknown"


@pytest.fixture
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    """A thread of the same process, with a connection of its own."""
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()  # noqa: PLW0108 - that thread's


@pytest.mark.django_db(transaction=True)
def test_one_that_is_used_while_it_is_revoked_is_not_taken_after_that(
    person: Person, token: str, elsewhere: ThreadPoolExecutor
) -> None:
    """Until the commit others find it."""
    with transaction.atomic():
        ApiToken.objects.all().delete()
        assert elsewhere.submit(call, token).result().status_code == 200
    assert call(token).json()["code"] == "token-unknown"


@pytest.mark.django_db(transaction=True)
def test_one_that_was_found_just_before_it_was_revoked_is_not_taken_after_that(
    person: Person, token: str, elsewhere: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, has_found, is_revoked = authentication._find, Event(), Event()

    def slowly(digest: str) -> tuple[ApiToken, Person]:
        found = find(digest)
        has_found.set()
        assert is_revoked.wait(20)
        return found

    authentication._remembered.clear()
    with monkeypatch.context() as slowed:
        slowed.setattr(authentication, "_find", slowly)
        under_way = elsewhere.submit(call, token)
        assert has_found.wait(20)
        services.revoke_token(person=person, token_key=token[:15])
        is_revoked.set()
        assert under_way.result().status_code == 200
    assert call(token).json()["code"] == "token-unknown"


def test_remembered_token_expires_to_the_second(person: Person) -> None:
    lifetime = timedelta(days=30)
    _row, token = services.create_token(person=person, name="b", scopes=[Scope.PLAY], lifetime=lifetime)
    now = timezone.now()
    with time_machine.travel(now + lifetime - timedelta(minutes=1)):
        assert call(token).status_code == 200
    with time_machine.travel(now + lifetime + timedelta(minutes=1)):
        assert call(token).json()["code"] == "token-expired"


def test_no_more_are_remembered_than_there_is_room_for(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "MOST_REMEMBERED", 3)
    for number in range(5):
        person = Person.objects.at(f"bot-{number}@example.org")
        _row, other = services.create_token(person=person, name="bot", scopes=[Scope.PLAY])
        assert call(other).status_code == 200
        assert len(authentication._remembered) <= 3
    assert call(token).status_code == 200
