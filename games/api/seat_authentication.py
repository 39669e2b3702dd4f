"""Who calls the API from a game's page: the player of a seat, by a pass that the page gave its scripts."""

from typing import NamedTuple

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import scopes
from accounts.scopes import Scope
from games.reads import seat_pass
from games.reads.access import Visitor
from sekigahara.errors.codes import CODES

SCHEME = b"seat"


class SeatHolder:
    """The holder of a pass. It does not say which person this is: a pass is for one seat."""

    is_authenticated = True
    is_active = True


class Granted(NamedTuple):
    """What a pass allows.

    Attributes:
        seat: the reference of its seat.
        visitor: who sends the request.
        session: of the browser whose page has it, by its key as it is stored.
        granted: the scopes of the operations it may call.
    """

    seat: str
    visitor: Visitor
    session: str
    granted: frozenset[str] = scopes.granted([Scope.PLAY])


class SeatAuthentication(BaseAuthentication):
    """Authenticates `Authorization: Seat` and a pass. Sets a ``SeatHolder`` as `user`, and ``Granted`` as
    `auth`.

    It needs no protection against forged requests: no browser sends this header by itself.
    """

    def authenticate(self, request: Request) -> tuple[SeatHolder, Granted] | None:
        """The holder of the pass; None for a request without one.

        Raises:
            AuthenticationFailed: code ``token-expired``: the pass is too old, is none, or its session has
                ended.
        """
        scheme, _, text = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME:
            return None
        found = seat_pass.read(text.decode("latin-1"))
        if found is None:
            raise AuthenticationFailed(CODES["token-expired"].sentence({}), "token-expired")
        return SeatHolder(), Granted(found.seat, found.visitor, found.session)
