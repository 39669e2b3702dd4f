"""Rate limits of the API. They are far above what playing needs, even for a bot.

Each token has its own limits, so that one program of a person cannot block another. The number of tokens per
person limits the total.

Responses have the headers of draft-ietf-httpapi-ratelimit-headers-10: ``RateLimit-Policy`` is the limit,
``RateLimit`` what is left of it.
"""

from django.http import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models.api_token import ApiToken
from accounts.rate_limits import Counted, Limit, count, count_often, sender_of
from games.api.seat_authentication import Granted

READS, WRITES = "reads", "writes"

LIMITS = {
    READS: Limit.declare("API reads", 3000, 60),
    WRITES: Limit.declare("API writes", 1200, 60),
}
"""Per token, or seat that a page has a pass for; per network address for requests without either."""


class Throttle(BaseThrottle):
    """A throttle that counts in the shared cache, and allows everything while the cache is unavailable."""

    _counted: Counted | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - the framework's signature
        """Whether the request is within the limit."""
        token, limit = request.auth, LIMITS[_sort(request)]
        if isinstance(token, ApiToken):
            self._counted = count_often(limit, f"token {token.pk}")
        elif isinstance(token, Granted):
            self._counted = count_often(limit, f"seat {token.seat}")
        else:
            self._counted = count(limit, sender_of(request._request))  # noqa: SLF001 - Django's own request
        request.counted = self._counted  # type: ignore[attr-defined] # for the headers of the response
        return self._counted is None or not self._counted.is_over

    def wait(self) -> float | None:
        """Seconds until the next request is allowed."""
        return None if self._counted is None else self._counted.seconds


def add_limit_headers(request: Request, response: HttpResponseBase) -> None:
    """Add the rate limit headers to a response, if the request was counted."""
    counted: Counted | None = getattr(request, "counted", None)
    if counted is None:
        return
    name = _sort(request)
    response["RateLimit-Policy"] = f'"{name}";q={counted.limit.most};w={counted.limit.seconds}'
    response["RateLimit"] = f'"{name}";r={counted.remaining};t={counted.seconds}'


def _sort(request: Request) -> str:
    return READS if request.method in SAFE_METHODS else WRITES
