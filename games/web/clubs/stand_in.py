"""Members say whether they are willing to take over games of others, and answer when they are asked."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.arbitration import stand_ins
from games.ladders.clubs.queries import standing_of
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.ruling import StandInSearch
from games.models import both_seats
from games.web.clubs import sentences
from games.web.clubs.finding import found
from sekigahara.errors.exceptions import Frozen, Refused, or_404


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def stand_in(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Show a member the seats that they are asked to take, and whether they are asked at all; take both."""
    club = found(request, slug)
    member = or_404(standing_of(club, person).membership)
    match request.POST.get("what"):
        case "accept":
            return _accepted(request, person, club)
        case "decline":
            stand_ins.decline(search=request.POST.get("search", ""), person=person)
            messages.success(request, _("You do not take the seat. Somebody else is asked."))
        case "willing" | "unwilling" as what:
            stand_ins.stand_in(member=member, is_willing=what == "willing")
            messages.success(request, _("Saved."))
        case _:
            asked = [_row(search) for search in stand_ins.searches_for(person, club)]
            context = {"club": club, "member": member, "asked": asked}
            status = 400 if request.method == "POST" else 200
            return render(request, "games/clubs/stand_in.html", context, status=status)
    return redirect("clubs:stand-in", slug)


def _accepted(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Take the seat, and go to the game."""
    try:
        ruling = stand_ins.accept(search=request.POST.get("search", ""), person=person)
    except Frozen:
        raise
    except Refused as error:
        messages.error(request, sentences.refused(error))
        return redirect("clubs:stand-in", club.slug)
    messages.success(request, _("You have taken the seat. Both players are mailed."))
    return redirect("games:game", ruling.game.public_id)


def _row(search: StandInSearch) -> dict[str, Any]:
    """What somebody knows of a game before they take a seat in it: nothing that is hidden."""
    seats = both_seats.found_with_players(search.game.public_id)
    return {
        "search": search,
        "game": seats[0].game,
        "seat": seats[search.side],
        "other": seats[search.plays.enemy],
        "ladder": Ladder.objects.filter(seasons__matches__game=search.game_id).first(),
    }
