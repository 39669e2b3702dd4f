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

from accounts import processor_time
from accounts.models.api_token import ApiToken
from accounts.processor_time import charge, of_person, of_sender
from accounts.rate_limits import Counted, Limit, count, count_often, spend
from games.api.seat_authentication import Granted
from sekigahara.requests.never_refused import NEVER_REFUSED

READS, WRITES = "reads", "writes"

LIMITS = {
    READS: Limit.declare("API reads", 3000, 60),
    WRITES: Limit.declare("API writes", 1200, 60),
}
"""Per token, or seat that a page has a pass for; per network address for requests without either."""


class Throttle(BaseThrottle):
    """A throttle that counts in the shared cache, and allows everything while the cache is unavailable."""

    _wait = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request is within the limit, and within the processor time of its sender."""
        token, limit = request.auth, LIMITS[_sort(request)]
        plain = request._request  # noqa: SLF001 - Django's own request
        if isinstance(token, ApiToken):
            # A program that somebody lets act for them gets a new token every hour, and no new count.
            whose = f"token {token.pk}" if token.access_id is None else f"{token.user_id} {token.name}"
            counted = count_often(limit, whose)
            spender = (
                processor_time.PROCESSOR_OF_PERSON,
                f"person {token.user_id}",
            )  # as of_person: an action calls little
        elif isinstance(token, Granted):
            holder = token.visitor.holder
            counted = count_often(limit, f"seat {token.seat}")
            spender = of_sender(plain) if holder is None or holder.is_guest else of_person(holder.pk)
        else:
            spender = of_sender(plain)
            counted = count(limit, spender[1])
        request.counted = counted  # type: ignore[attr-defined] # for the headers of the response
        request.spender = spender  # type: ignore[attr-defined] # who is charged
        if counted is not None and counted.is_over:
            self._wait = counted.seconds
        elif plain.method not in getattr(getattr(view, str(plain.method).lower(), None), NEVER_REFUSED, ()):
            self._wait = spend(*spender)
        return not self._wait

    def wait(self) -> float:
        """Seconds until the next request is allowed."""
        return self._wait


def account_for(request: Request, response: HttpResponseBase, begun: float) -> None:
    """Charge what a request took, and add the rate limit headers to its response, if it was counted.

    Args:
        begun: what ``time.thread_time`` showed when the work began, in this thread.
    """
    held = vars(request)  # to ask the request for what it has not would look it up elsewhere
    if (spender := held.get("spender")) is not None:
        charge(spender, begun)
    counted: Counted | None = held.get("counted")
    if counted is None:
        return
    name = _sort(request)
    response["RateLimit-Policy"] = f'"{name}";q={counted.limit.most};w={counted.limit.seconds}'
    response["RateLimit"] = f'"{name}";r={counted.remaining};t={counted.seconds}'


def _sort(request: Request) -> str:
    return READS if request.method in SAFE_METHODS else WRITES
