"""The page of a person, and blocking them there."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, services
from accounts.models.person import Person
from accounts.pages import for_person
from games.engine.side import EAST, SIDES
from games.ladders import person_pages
from games.ladders.finished_games import SideCount
from games.ladders.person_pages import PersonPage
from games.ladders.ratings import queries
from games.models.seat import key_of_computer
from games.services import computers
from games.services.computers import COMPUTERS_BY_KEY
from games.story.computers import in_full
from games.web.game_lists import rows_of
from games.web.ratings import rating_history, rating_now
from games.web.visitors import opened_games, person_of
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404

PUBLIC_GAMES_OF_A_PLAYER = 6


@require_safe
def player(request: HttpRequest, key: str) -> HttpResponse:
    """Show who somebody is. Their deprecated key of ratings leads to their public key."""
    if key in COMPUTERS_BY_KEY:
        return _computer(request, COMPUTERS_BY_KEY[key])
    page = _page_of(request, key)
    if key != page.person.key:
        response = redirect("games:player", page.person.key)
        response["Location"] += f"?{query}" if (query := request.META.get("QUERY_STRING")) else ""
        return response
    if "edition" in request.GET and request.GET["edition"] not in queries.ladders():
        raise Http404
    now = service_time.now()
    standings = [
        {
            "ladder": row.ladder,
            "name": queries.name_of(row.ladder),
            "rating": rating_now(row, now),
            "games": row.games,
        }
        for row in person_pages.standings_of(page)
    ]
    context = {
        "shown": page,
        "standings": standings,
        "crest": _crest(page),
        "editions": _by_edition(page.finished.sides),
        "watched": rows_of(person_pages.public_games_of(page)[:PUBLIC_GAMES_OF_A_PLAYER]),
        "has_history": bool(page.rated_as and page.shows_games),
    }
    if page.rated_as and page.shows_games:
        context |= rating_history(request, page.rated_as)
    return render(request, "games/players/player.html", context)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def block(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Block somebody, or take that back. They are not told."""
    page = _page_of(request, key)
    if page.is_own:
        raise Http404
    if request.method == "POST":
        if request.POST.get("do") == "unblock":
            services.unblock(person=person, other=page.person)
            done = _("You no longer block %(name)s, who can invite you again.")
        else:
            services.block(person=person, other=page.person)
            done = _("You block %(name)s, who is not told.")
        messages.success(request, done % {"name": page.person})
    return redirect("games:player", page.person.key)


def _computer(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a computer player is, and its record against who plays in this browser."""
    reader = person_of(request) or guests.guest_in(request)
    context = {
        "name": name,
        "about": in_full(name),
        "record": None if reader is None else person_pages.record_against_computer(name, reader),
        "others": [(each, key_of_computer(each)) for each in computers.LEVELS_BY_NAME if each != name],
    }
    return render(request, "games/players/computer.html", context)


def _page_of(request: HttpRequest, key: str) -> PersonPage:
    """The page with a key.

    Raises:
        Http404: there is none that this visitor may know of.
    """
    return or_404(person_pages.page_of(key, person_of(request), opened=opened_games(request)))


def _by_edition(sides: Sequence[SideCount]) -> list[dict[str, Any]]:
    """The finished games of each edition, with what the person won and lost there with each side."""
    editions: dict[str, dict[str, Any]] = {}
    for each in sides:
        row = editions.setdefault(each.edition, {"name": queries.name_of(each.edition)})
        row[each.side.label] = each
    return list(editions.values())


def _crest(page: PersonPage) -> dict[str, Any]:
    """The crest of a person: a letter, and what part of its ring is East's, in percent."""
    played = dict.fromkeys(SIDES, 0)
    for each in page.finished.sides:
        played[each.side] += each.won + each.lost
    games = sum(played.values())
    east = round(100 * played[EAST] / games) if games else 0
    return {"letter": str(page.person)[0].upper(), "east": east, "is_plain": not games}
