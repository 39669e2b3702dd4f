"""How the API's schema describes authentication. Importing it registers it with drf-spectacular."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from accounts.scopes import Scope

DESCRIPTION = "\n".join(
    [
        "An API token, created at /me/tokens/. It has one or more of these scopes:",
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
