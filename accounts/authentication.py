"""Who calls the API: a person, by one of their API tokens, and which scopes the token has."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from sekigahara.db import service_time
from sekigahara.db.statements import Select
from sekigahara.errors.codes import CODES

REMEMBERED_FOR = 2
"""Seconds for which a process may use a remembered token without learning that it has changed."""
MOST_REMEMBERED = 10_000

_TOKEN = Select[tuple[ApiToken, Person]](
    """
    SELECT {token}, {person}
    FROM accounts_apitoken token JOIN accounts_person person ON person.id = token.user_id
    WHERE person.closed_at IS NULL AND token.digest = %s
    """,
    token=ApiToken,
    person=Person,
)


class TokenAuthentication(KnoxAuthentication):
    """Authenticates `Authorization: Bearer` and a token. Sets the person as `user` and the `ApiToken` as
    `auth`.

    Knox searches the tokens with the same beginning, and deletes the person's expired ones each time. Here
    the hash is the table's key, so one query is enough.

    Args:
        is_brief: for requests that programs make many times a second: a token found recently is taken from
            memory. One that is revoked, or whose account is closed, is refused at once by the process that
            did it, and by the others within ``REMEMBERED_FOR`` seconds. Requests share the remembered
            objects, so they may read them but not change them.
    """

    def __init__(self, *, is_brief: bool = False) -> None:
        super().__init__()
        self._find = _remember if is_brief else _find

    def authenticate_credentials(self, token: bytes) -> tuple[Person, ApiToken]:
        """The person and the token.

        Raises:
            AuthenticationFailed: code ``token-unknown``; or ``token-expired``, which needs the whole token,
                so it reveals nothing to others.
        """
        known, person = self._find(hash_token(token.decode("latin-1")))
        if known.has_expired(service_time.now()):
            raise _refusal("token-expired")
        services.note_use(token=known)
        return person, known


def _find(digest: str) -> tuple[ApiToken, Person]:
    """A token by its hash, and whose it is.

    Raises:
        AuthenticationFailed: code ``token-unknown``.
    """
    found = _TOKEN.rows(digest)
    if not found:
        raise _refusal("token-unknown")
    return found[0]


def _refusal(code: str) -> AuthenticationFailed:
    return AuthenticationFailed(CODES[code].sentence({}), code)


class _Remembered(NamedTuple):
    """A token and its person.

    Attributes:
        until: by this process's clock, when it must be read again.
    """

    known: ApiToken
    person: Person
    until: float


_remembered: dict[str, _Remembered] = {}
"""By the token's hash."""


def _remember(digest: str) -> tuple[ApiToken, Person]:
    """A token by its hash, and whose it is, from this process's memory where it was found recently.

    Raises:
        AuthenticationFailed: code ``token-unknown``.
    """
    now, memory = time.monotonic(), _remembered
    kept = memory.get(digest)
    if kept is None or kept.until < now:
        kept = _Remembered(*_find(digest), now + REMEMBERED_FOR)
        if len(memory) >= MOST_REMEMBERED:
            memory.clear()
        memory[digest] = kept
    return kept.known, kept.person


@receiver([post_save, post_delete], sender=ApiToken)
@receiver([post_save, post_delete], sender=Person)
def _forget(**_signal: Any) -> None:
    """Forget all remembered tokens when any token or person is saved. This is rare, and reading one is fast.

    Until the change is committed, other processes still find the old state.
    """
    _forget_all()
    transaction.on_commit(_forget_all, robust=True)


def _forget_all() -> None:
    """Replace the memory by an empty one. Lookups under way fill the old one, which nobody reads any more."""
    global _remembered  # noqa: PLW0603 - as good as emptied, and for all who look from here on
    _remembered = {}


class ScopeMissing(PermissionDenied):
    """The token does not have the scope that is needed.

    Args:
        scope: the one that is needed.
    """

    default_code = "scope-missing"

    def __init__(self, scope: Scope) -> None:
        self.parameters = {"scope": scope.value}
        super().__init__(CODES[self.default_code].sentence(self.parameters))


class HasScope(IsAuthenticated):
    """Requires a token with the scope that each method of a view names as its ``scope`` or ``instead``."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request is authenticated.

        Raises:
            ScopeMissing: it is, by a token without the scope.
        """
        if not super().has_permission(request, view):
            return False
        method = str(request.method).lower()
        # The framework's own answer to OPTIONS is that it cannot be done here.
        operation = None if method == "options" else getattr(view, method, None)
        auth: Any = request.auth  # an ApiToken, or whatever else says which scopes it grants
        if operation is not None and auth is not None:
            scope = scope_of(operation)
            if not {scope, getattr(operation, "instead", None)} & auth.granted:
                raise ScopeMissing(scope)
        return True


def scope_of(operation: Callable[..., Any]) -> Scope:
    """The scope that a method of a view needs.

    Raises:
        ImproperlyConfigured: the view names none. Then nobody may call it.
    """
    scope = getattr(operation, "scope", None)
    if not isinstance(scope, Scope):
        raise ImproperlyConfigured(f"{operation.__qualname__} does not say which scope it needs")
    return scope


DESCRIPTION = "\n".join(
    [
        "An API token, created at /me/tokens/, or got by OAuth. It has one or more of these scopes:",
        "",
        *(f"- `{scope.value}`: {scope.label}" for scope in Scope),
        "",
        "Each operation names the scope that it needs. `games:play` implies `games:read`.",
    ]
)


class SeatScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # they type only calls
    """Passes are for the scripts of our own pages, so the document does not mention them."""

    target_class = "games.api.seat_authentication.SeatAuthentication"
    name: list[str] = []

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:  # noqa: ARG002 - its signature
        return []

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:  # noqa: ARG002 - its signature
        return []


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # they type only calls
    """A person's API token."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"
    priority = 1  # drf-spectacular knows knox's own, which ours descends from

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002 - its signature
        return {
            "type": "http",
            "scheme": "bearer",
            "description": DESCRIPTION,
        }
