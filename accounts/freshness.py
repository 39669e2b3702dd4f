"""Whether somebody has just signed in by a mailed link, as is needed for what cannot be undone.

A session lasts for months, and anyone who finds an unlocked browser or copies its cookie has it. Only the
owner of the mailbox can do these things: make an API token, close the account, dissolve a club, make somebody
else its organiser. An API token was made after such a sign-in, and counts as fresh for as long.
"""

from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.forms import Form
from django.http import HttpRequest

from accounts.models.api_token import ApiToken
from sekigahara.db import service_time

FRESH_FOR = timedelta(minutes=30)
SIGNED_IN_AT = "signed in at"
"""Session key: when the person signed in in this browser, in seconds since 1970."""


def is_fresh(request: HttpRequest) -> bool:
    """Whether the person signed in in this browser within ``FRESH_FOR``."""
    at = request.session.get(SIGNED_IN_AT)
    return isinstance(at, float) and 0 <= service_time.now().timestamp() - at < FRESH_FOR.total_seconds()


def is_new(token: ApiToken) -> bool:
    """Whether an API token was made within ``FRESH_FOR``. Programs that were let in get theirs without."""
    return token.access_id is None and service_time.now() - token.created < FRESH_FOR


def status_of(request: HttpRequest, form: Form) -> int:
    """The status of a page whose form is filled only after a fresh sign-in: 403 where that was missing."""
    if form.is_bound:
        return 400
    return 403 if request.method == "POST" else 200


@receiver(user_logged_in)
def _note(request: HttpRequest, **_signal: Any) -> None:
    request.session[SIGNED_IN_AT] = service_time.now().timestamp()
