"""Where to go after a form, as a path of this site: whatever else a request names is dropped."""

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models.sign_in_request import LONGEST_GOAL

FIELD = "next"
"""The field of a form, and the parameter of an address, that names a goal."""


def safe(goal: str) -> str:
    """A goal if it is a path of this site, else nothing."""
    is_ours = goal.startswith("/") and url_has_allowed_host_and_scheme(goal, None)
    return goal if is_ours and len(goal) <= LONGEST_GOAL else ""


def named_in(request: HttpRequest) -> str:
    """The goal that a form or an address names; empty for none."""
    return safe(request.POST.get(FIELD) or request.GET.get(FIELD, ""))


def came_from(request: HttpRequest) -> str:
    """The goal that a request names, or else the page of this site that led to it; empty for none.

    A page does not count as having led to itself, nor do the pages for signing in.
    """
    if (named := named_in(request)) or request.method == "POST":
        return named
    before = urlsplit(request.headers.get("Referer", ""))
    path = before.path + (f"?{before.query}" if before.query else "")
    is_here = before.netloc == request.get_host()
    return safe(path) if is_here and not before.path.startswith((request.path, "/sign-")) else ""
