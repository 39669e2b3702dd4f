"""The page on which whoever likes checks a finished game: in their browser, or by programs of their own."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import log
from games.web.visitors import viewer_in

EXPLAINED = Path(log.__file__).with_name("README.md")
"""What a record holds and how it is checked; its first program needs nothing but Python."""


@never_cache
@require_safe
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check the record of a game once it is over; until then, what that will be."""
    viewer = viewer_in(request, public_id)
    context = {"game": viewer.game, "viewer": viewer, "program": _program()}
    return render(request, "games/verify.html", context)


@cache
def _program() -> str:
    """The program that checks the chain, as it is explained."""
    explained = EXPLAINED.read_text(encoding="utf-8")
    return explained.partition("```python\n")[2].partition("```")[0]
