"""The page that verifies the record of a finished game in the browser, or explains how programs do it."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import log
from games.web.visitors import viewer_in

EXPLAINED = Path(log.__file__).with_name("README.md")
"""Describes records and how to verify them. Its first Python example is a complete program."""


@never_cache
@require_safe
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the verification of a finished game's record; before the end, explain it."""
    viewer = viewer_in(request, public_id)
    context = {"game": viewer.game, "viewer": viewer, "program": _program()}
    return render(request, "games/verify.html", context)


@cache
def _program() -> str:
    """The program that verifies the hash chain, from the guide."""
    explained = EXPLAINED.read_text(encoding="utf-8")
    return explained.partition("```python\n")[2].partition("```")[0]
