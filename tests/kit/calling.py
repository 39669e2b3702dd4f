"""Somebody who calls the API. Every answer is found to be what the published document says."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.test import Client
from django.urls import Resolver404, resolve

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games.engine.side import Side
from tests.api.published import check_answer
from tests.kit.table import Table


class Caller:
    """Somebody with a token, or without.

    Args:
        token: goes into every request; None for nobody known.
        headers: go into every request too.
    """

    def __init__(self, token: str | None = None, **headers: str) -> None:
        identified = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.headers = {**identified, **headers}
        self.client = Client(headers=self.headers, raise_request_exception=False)

    def get(self, path: str, **headers: str) -> Any:
        return _checked("GET", self.client.get(_address(path), headers=headers))

    def pages(self, path: str) -> Iterator[Any]:
        """All of a list, page by page."""
        following: str | None = path
        while following:
            answer = self.get(following)
            assert answer.status_code == 200, answer.content
            yield answer.json()
            following = answer.json()["next"]

    def head(self, path: str, **headers: str) -> Any:
        return self.client.head(_address(path), headers=headers)

    def post(self, path: str, body: Any = b"", **headers: str) -> Any:
        return self.send("POST", path, body, **headers)

    def send(
        self, method: str, path: str, body: Any = b"", *, kind: str = "application/json", **headers: str
    ) -> Any:
        """Any request. Bytes go as they are, everything else as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return _checked(
            method, self.client.generic(method, _address(path), sent, content_type=kind, headers=headers)
        )


def _checked(method: str, answer: Any) -> Any:
    with suppress(Resolver404):
        check_answer(method, resolve(answer.request["PATH_INFO"]).route, answer)
    return answer


def _address(path: str) -> str:
    """A path below /api/v1/, or an address an answer named."""
    return path.removeprefix("http://testserver") if path.startswith("http") else f"/api/v1/{path}"


class Seated(Caller):
    """The player of one side of a game."""

    def __init__(self, table: Table, side: Side) -> None:
        super().__init__(token_of(table.people[side]))
        self.table, self.side = table, side
        self.game = f"games/{table.game.public_id}/"

    def tag(self, version: int | None = None) -> str:
        """What names a version to this player; by default the present one."""
        number = self.table.version(self.side) if version is None else version
        return f'"{self.side.label}.{number}.en"'

    def act(self, body: Any = None, *, verb: str = "actions", tag: str | None = None, **headers: str) -> Any:
        """Do this, or anything legal, having seen that version, or the latest."""
        sent = self.table.any_action(self.side) if body is None else body
        versioned = {"If-Match": self.tag() if tag is None else tag, **headers}
        return self.post(f"{self.game}{verb}/", sent, **versioned)


def token_of(person: Person, *, scope: Scope = Scope.PLAY) -> str:
    """A new API token."""
    name = f"token {ApiToken.objects.filter(user=person).count()}"
    _row, token = services.create_token(person=person, name=name, scopes=[scope])
    return token


def caller_at(email: str, *, scope: Scope = Scope.PLAY, is_named: bool = True) -> Caller:
    """Whoever reads that address, with a token.

    Args:
        email: the address.
        scope: of the token.
        is_named: whether they have a name, without which nobody invites others.
    """
    person = Person.objects.at(email)
    if is_named:
        Person.objects.filter(pk=person.pk, name="").update(name=email.partition("@")[0].capitalize())
    return Caller(token_of(person, scope=scope))


def problem_of(response: Any, status: int) -> dict[str, Any]:
    """The problem document that an answer must be."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(response.content)
    assert problem["status"] == status
    assert problem["title"]
    return problem
