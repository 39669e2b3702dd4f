"""How many requests one caller may make. Far beyond what playing needs, a computer player included.

Each token is counted by itself, so that no program of a person stops another one of theirs. How many tokens a
person may have bounds what they can ask for altogether.

How things stand is told by the fields of draft-ietf-httpapi-ratelimit-headers-10: ``RateLimit-Policy`` names
the limit, ``RateLimit`` what is left of it.
"""

from django.http import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models.api_token import ApiToken
from accounts.rate_limits import Counted, Limit, count, count_often, sender_of

READS, WRITES = "reads", "writes"

LIMITS = {
    READS: Limit("API reads", 3000, 60),
    WRITES: Limit("API writes", 1200, 60),
}
"""Of one token; of one sender, where nobody is identified."""


class Throttle(BaseThrottle):
    """Counts in the cache that all processes share, and lets everything through where that is away."""

    _counted: Counted | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - of the framework
        """Whether this request is one of those that may still be made."""
        token, limit = request.auth, LIMITS[_sort(request)]
        if isinstance(token, ApiToken):
            self._counted = count_often(limit, f"token {token.pk}")
        else:
            self._counted = count(limit, sender_of(request._request))  # noqa: SLF001 - what Django knows of it
        request.counted = self._counted  # type: ignore[attr-defined] # so that the answer can tell of it
        return self._counted is None or not self._counted.is_over

    def wait(self) -> float | None:
        """Seconds until the next."""
        return None if self._counted is None else self._counted.seconds


def tell(request: Request, response: HttpResponseBase) -> None:
    """Say in the head of an answer how its reader stands, if they were counted."""
    counted: Counted | None = getattr(request, "counted", None)
    if counted is None:
        return
    name = _sort(request)
    response["RateLimit-Policy"] = f'"{name}";q={counted.limit.most};w={counted.limit.seconds}'
    response["RateLimit"] = f'"{name}";r={counted.remaining};t={counted.seconds}'


def _sort(request: Request) -> str:
    return READS if request.method in SAFE_METHODS else WRITES
