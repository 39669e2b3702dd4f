"""Limits on how often something may be done: fixed windows, counted in the cache that all processes share.

Budgets (`spend`) are counted alike, but refill steadily.

    INVITATIONS = Limit.declare("invitations", 20, 24 * 60 * 60)
    if wait := hit(INVITATIONS, str(person.pk)):
        ...  # refuse, and say that it is possible again in waiting_time(wait)

An installation chooses others by environment variables: LIMIT_INVITATIONS=30/86400. The table in
`deploy/README.md` lists them all.

Windows begin and end at the same moment for everyone, so one cache key is one window of one sender. While
the cache is unreachable everything is allowed: a limit prevents nuisance, it is no security boundary.
"""

import hashlib
import ipaddress
import logging
import re
import threading
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.core import checks
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import ngettext
from redis.exceptions import RedisError

from sekigahara.db import service_time
from sekigahara.errors.exceptions import Limited

log = logging.getLogger(__name__)

GRACE = 60
"""Seconds for which a count outlives its window, so that it cannot expire while it is being raised."""

PARTS_SHARED = 100
"""A frequently used count is shared with other processes after each hundredth part of its limit."""
MOST_TALLIES = 10_000


class Limit(NamedTuple):
    """A number of times something may be done in each window.

    Attributes:
        name: what is limited, unique in the service, such as "sign-in links to an address".
        most: how often it may happen in one window.
        seconds: the length of a window.
    """

    name: str
    most: int
    seconds: int

    @classmethod
    def declare(cls, name: str, most: int, seconds: int) -> "Limit":
        """A limit of the service, as the installation has it.

        Args:
            name: as above; the environment variable is made of it.
            most: by default.
            seconds: by default.
        """
        variable = "LIMIT_" + re.sub("[^A-Z]+", "_", name.upper())
        DECLARED_LIMITS[variable] = cls(name, most, seconds)
        return cls(name, *settings.CHOSEN_LIMITS.get(variable, (most, seconds)))


DECLARED_LIMITS: dict[str, Limit] = {}
"""The limits of the service with their defaults, by environment variable."""


@checks.register()
def check_chosen_limits(**_options: Any) -> list[checks.CheckMessage]:
    """Warn of environment variables that look like limits and limit nothing."""
    import_module(settings.ROOT_URLCONF)
    autodiscover_modules("middleware", "tasks")  # now whatever is limited is known
    return [
        checks.Warning(
            f"{variable} limits nothing.", hint="See the table in deploy/README.md.", id="accounts.W001"
        )
        for variable in settings.CHOSEN_LIMITS
        if variable not in DECLARED_LIMITS
    ]


class Counted(NamedTuple):
    """The state of a limit for one sender, including this attempt.

    Attributes:
        limit: which one.
        remaining: how many attempts are left in this window.
        seconds: until the next window.
        is_over: whether this attempt exceeds the limit.
    """

    limit: Limit
    remaining: int
    seconds: int
    is_over: bool


def hit(limit: Limit, key: str) -> int:
    """Count an attempt.

    Args:
        key: the sender or recipient: an address, an id. Only its hash is stored.

    Returns:
        0 if it is allowed; otherwise the seconds until it may be tried again.
    """
    counted = count(limit, key)
    return counted.seconds if counted is not None and counted.is_over else 0


def refuse_often(limit: Limit, key: str) -> None:
    """Count an attempt, as `hit` does, and refuse one too many.

    Raises:
        Limited: it may be tried again later.
    """
    if wait := hit(limit, key):
        raise Limited(wait)


def count(limit: Limit, key: str) -> Counted | None:
    """Count an attempt, and return the state of the limit.

    Args:
        key: the sender or recipient: an address, an id. Only its hash is stored.

    Returns:
        The state; None while the cache is unreachable, when nothing is counted.
    """
    now = service_time.now().timestamp()
    times = _shared(limit, key, 1, now)
    return None if times is None else _standing(limit, times, now)


class _Tally:
    """How often someone has done something in a window, as far as this process knows.

    Attributes:
        shared: the shared count when it was last read.
        own: how often since then, in this process.
        due: when to add it to the shared count.
        level: of a budget, what was spent and has not refilled at ``at``, by the ``known`` count.
    """

    __slots__ = ("at", "due", "known", "level", "own", "shared", "window")

    def __init__(self, window: int, level: float, at: float) -> None:
        self.window = window
        self.shared = self.own = self.known = 0
        self.due = 0.0
        self.level, self.at = level, at


_tallies: dict[tuple[str, str], _Tally] = {}
_tallying = threading.Lock()


def count_often(limit: Limit, key: str) -> Counted | None:
    """Count an attempt of something that programs do many times a second.

    Each process counts on its own. It shares its count with the others once a second, and after each
    hundredth part of the limit. So each process may let through that much more than the limit.

    Args:
        key: the sender or recipient: an address, an id. Only its hash is stored.

    Returns:
        The state; None while the cache is unreachable, when nothing is counted.
    """
    now = service_time.now().timestamp()
    tally = _tallied(limit, key, 1, now)
    return None if tally is None else _standing(limit, tally.shared + tally.own, now)


def spend(limit: Limit, key: str, amount: int = 0) -> int:
    """Take something out of a budget, or only look at it.

    A budget of ``limit.most`` refills as much within ``limit.seconds``, all the time; it may be overdrawn as
    far again. Processes share what was spent as by ``count_often``.

    Args:
        key: whose it is. Only its hash is stored.
        amount: what is spent, in the unit of the limit.

    Returns:
        0 unless it is overdrawn; otherwise the seconds until it is not. 0 while the cache is unreachable.
    """
    now = service_time.now().timestamp()
    tally = _tallied(limit, key, amount, now)
    if tally is None:
        return 0
    with _tallying:
        spent = tally.shared + tally.own
        passed = max(0.0, now - tally.at)  # a clock may have been set back
        refilled = passed * limit.most / limit.seconds
        by_others = spent - tally.known - amount
        left = max(0.0, tally.level + by_others - refilled)
        tally.level = min(left + amount, 2.0 * limit.most)
        tally.known, tally.at = spent, now
        over = tally.level - limit.most
    return 1 + int(over * limit.seconds / limit.most) if over > 0 else 0


def _tallied(limit: Limit, key: str, times: int, now: float) -> _Tally | None:
    """Count in this process, and share the count if that is due; None while the cache is unreachable."""
    window = int(now) // limit.seconds
    own = None
    with _tallying:
        tally = before = _tallies.get((limit.name, key))
        if tally is None or tally.window != window:
            if len(_tallies) >= MOST_TALLIES:
                _tallies.clear()
            # What others spent in this window was spent since it began.
            level, at = (0.0, float(window * limit.seconds)) if before is None else (before.level, before.at)
            tally = _tallies[limit.name, key] = _Tally(window, level, at)
        tally.own += times
        if now >= tally.due or tally.own * PARTS_SHARED > limit.most:
            own, tally.own, tally.due = tally.own, 0, now + 1
    if own is not None:
        shared = _shared(limit, key, own, now)
        if shared is None:
            _tallies.pop((limit.name, key), None)
            return None
        tally.shared = shared
    return tally


def _standing(limit: Limit, times: int, now: float) -> Counted:
    left = limit.seconds - int(now) % limit.seconds
    return Counted(limit, max(0, limit.most - times), left, times > limit.most)


def _shared(limit: Limit, key: str, times: int, now: float) -> int | None:
    """Add to the count that all processes share, and return it; None while the cache is unreachable."""
    digest = hashlib.sha256(f"{limit.name}: {key}".encode()).hexdigest()
    try:
        return _raised(f"limit:{int(now) // limit.seconds}:{digest}", times, limit.seconds + GRACE)
    except (RedisError, OSError) as error:
        log.warning("the limit of %s does not hold, the cache is away: %s", limit.name, error)
        return None


def _raised(key: str, times: int, timeout: int) -> int:
    try:
        return cache.incr(key, times)
    except ValueError:  # the first in its window, or one of the first
        return times if cache.add(key, times, timeout) else _raised(key, times, timeout)


def sender_of(request: HttpRequest) -> str:
    """The key of an anonymous client: its address, or its network for IPv6.

    The server passes the address of the connection. That is the client's, or with TRUST_FORWARDED_FOR that of
    a proxy, which has appended the client's address to X-Forwarded-For. Everything before the last comma
    there was sent by the client and may be anything.

    One client commonly has a whole /64 of IPv6 addresses.
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


def network_of(sender: str) -> str:
    """The wider network of a sender: for IPv4 its /24, for IPv6 its /48, which one customer may have whole.

    Args:
        sender: as ``sender_of`` returns it.
    """
    try:
        network = ipaddress.ip_network(sender)
    except ValueError:  # a socket of this machine
        return sender
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address without a port or brackets; None if it is not an address."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def waiting_time(seconds: int) -> str:
    """How long someone has to wait, as "12 minutes", rounded up."""
    minutes = -(-seconds // 60)
    if minutes <= 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = -(-minutes // 60)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
