"""The processor time that requests take: every sender, and every person, has a budget that refills steadily.

Limits on the number of requests do not tell a page of 3 ms from one of 100. What a request took is known when
it is answered, and charged then. The next one is refused before any work is done for it, as long as the
budget is overdrawn, except those marked ``never_refused``. The time for which a request waits
for the database is not counted, nor is what an event stream takes after it was opened.

Whether a request is refused depends on nothing but how long the sender's own requests took, all of which they
could measure better from outside: milliseconds rounded up, added up, and told in whole seconds, say nothing
about what is hidden in a game that the time of a single answer does not.
"""

from math import ceil
from time import thread_time

from django.http import HttpRequest

from accounts.rate_limits import Limit, sender_of, spend

PROCESSOR_OF_SENDER = Limit.declare("processor milliseconds of a sender", 20_000, 100)
"""A fifth of a core, and 20 seconds at once: more than a thousand pages."""
PROCESSOR_OF_PERSON = Limit.declare("processor milliseconds of a person", 30_000, 60)
"""Half a core. All programs of a person spend it together."""

Spender = tuple[Limit, str]
"""Which budget, and whose."""


def of_person(key: int) -> Spender:
    """The budget of a person, by primary key. Guests have none, as nobody vouches for them."""
    return PROCESSOR_OF_PERSON, f"person {key}"


def of_sender(request: HttpRequest) -> Spender:
    """The budget of whoever else sends a request."""
    return PROCESSOR_OF_SENDER, sender_of(request)


def charge(spender: Spender, begun: float) -> None:
    """Charge a request that is answered.

    Args:
        begun: what ``time.thread_time`` showed when the work began, in this thread.
    """
    # One more for what the server does around it, before and after.
    spend(*spender, 1 + ceil((thread_time() - begun) * 1_000))
