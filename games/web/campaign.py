"""The page of the history: the campaign of 1600, and a sentence about each clan and each leader."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games.drawing.blocks import block_svg
from games.engine.edition_data import SideName
from games.rulebook.editions import DEFAULT, ruleset
from games.story.campaign import CLANS, LEADERS, clan_anchor
from games.web.kept_html import kept_html


@require_safe
def campaign(request: HttpRequest) -> HttpResponse:
    """Show the history."""
    body = kept_html("campaign", partial(render_to_string, "games/_campaign_body.html", _context()))
    return render(request, "games/campaign.html", {"body": body})


def _context() -> dict[str, Any]:
    return {"east": list(_clans("east")), "west": list(_clans("west"))}


def _clans(side: SideName) -> Iterator[dict[str, Any]]:
    """The clans of a side with their leaders, and last those whom disks stand for."""
    rules = ruleset(DEFAULT)
    printed = rules.edition
    for clan in printed.clans:
        if clan.side == side and clan.id in CLANS:
            leader = next(each.id for each in printed.blocks if each.clan == clan.id and each.id in LEADERS)
            yield {
                "anchor": clan_anchor(clan.id),
                "name": clan.name,
                "about": CLANS[clan.id],
                "leader": leader,
                "about_leader": LEADERS[leader],
                "picture": block_svg(rules, leader),
            }
    for disk in printed.disks:
        if disk.side == side:
            yield {"name": disk.name, "leader": disk.id, "about_leader": LEADERS[disk.id]}
