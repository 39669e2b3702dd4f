"""How often something may be done: fixed windows, counted in the cache all processes share.

    INVITATIONS = Limit("invitations", 20, 24 * 60 * 60)
    if wait := hit(INVITATIONS, str(person.pk)):
        ...  # refuse, and say that it is possible again in waiting_time(wait)

A window begins for everybody at the same moment and is over for everybody at once, so that each key of the
cache is one window of one sender. Where the cache cannot be reached everything is let through: a limit keeps
nuisance away, it proves nothing.
"""

import hashlib
import ipaddress
import logging
import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

GRACE = 60
"""Seconds a count outlives its window, so that none is lost while it is being raised."""


class Limit(NamedTuple):
    """No more than that often in each window.

    Attributes:
        name: of what is limited, unique in the service, as "sign-in links to an address".
        most: how often it may happen in one window.
        seconds: how long a window is.
    """

    name: str
    most: int
    seconds: int


class Counted(NamedTuple):
    """How somebody stands with a limit, after one more time.

    Attributes:
        limit: of what.
        remaining: how often more it may be done in this window.
        seconds: until the next window.
        is_over: whether this time was one too many.
    """

    limit: Limit
    remaining: int
    seconds: int
    is_over: bool


def hit(limit: Limit, key: str) -> int:
    """Count one more time that somebody does it.

    Args:
        key: who does it, or to whom: an address, an id. Only its hash is kept.

    Returns:
        0 when it may be done; else the seconds until it may be tried again.
    """
    counted = count(limit, key)
    return counted.seconds if counted is not None and counted.is_over else 0


def count(limit: Limit, key: str) -> Counted | None:
    """The same, and how things stand then; None where the cache is away and nothing is counted."""
    window, passed = divmod(int(time.time()), limit.seconds)
    digest = hashlib.sha256(f"{limit.name}: {key}".encode()).hexdigest()
    try:
        times = _raised(f"limit:{window}:{digest}", limit.seconds + GRACE)
    except (RedisError, OSError) as error:
        log.warning("the limit of %s does not hold, the cache is away: %s", limit.name, error)
        return None
    return Counted(limit, max(0, limit.most - times), limit.seconds - passed, times > limit.most)


def _raised(key: str, timeout: int) -> int:
    try:
        return cache.incr(key)
    except ValueError:  # the first in its window, or one of the first
        return 1 if cache.add(key, 1, timeout) else _raised(key, timeout)


def sender_of(request: HttpRequest) -> str:
    """Whom a request without a person is counted for: the client's address, of IPv6 its network.

    This alone decides it: the web server passes on the address that the connection came from. That is the
    client's, or with TRUST_FORWARDED_FOR that of a proxy, which has put the client's at the end of
    X-Forwarded-For. What stands before the last comma there was sent by the client and may be anything.

    One connection commonly has a whole /64 of IPv6 addresses for itself.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    address = _address(connected)
    if settings.TRUST_FORWARDED_FOR:
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2]
        address = _address(forwarded) or address
    if address is None:  # a socket of this machine has none
        return connected
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), 64), strict=False))


def _address(told: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address alone, with a port, or of IPv6 in brackets; None where it is none."""
    host = told.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def waiting_time(seconds: int) -> str:
    """How long somebody has to wait, as "12 minutes"; never too short."""
    minutes = -(-seconds // 60)
    if minutes <= 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = -(-minutes // 60)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
