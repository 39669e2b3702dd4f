"""The pages that the ``type`` of a problem document links to: one for each error code, and an index."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sekigahara.errors.codes import CODES, Code


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All codes that an answer of the API can have, by status."""
    public = sorted((code for code in CODES.values() if not code.is_for_pages), key=lambda code: code.name)
    statuses = sorted({code.status for code in public})
    groups = [(_heading(each), [code for code in public if code.status == each]) for each in statuses]
    return render(request, "sekigahara/codes.html", {"groups": groups})


@never_cache
@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
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
