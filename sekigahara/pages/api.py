"""The pages about the API: an index of schema, guide and error codes, and the guide itself."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

GUIDE = settings.PROJECT / "games" / "api" / "README.md"


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Links to all that a program needs."""
    return render(request, "sekigahara/api.html")


@never_cache
@require_safe
def guide(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the same for everyone
    """The guide to the API as plain text, from the source of the running release."""
    return HttpResponse(_guide(), content_type="text/plain; charset=utf-8")


@cache
def _guide() -> str:
    return GUIDE.read_text(encoding="utf-8")
