"""Sign-in links: how one is made, and how one that comes back is checked.

A token is signed over the person, the time it was made, and the time of the person's last sign-in. So each
sign-in ends every link mailed before it. The token also holds that time in clear: a link that is used up or
too old still proves whose it was, and a fresh one can be mailed without asking for the address.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sesame.utils import get_token, get_user

from accounts.models.person import Person
from accounts.rate_limits import Limit

SCOPE = "accounts.sign-in"
SIGN_IN_LINK_LIFETIME = timedelta(minutes=30)
LINKS_TO_ADDRESS = Limit.declare("sign-in links to an address", 5, 30 * 60)
"""Counted among the mails. If someone else uses it up, the owner is not locked out: they have these links,
and can get another one once they expire.
"""
LINKS_FROM_SENDER = Limit.declare("sign-in links from a sender", 20, 60 * 60)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SignInLink(NamedTuple):
    """A genuine sign-in link.

    Attributes:
        person: whose mailbox it was sent to, as stored now.
        is_used: they have signed in since it was made.
        is_late: it is older than ``SIGN_IN_LINK_LIFETIME``.
        key: of the request for it (``accounts.models.person.SignInRequest``); empty for none.
    """

    person: Person
    is_used: bool
    is_late: bool
    key: str = ""

    @property
    def is_good(self) -> bool:
        """Whether it still signs anyone in."""
        return not (self.is_used or self.is_late)


def new_token(person: Person, key: str = "") -> str:
    """The secret part of a link that signs the person in once.

    Args:
        person: to whom it is mailed.
        key: of the request for it. It is signed with the rest, so that no link can be given another one.
    """
    stamp = _stamp(person)
    token = f"{stamp}.{get_token(person, _scope(stamp, key))}"
    return f"{token}.{key}" if key else token


def read(token: str) -> SignInLink | None:
    """The link that a token belongs to; None if it is not genuine, or all links have been ended since."""
    stamp, _dot, rest = token.partition(".")
    proof, _dot, key = rest.partition(".")
    scope = _scope(stamp, key)
    person = get_user(proof, scope=scope, update_last_login=False)
    if not isinstance(person, Person):
        return None
    fresh = get_user(proof, scope=scope, max_age=SIGN_IN_LINK_LIFETIME, update_last_login=False)
    return SignInLink(person, is_used=stamp != _stamp(person), is_late=fresh is None, key=key)


def _stamp(person: Person) -> str:
    """The last sign-in to the microsecond, as the database stores it."""
    if person.last_login is None:
        return "0"
    return format((person.last_login - _EPOCH) // timedelta(microseconds=1), "x")


def _scope(stamp: str, key: str) -> str:
    return f"{SCOPE} {stamp} {key}" if key else f"{SCOPE} {stamp}"
