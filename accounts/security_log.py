"""Who signed in, who made a token, who was refused: one line of the process log for each, as JSON.

    {"at":"2026-11-26T18:00:00.000000+00:00","event":"token-made","person":12,"sender":"5d1c…","token":"9f0b…"}

No line holds an address, a token or a link. A person is the number of their row; a sender is a keyed hash,
the same for all lines until ``SECRET_KEY`` changes; `token` is how the stored hash of a token begins. Lines
without `sender` are those of workers and commands.
"""

import getpass
import json
import logging
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import LazyObject

from accounts.rate_limits import sender_of
from sekigahara.requests.current_request import current_request

log = logging.getLogger(__name__)

REFUSALS = frozenset({401, 403, 429})


class SecurityEvent(StrEnum):
    """What is written down, each time by one line. An address changes only when its account is closed."""

    SIGN_IN_ASKED = "sign-in-asked"
    SIGN_IN_USED = "sign-in-used"
    SIGN_IN_FAILED = "sign-in-failed"
    SESSIONS_ENDED = "sessions-ended"
    TOKEN_MADE = "token-made"  # noqa: S105 - its name
    TOKEN_REVOKED = "token-revoked"  # noqa: S105 - its name
    ACCESS_GIVEN = "access-given"
    ACCESS_ENDED = "access-ended"
    ROLE_CHANGED = "role-changed"
    RESTRICTED = "restricted"
    RESTRICTION_LIFTED = "restriction-lifted"
    APPEAL_ANSWERED = "appeal-answered"
    ACCOUNT_CLOSED = "account-closed"
    LOOKED_UP = "looked-up"
    REFUSED = "refused"


def note(event: SecurityEvent, person: int | None = None, **about: str | int) -> None:
    """Write one line.

    Args:
        event: what happened.
        person: to whom, by primary key; None where nobody is known.
        about: what else is to be known: words of the service and public names, nothing that a sender wrote.
    """
    _write(event, current_request.get(), person, about)


def operator() -> str:
    """Who works with a command: the user of the operating system."""
    return getpass.getuser()


class Refusals(logging.Filter):
    """Writes a line of its own for each request that was refused (``REFUSALS``), in place of Django's.

    The loggers of requests tell of warnings at any ``LOG_LEVEL``; those below it are left out here.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """False for what was written otherwise."""
        request, status = getattr(record, "request", None), getattr(record, "status_code", None)
        if status is None:
            return True
        if not isinstance(request, HttpRequest) or status not in REFUSALS:
            return logging.getLogger("django").isEnabledFor(record.levelno)
        match = request.resolver_match
        about: dict[str, str | int] = {"status": status, "method": request.method or ""}
        if match is not None:
            about["route"] = match.view_name
        _write(SecurityEvent.REFUSED, request, _known(request), about)
        return False


def _known(request: HttpRequest) -> int | None:
    """Who sent a request, as far as it was found out; the database is not asked."""
    user: Any = getattr(request, "_cached_user", None) or request.__dict__.get("user")
    return None if isinstance(user, LazyObject) else getattr(user, "pk", None)


def _write(
    event: SecurityEvent, request: HttpRequest | None, person: int | None, about: dict[str, str | int]
) -> None:
    line: dict[str, str | int] = {"at": datetime.now(UTC).isoformat(), "event": event}
    if person is not None:
        line["person"] = person
    if request is not None:
        line["sender"] = salted_hmac(__name__, sender_of(request), algorithm="sha256").hexdigest()[:16]
    log.info("%s", json.dumps(line | about, separators=(",", ":")))
