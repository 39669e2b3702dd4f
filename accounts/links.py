"""Sign-in links: how one is made, and how one that comes back is checked.

A token is signed over the person, the time it was made, and the time of the person's last sign-in. So each
sign-in ends every link mailed before it. The token also holds that time in clear: a link that is used up or
too old still proves whose it was, and a fresh one can be mailed without asking for the address.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from sesame.utils import get_token, get_user

from accounts.models.person import NETWORK_DIGITS, Person, SignInRequest
from accounts.rate_limits import Limit, hit, network_of, sender_of

SCOPE = "accounts.sign-in"
SIGN_IN_LINK_LIFETIME = timedelta(minutes=30)
LINKS_TO_ADDRESS = Limit.declare("sign-in links to an address", 5, 30 * 60)
"""Counted among the mails. If someone else uses it up, the owner is not locked out: they have these links,
and can get another one once they expire.
"""
LINKS_FROM_SENDER = Limit.declare("sign-in links from a sender", 20, 60 * 60)
LINKS_TO_INVITED = Limit.declare("sign-in links to invited from a sender", 100, 60 * 60)
"""Of a sender with an invitation: a whole club may sit at one network."""
NEW_PEOPLE_OF_NETWORK = Limit.declare("links to new people of a network", 20, 60 * 60)
"""Counted among the requests, and told to nobody, so that an answer does not say whether an address is known.
Members, and people who ask with an invitation, are not counted.
"""
LINKS_BY_INVITATION = Limit.declare("sign-in links by an invitation", 100, 24 * 60 * 60)
"""From wherever they are asked for. Someone who can invite must not flood strangers with invitations."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class AskedFrom(NamedTuple):
    """Whether a link may be mailed, and where it was asked for.

    Attributes:
        wait: 0 if it may be mailed; otherwise the seconds until it may be asked for again.
        network: by which new people are counted, as a keyed hash; empty with an invitation.
    """

    wait: int
    network: str = ""


def count_request(request: HttpRequest, email: str) -> AskedFrom:
    """Count a request for a link.

    An invitation counts as ``settings.SIGN_IN_INVITATIONS`` find it: each names what invites the person who
    asks, or nothing. Beyond the limits of invitations those of everybody are left.

    Args:
        request: of the person who asks.
        email: where the link is to be mailed.
    """
    sender = sender_of(request)
    names = (import_string(find)(request, email) for find in settings.SIGN_IN_INVITATIONS)
    invitation = next(filter(None, names), "")
    if invitation and not (hit(LINKS_TO_INVITED, sender) or hit(LINKS_BY_INVITATION, invitation)):
        return AskedFrom(0)
    network = salted_hmac("accounts.network", network_of(sender), algorithm="sha256").hexdigest()
    return AskedFrom(hit(LINKS_FROM_SENDER, sender), network[:NETWORK_DIGITS])


def is_one_too_many(request: SignInRequest) -> bool:
    """Whether ``NEW_PEOPLE_OF_NETWORK`` was reached before a request for a person without an account.

    It takes the same statement for every person.
    """
    if not request.network:
        return False
    limit = NEW_PEOPLE_OF_NETWORK
    since = request.created_at - timedelta(seconds=limit.seconds)
    before = SignInRequest.objects.filter(
        network=request.network, created_at__gt=since, pk__lt=request.pk, person__created_at__gt=since
    )
    is_crowded = before[: limit.most].count() >= limit.most
    return is_crowded and request.person.confirmed_at is None


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
