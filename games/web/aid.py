"""The player aid of an edition: its rules on one screen of a phone, or on one page of A5."""

from functools import partial
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.edition_data import Edition
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, WEST
from games.rulebook.editions import Layered
from games.story import Names
from games.story.names import listing
from games.web.edition_comparison import requested
from games.web.kept_html import kept_html
from sekigahara.errors.exceptions import or_404


@require_safe
def aid(request: HttpRequest, named: str) -> HttpResponse:
    """Show the player aid of an edition.

    Args:
        request: for the page.
        named: the id of the edition, or the digest of an edition text that a game keeps.
    """
    found = or_404(requested(named))
    body = kept_html(f"aid:{named}:{found.digest}", partial(_body, named, found))
    return render(request, "games/aid.html", {"name": found.whole.name, "body": body})


def _body(named: str, found: Layered) -> str:
    printed = found.whole
    names = Names(Ruleset(printed, found.digest))
    context: dict[str, Any] = {
        "name": printed.name,
        "named": named,
        "flags": printed.flags,
        "blocks": listing(_drawn_each_week(printed.flags.reinforcement_blocks)),
        "capitals": any(place.capital for place in printed.locations),
        "mori": names.place(printed.mori.location),
        "wildcards": listing(names.clan(block.clan) for block in printed.blocks if block.wildcard),
        "early": listing(names.disk(disk.id) for disk in printed.disks if disk.falls == "any"),
        "east_needs": _needed(names, printed, EAST.label),
        "west_needs": _needed(names, printed, WEST.label),
    }
    return render_to_string("games/_aid_body.html", context)


def _drawn_each_week(blocks: tuple[int, ...]) -> list[str]:
    """How many blocks are drawn [6.2], weeks of the same number together; none where no week has any."""
    found = []
    for count, group in groupby(enumerate(blocks, start=1), key=lambda each: each[1]):
        weeks = [week for week, _count in group]
        values = {"count": count, "first": weeks[0], "last": weeks[-1]}
        if count and len(weeks) > 1:
            found.append(_("%(count)d in weeks %(first)d–%(last)d") % values)  # noqa: RUF001
        elif count:
            found.append(_("%(count)d in week %(first)d") % values)
    return found


def _needed(names: Names, printed: Edition, side: str) -> str:
    """The pieces whose loss loses a side the game [2.1]."""
    disks = [names.disk(disk.id) for disk in printed.disks if disk.fatal and disk.side == side]
    blocks = [names.block(block.id) for block in printed.blocks if block.fatal and block.side == side]
    return get_text_list([*disks, *blocks])
