"""Bearer tokens: a seat's opens its game, the installation's lets games be created."""

from django.conf import settings
from django.utils.crypto import constant_time_compare
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView


class BearerAuthentication(BaseAuthentication):
    """Takes the token out of the request. What it opens is for the view to find out."""

    def authenticate(self, request: Request) -> tuple[None, str] | None:
        scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        token = token.strip()
        return (None, token) if scheme.lower() == "bearer" and token else None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - REST framework's signature
        return "Bearer"


class HasToken(BasePermission):
    """Any token; without one the answer is 401."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - REST framework's
        return request.auth is not None


class MayCreate(BasePermission):
    """The installation's own token. Where none is set nobody may."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - REST framework's
        expected = settings.CREATE_TOKEN
        return bool(expected) and constant_time_compare(str(request.auth), expected)
