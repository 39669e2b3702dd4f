"""Sign in with Sekigahara: other programs act for people whom they lead to our page of consent (OAuth 2.1).

django-oauth-toolkit does the protocol: the authorization code with PKCE, rotation, revocation. Programs are
registered by people, and public: they have no secret, so a code is worth nothing without its verifier. What
a program gets is an ``ApiToken`` too, so that it may do just what a token of the same scopes may, and ends
as one does.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext_lazy as _
from knox.crypto import hash_token
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken, clear_expired
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.scopes import BaseScopes

from accounts.closing import hold
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.security_log import SecurityEvent, note
from sekigahara.errors.exceptions import Conflict

MOST_APPS_OF_ONE: Final = 10
LONGEST_REDIRECT: Final = 200
MOST_REDIRECTS: Final = 5
LOOPBACK: Final = {"127.0.0.1", "::1", "localhost"}
"""Hosts of programs on a person's own machine, which need no TLS (RFC 8252)."""


class Scopes(BaseScopes):
    """The scopes of API tokens, as the toolkit asks for them."""

    def get_all_scopes(self) -> dict[str, str]:
        """What each scope allows, as a sentence."""
        return {scope.value: str(scope.label) for scope in Scope}

    def get_available_scopes(self, *_args: Any, **_named: Any) -> list[str]:
        """Those that a program may ask for."""
        return list(Scope.values)

    def get_default_scopes(self, *_args: Any, **_named: Any) -> list[str]:
        """What a program gets that names none."""
        return [Scope.READ.value]


class Validator(OAuth2Validator):
    """Keeps each access token as a token of the API."""

    def _create_access_token(
        self, expires: datetime, request: Any, token: Any, *args: Any, **named: Any
    ) -> Any:
        create: Any = super()._create_access_token
        kept = create(expires, request, token, *args, **named)
        ApiToken.objects.bulk_create(
            [
                ApiToken(
                    digest=hash_token(token["access_token"]),
                    user=request.user,
                    name=request.client.name,
                    scopes=token["scope"],
                    expiry=expires,
                    access=kept,
                )
            ]
        )
        return kept


class Access(NamedTuple):
    """What a person lets a program do.

    Attributes:
        app: the program.
        sentences: of its scopes, as it was granted them last.
        since: when it got its oldest token that still counts.
    """

    app: Application
    sentences: list[str]
    since: datetime


def check_redirect(address: str) -> None:
    """Check an address that people may be sent back to.

    Raises:
        ValidationError: it is neither an https address nor one of the person's own machine, or has a fragment
            or somebody's name in it.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        is_own_machine = parts.scheme == "http" and host in LOOPBACK
        is_good = (parts.scheme == "https" and "." in host) or is_own_machine
        is_good &= parts.port != 0 and not parts.fragment and "#" not in address and "@" not in parts.netloc
    except ValueError:
        is_good = False
    if not is_good or "*" in address or len(address) > LONGEST_REDIRECT or not address.isascii():
        raise ValidationError(
            _("Give an address that begins with https://, or with http://127.0.0.1 on your own machine.")
        )


def register(*, person: Person, name: str, redirects: Iterable[str]) -> Application:
    """Register a program, which may then ask people for access.

    Args:
        person: who answers for it.
        name: that people are shown.
        redirects: where people may be sent back to, checked by ``check_redirect``.

    Raises:
        Conflict: ``too-many-apps``.
    """
    with transaction.atomic(durable=True):
        hold(person.pk)
        if Application.objects.filter(user=person).count() >= MOST_APPS_OF_ONE:
            raise Conflict("too-many-apps", most=MOST_APPS_OF_ONE)
        app: Application = Application.objects.create(
            user=person,
            name=name,
            redirect_uris=" ".join(redirects),
            client_type=Application.CLIENT_PUBLIC,
            client_secret="",
            hash_client_secret=False,
            authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        )
    return app


def registered_by(person: Person) -> list[Application]:
    """The programs that a person has registered, with how many people let each in (``people``)."""
    apps = Application.objects.filter(user=person).order_by("created", "pk")
    return list(apps.annotate(people=Count("refreshtoken__user", distinct=True)))


def remove(*, person: Person, client_id: str) -> None:
    """Remove a program that a person has registered, with all that people let it do. Once is enough."""
    with transaction.atomic(durable=True):
        Application.objects.filter(user=person, client_id=client_id).delete()


def accesses_of(person: Person) -> list[Access]:
    """The programs that may act for a person, the latest first."""
    tokens = RefreshToken.objects.filter(user=person, revoked=None).select_related(
        "application", "access_token"
    )
    found: dict[int, Access] = {}
    for token in tokens.order_by("-created", "-pk"):
        known = found.get(token.application_id)
        scopes = [] if token.access_token is None else token.access_token.scope.split()
        sentences = [str(Scope(scope).label) for scope in scopes] if known is None else known.sentences
        found[token.application_id] = Access(token.application, sentences, token.created)
    return list(found.values())


def end_access(*, person: Person, client_id: str | None = None) -> None:
    """End what a program may do for a person, or what all may. Their tokens are refused from then on.

    Args:
        client_id: of the program; None for all.
    """
    of_app = {} if client_id is None else {"application__client_id": client_id}
    with transaction.atomic(durable=True):
        for model in (Grant, AccessToken, RefreshToken):
            model.objects.filter(user=person, **of_app).delete()
    note(SecurityEvent.ACCESS_ENDED, person.pk, app=client_id or "all")


def erase(person: Person) -> None:
    """Delete a person's programs and what others may do for them, in the caller's transaction."""
    Application.objects.filter(user=person).delete()
    for model in (Grant, AccessToken, RefreshToken):
        model.objects.filter(user=person).delete()


def forget_expired() -> None:
    """Delete codes and tokens that have expired, in batches."""
    clear_expired()  # type: ignore[no-untyped-call] # theirs
