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

from accounts.models.person import Person
from accounts.rate_limits import Limit, sender_of, spend

PROCESSOR_OF_SENDER = Limit.declare("processor milliseconds of a sender", 20_000, 100)
"""A fifth of a core, and 20 seconds at once: more than a thousand pages."""
PROCESSOR_OF_PERSON = Limit.declare("processor milliseconds of a person", 30_000, 60)
"""Half a core. All programs of a person spend it together."""

Spender = tuple[Limit, str]
"""Which budget, and whose."""

READER = "reader"
"""Session key: the primary key of the person who got the mail whose link opened something in this browser."""
FOLLOWED = "followed"
"""Session key: the path of the page that a link led to."""


def of_person(key: int) -> Spender:
    """The budget of a person, by primary key. Guests have none, as nobody vouches for them."""
    return PROCESSOR_OF_PERSON, f"person {key}"


def of_sender(request: HttpRequest) -> Spender:
    """The budget of anyone else who sends a request."""
    return PROCESSOR_OF_SENDER, sender_of(request)


def of_browser(request: HttpRequest) -> Spender:
    """The budget of a page: of the person signed in, else of the reader of a mail, whose neighbours may have
    used up that of the address.

    Readers have another budget than the same people when they are signed in: links may be passed on, and a
    browser does not notice here when they are revoked.
    """
    if isinstance(request.user, Person):
        return of_person(request.user.pk)
    reader = request.session.get(READER)
    return (PROCESSOR_OF_PERSON, f"reader {reader}") if isinstance(reader, int) else of_sender(request)


def note_reader(request: HttpRequest, person: Person) -> None:
    """Note that something was opened in this browser for a person, who pays for its pages from now on."""
    if not person.is_guest:  # nobody vouches for them
        request.session[READER] = person.pk


def note_followed(request: HttpRequest, path: str) -> None:
    """Note that a link leads a browser to a page, which is not refused then."""
    request.session[FOLLOWED] = path


def is_followed(request: HttpRequest) -> bool:
    """Whether a link led to this page that would be refused; once for each time that it was followed."""
    if request.method != "GET" or request.session.get(FOLLOWED) != request.path:
        return False
    del request.session[FOLLOWED]
    return True


def charge(spender: Spender, begun: float) -> None:
    """Charge a request that is answered.

    Args:
        begun: what ``time.thread_time`` showed when the work began, in this thread.
    """
    # One more for what the server does around it, before and after.
    spend(*spender, 1 + ceil((thread_time() - begun) * 1_000))
