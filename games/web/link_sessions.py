"""How long a browser keeps what a link in a mail opened."""

from django.http import HttpRequest

LINK_SESSION = 24 * 60 * 60
"""Seconds for which a browser keeps what a link opened, until something is done in it. Mail scanners follow
links too, each time with a new session."""


def begin_session(request: HttpRequest) -> None:
    """Make a session short if it is new. One that exists stays as it is."""
    if request.session.is_empty():
        request.session.set_expiry(LINK_SESSION)


def keep_session(request: HttpRequest) -> None:
    """Keep the session for as long as others are kept if something is done in this browser."""
    if request.method == "POST" and request.session.get_expiry_age() == LINK_SESSION:
        request.session.set_expiry(None)
