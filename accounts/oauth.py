"""Sign in with Sekigahara: other programs act for people whom they lead to our page of consent (OAuth 2.1).

django-oauth-toolkit does the protocol: the authorization code with PKCE, rotation, revocation. Programs are
registered by people, and public: they have no secret, so a code is worth nothing without its verifier. What
a program gets is an ``ApiToken`` too, so that it may do just what a token of the same scopes may, and ends
as one does.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from knox.crypto import hash_token
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken, clear_expired
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.scopes import BaseScopes
from oauthlib.oauth2.rfc6749 import errors

from accounts.closing import hold
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.rate_limits import Limit, hit
from accounts.scopes import Scope
from accounts.security_log import SecurityEvent, note
from notifications.set_up_by_programs import end_set_up, forget_set_up
from sekigahara.errors.exceptions import Conflict

MOST_APPS_OF_ONE: Final = 10
LONGEST_REDIRECT: Final = 200
MOST_REDIRECTS: Final = 5
MOST_ACCESSES_OF_ONE: Final = 5
"""How often a program can be signed in to by one person at a time, as on several devices."""
MOST_USED_TOKENS: Final = 50
"""How many used tokens of a program and a person are kept, to notice that one is used twice."""
ACCESS_TOKENS: Final = Limit.declare("access tokens of a program", 60, 60 * 60)
"""For each person who lets it act for them."""
HOST: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
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
    """Keeps each access token as a token of the API, and within bounds what one program holds of a person."""

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Any, *args: Any, **named: Any
    ) -> bool:
        """Whether each scope is one of ours, and named once."""
        check: Any = super().validate_scopes
        return len({*scopes}) == len(scopes) and bool(
            check(client_id, scopes, client, request, *args, **named)
        )

    def _check_and_set_request_resource(self, request: Any) -> None:
        """There is one API, so nobody chooses among several (RFC 8707); nothing is kept of it."""
        request.resource = []

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **named: Any
    ) -> bool:
        """Whether a program may have tokens for a code.

        Raises:
            TemporarilyUnavailableError: it was given too many of them recently.
        """
        check: Any = super().validate_code
        return bool(check(client_id, code, client, request, *args, **named)) and _is_in_time(request)

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **named: Any
    ) -> bool:
        """Whether a program may have tokens for a refresh token.

        Raises:
            TemporarilyUnavailableError: as for a code.
        """
        check: Any = super().validate_refresh_token
        return bool(check(refresh_token, client, request, *args, **named)) and _is_in_time(request)

    def revoke_token(self, token: str, token_type_hint: str, request: Any, *args: Any, **named: Any) -> None:
        """End a token that a program no longer needs, and with its last one what it has set up."""
        revoke: Any = super().revoke_token
        with transaction.atomic():
            revoke(token, token_type_hint, request, *args, **named)
            forget_set_up(getattr(request.client, "client_id", None))

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **named: Any) -> Any:
        """Keep the tokens, unless the person has ended the access at this moment.

        Raises:
            InvalidGrantError: they have, or closed their account.
        """
        with transaction.atomic():
            hold(request.user.pk)
            if not _is_still_given(request):
                raise errors.InvalidGrantError(request=request)
            save: Any = super().save_bearer_token
            return save(token, request, *args, **named)

    def _create_access_token(
        self, expires: datetime, request: Any, token: Any, *args: Any, **named: Any
    ) -> Any:
        create: Any = super()._create_access_token
        _forget_former(request.user, request.client)
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


def _is_in_time(request: Any) -> bool:
    if hit(ACCESS_TOKENS, f"{request.user.pk} {request.client.pk}"):
        raise errors.TemporarilyUnavailableError(request=request)
    return True


def _is_still_given(request: Any) -> bool:
    """Whether the person of a request for tokens has an account, and what it is made with is still there."""
    former = getattr(request, "refresh_token_instance", None)
    given = (
        Grant.objects.filter(code=request.code, application=request.client)
        if former is None
        else RefreshToken.objects.filter(pk=former.pk)
    )
    return given.exists() and Person.objects.filter(pk=request.user.pk, closed_at=None).exists()


def _forget_former(person: Person, app: Application) -> None:
    """Keep the latest tokens that a program holds of a person, and so many used ones that one that comes back
    is known for what it is."""
    tokens = RefreshToken.objects.filter(user=person, application=app).order_by("-created", "-pk")
    for token in tokens.filter(revoked=None)[MOST_ACCESSES_OF_ONE - 1 :]:
        token.revoke()  # type: ignore[no-untyped-call] # theirs
    used = tokens.exclude(revoked=None).values_list("pk", flat=True)[MOST_USED_TOKENS:]
    RefreshToken.objects.filter(pk__in=list(used)).delete()


def app_of(token: object) -> Application | None:
    """The program that was given a token; None for a token that its owner has made, and for no token."""
    access = token.access if isinstance(token, ApiToken) else None
    return None if access is None else access.application


class Access(NamedTuple):
    """What a person lets a program do.

    Attributes:
        app: the program.
        sentences: of all scopes that it was granted.
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
        is_good = (parts.scheme == "https" and bool(HOST.fullmatch(host))) or is_own_machine
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


def asking(goal: str) -> Application | None:
    """The program whose page of consent is a person's goal; None if they are going elsewhere.

    Args:
        goal: a path of this site with its query.
    """
    address = urlsplit(goal)
    if address.path != reverse("oauth2_provider:authorize"):
        return None
    client_id = parse_qs(address.query).get("client_id", [""])[0]
    return Application.objects.filter(client_id=client_id.replace("\0", "")).first()


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
    found: dict[Application, list[RefreshToken]] = {}
    for token in tokens.order_by("-created", "-pk"):
        found.setdefault(token.application, []).append(token)
    return [Access(app, _sentences(held), held[-1].created) for app, held in found.items()]


def _sentences(tokens: Iterable[RefreshToken]) -> list[str]:
    texts = [each.access_token.scope for each in tokens if each.access_token is not None]
    named = {scope for text in texts for scope in text.split()}
    return [str(scope.label) for scope in Scope if scope in named]


def end_access(*, person: Person, client_id: str | None = None) -> None:
    """End what a program may do for a person, or what all may. Their tokens are refused from then on.

    Args:
        client_id: of the program; None for all.
    """
    of_app = {} if client_id is None else {"application__client_id": client_id}
    with transaction.atomic(durable=True):
        hold(person.pk)  # so that a program that renews its token at this moment gets none
        for model in (Grant, AccessToken, RefreshToken):
            model.objects.filter(user=person, **of_app).delete()
        end_set_up(person.pk, client_id)
    note(SecurityEvent.ACCESS_ENDED, person.pk, app=client_id or "all")


def erase(person: Person) -> None:
    """Delete a person's programs and what others may do for them, in the caller's transaction."""
    Application.objects.filter(user=person).delete()
    for model in (Grant, AccessToken, RefreshToken):
        model.objects.filter(user=person).delete()
    end_set_up(person.pk)


def forget_expired() -> None:
    """Delete codes and tokens that have expired, in batches, and what programs without any have set up."""
    clear_expired()  # type: ignore[no-untyped-call] # theirs
    forget_set_up()
