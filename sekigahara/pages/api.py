"""The pages about the API: its index, the guide, and the error codes that problem documents link to."""

from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sekigahara.errors.codes import CODES, Code

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


@never_cache
@require_safe
def codes(request: HttpRequest) -> HttpResponse:
    """All codes that an answer of the API can have, by status."""
    public = sorted((code for code in CODES.values() if not code.is_for_pages), key=lambda code: code.name)
    statuses = sorted({code.status for code in public})
    groups = [(_heading(each), [code for code in public if code.status == each]) for each in statuses]
    return render(request, "sekigahara/codes.html", {"groups": groups})


@never_cache
@require_safe
def code(request: HttpRequest, code: str) -> HttpResponse:
    """The page of one code.

    Raises:
        Http404: no response of the API can have it.
    """
    found = CODES.get(code)
    if found is None or found.is_for_pages:
        raise Http404
    return render(request, "sekigahara/code.html", _context(found))


def _context(code: Code) -> dict[str, Any]:
    return {"code": code, "status": _heading(code.status), "parameters": sorted(code.parameters)}


def _heading(status: int) -> str:
    return f"{status} {HTTPStatus(status).phrase}"
