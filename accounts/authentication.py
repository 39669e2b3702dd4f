"""Who calls the API: a person, by one of their API tokens."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from sekigahara.plain_sql import Select

_TOKEN = Select[tuple[ApiToken, Person]](
    """
    SELECT {token}, {person}
    FROM accounts_apitoken token JOIN accounts_person person ON person.id = token.user_id
    WHERE token.digest = %s AND (token.expiry IS NULL OR token.expiry > %s)
    """,
    token=ApiToken,
    person=Person,
)


class TokenAuthentication(KnoxAuthentication):
    """`Authorization: Bearer` and a token. Leaves the person as `user` and the `ApiToken` as `auth`.

    Knox looks for a token among those that begin alike, and sweeps the person's expired ones each time; the
    whole hash is the table's key, so that one query does.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[Person, ApiToken]:
        """The person and the token.

        Raises:
            AuthenticationFailed: code ``token-unknown``.
        """
        found = _TOKEN.rows(hash_token(token.decode("latin-1")), timezone.now())
        if not found:
            raise AuthenticationFailed(_("This API token is unknown, or was revoked."), "token-unknown")
        ((known, person),) = found
        services.note_use(token=known)
        return person, known


class MayPlay(IsAuthenticated):
    """A person, whose token is for more than reading where they do more than read."""

    message = _("This API token may only read. Create one that may play.")
    code = "token-may-not-play"

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        may_play = not isinstance(request.auth, ApiToken) or request.auth.may_play
        return may_play or request.method in SAFE_METHODS
