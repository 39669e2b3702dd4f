"""The page that verifies the record of a finished game in the browser, or explains how programs do it.

It also compares any game with heads that somebody kept of it.
"""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games import log
from games.log import heads, seat_register
from games.reads import chronicle, kept_heads
from games.reads.fairness import fairness
from games.web.history import without_record
from games.web.visitors import show_game, viewer_in

EXPLAINED = Path(log.__file__).with_name("README.md")
"""Describes records and how to verify them. Its first Python example is a complete program."""

MOST_PASTED = 100_000
"""The most characters of a text with heads, enough for dozens of mails; longer texts are cut."""


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the verification of a finished game's record, before the end explain it; compare kept heads.

    Heads are posted: a mail that is pasted has a link to its reader's seat, which no address should hold.
    """
    viewer = viewer_in(request, public_id)
    if viewer.game.begins_from_position:
        return without_record(request, viewer)
    pasted = request.POST.get("heads", "")[:MOST_PASTED]
    kept, kept_registers = kept_heads.found_in(pasted), kept_heads.registers_in(pasted)
    compared = kept_heads.compare(chronicle.heads_of(viewer.game), kept) if kept else []
    if kept_registers:
        compared += kept_heads.compare_registers(seat_register.chains(viewer.game), kept_registers)
    context = {
        "program": _program(),
        "head": heads.shown(viewer.game),
        "pasted": pasted,
        "most_pasted": MOST_PASTED,
        "compared": compared,
        "register": seat_register.head_of(viewer.game),
        "chains": [f"{each.version}:{each.values[1]}" for each in kept if len(each.values) > 1],
        "fairness": fairness(viewer.game),
    }
    return show_game(request, viewer, "games/verify.html", context)


@cache
def _program() -> str:
    """The program that verifies the hash chain, from the guide."""
    explained = EXPLAINED.read_text(encoding="utf-8")
    return explained.partition("```python\n")[2].partition("```")[0]
