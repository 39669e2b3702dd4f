"""What Redis may hold, and who should reach it.

Somebody who can write to Redis must not run anything here. Django's own serializer would: it pickles. What
must not be read or forged there either is sealed by `sekigahara.db.caching`.
"""

import ipaddress
import logging
import socket
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Warning  # noqa: A004 - Django's name
from redis.connection import parse_url

log = logging.getLogger(__name__)

_BYTES: Final = b"="
"""What bytes begin with in Redis. Numbers are written as digits, which Redis can count up."""


class PlainValues:
    """The serializer of Django's cache: whole numbers and bytes, and nothing else."""

    def dumps(self, value: int | bytes) -> int | bytes:
        """A value as it is written.

        Raises:
            TypeError: it is neither.
        """
        if type(value) is int:
            return value
        if isinstance(value, bytes):
            return _BYTES + value
        raise TypeError(f"a cache holds whole numbers and bytes, no {type(value).__name__}")

    def loads(self, found: bytes) -> int | bytes | None:
        """The value that was written; None, as if there were nothing, for what this class has not written."""
        if found.startswith(_BYTES):
            return found.removeprefix(_BYTES)
        try:
            return int(found)
        except ValueError:
            report_foreign_value()
            return None


@cache
def report_foreign_value() -> None:
    """Say in the log that something in the cache is not ours: once, since there may be any number."""
    log.error(
        "something in the cache was not written by this service, or with another SECRET_KEY; it is ignored. "
        "Each process says this once"
    )


def check(**_options: Any) -> list[CheckMessage]:
    """The system check of deployments: a warning for a Redis that strangers could reach."""
    if settings.SIZE != "full":
        return []
    told = parse_url(settings.REDIS_URL)  # type: ignore[no-untyped-call]
    complaints: list[CheckMessage] = []
    if "path" not in told and not told.get("password"):
        hint = "Set requirepass, or a user with a password, in Redis, and name it in REDIS_URL."
        complaints.append(Warning("Redis asks for no password.", hint=hint, id="sekigahara.W001"))
    if "path" not in told and _is_open(told.get("host", "localhost")):
        hint = "Let Redis listen on this machine or in a private network only."
        complaints.append(Warning("Redis has a public address.", hint=hint, id="sekigahara.W002"))
    return complaints


def _is_open(host: str) -> bool:
    try:
        found = {str(address[0]) for *_how, address in socket.getaddrinfo(host, None)}
    except OSError:  # a name that is known only where the service runs
        return False
    return any(ipaddress.ip_address(address).is_global for address in found)
