"""The pages about the API: its index, the guide, the page of bots, and the error codes that problems name."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sekigahara.errors.codes import CODES, Code

GUIDE = settings.PROJECT / "games" / "api" / "README.md"
BOTS = settings.PROJECT / "deploy" / "examples" / "bot" / "README.md"
LINKED_BOT = re.compile(r"^\[`(\w+\.(py|ts))`\]\(\1\)$", re.MULTILINE)
"""A line of that page; the program itself is shown in its place."""
FILE = re.compile(r"\[([^]]+)\]\((?!https?:|#)[^)]+\)")
"""A link to a file of the sources, which is at no address here."""
FOR_MAINTAINERS = "\n## For maintainers"
"""How the last part of the guide begins, which is about the sources alone."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Links to all that a program needs."""
    return render(request, "sekigahara/api.html")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the same for everyone
    """The guide to the API as plain text, without what is about the sources alone."""
    return HttpResponse(_guide(), content_type="text/plain; charset=utf-8")


@cache
def _guide() -> str:
    text = GUIDE.read_text(encoding="utf-8").partition(FOR_MAINTAINERS)[0]
    return FILE.sub(r"\1", text).rstrip() + "\n"


@require_safe
def bots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the same for everyone
    """How bots use the API, as plain text, with whole bots as they stand in the source."""
    return HttpResponse(_bots(), content_type="text/plain; charset=utf-8")


@cache
def _bots() -> str:
    def shown(link: re.Match[str]) -> str:
        return f"```{link[2]}\n{BOTS.with_name(link[1]).read_text(encoding='utf-8')}```"

    return FILE.sub(r"\1", LINKED_BOT.sub(shown, BOTS.read_text(encoding="utf-8")))


@require_safe
def codes(request: HttpRequest) -> HttpResponse:
    """All codes that an answer of the API can have, by status."""
    public = sorted((code for code in CODES.values() if not code.is_for_pages), key=lambda code: code.name)
    statuses = sorted({code.status for code in public})
    groups = [(_heading(each), [code for code in public if code.status == each]) for each in statuses]
    return render(request, "sekigahara/codes.html", {"groups": groups})


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
