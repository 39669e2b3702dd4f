"""How many requests one caller may make. Far beyond what playing needs, a computer player included."""

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.limits import Limit, hit, sender_of
from accounts.models.person import Person

READS, WRITES = "reads", "writes"

LIMITS = {
    READS: Limit("API reads", 3000, 60),
    WRITES: Limit("API writes", 1200, 60),
}
"""Of one person, whatever token is used; of one sender, where nobody is identified."""


class Throttle(BaseThrottle):
    """Counts in the cache that all processes share, and lets everything through where that is away."""

    _seconds: int = 0

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - of the framework
        """Whether this request is one of those that may still be made."""
        scope = READS if request.method in SAFE_METHODS else WRITES
        person = request.user
        who = f"person {person.pk}" if isinstance(person, Person) else sender_of(request._request)  # noqa: SLF001
        self._seconds = hit(LIMITS[scope], who)
        return not self._seconds

    def wait(self) -> float:
        """Seconds until the next."""
        return self._seconds
