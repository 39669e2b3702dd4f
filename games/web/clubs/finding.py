"""Finds the club, the ladder or the game of a page, and checks who may see the page."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.arbitration import jurisdiction
from games.ladders.clubs.queries import club_at, standing_of
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Season
from games.ladders.tables import queries
from games.models.seat import Seat
from games.web.clubs import sentences
from games.web.visitors import person_of
from sekigahara.errors.exceptions import Forbidden, Refused, or_404


def found(request: HttpRequest, slug: str) -> Club:
    """The club with a slug, if the visitor knows of it.

    Raises:
        Http404: there is no such club. The responses are identical.
    """
    return or_404(club_at(slug, person_of(request)))


def for_organiser(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the signed-in organiser, the club, and the other parameters of the URL.

    Others get a 404. A member whose POST comes after they lost the role, e.g. by a double click on handing
    over or dissolving, is redirected to the club.
    """

    @for_person
    def page(request: HttpRequest, person: Person, /, slug: str, **parts: str) -> HttpResponse:
        club = found(request, slug)
        standing = standing_of(club, person)
        if standing.is_organiser:
            return view(request, person, club, **parts)
        is_stranger = standing.membership is None and club.dissolved_at is None
        if is_stranger or request.method != "POST":
            raise Http404
        return redirect("clubs:club", slug)

    return wraps(view)(page)


def done(request: HttpRequest, do: Callable[[], object], success: str) -> bool:
    """Call a service and show a message about its success or refusal.

    Args:
        request: for the message.
        do: the call.
        success: the message on success.

    Returns:
        Whether it succeeded.
    """
    try:
        do()
    except Refused as error:
        messages.error(request, sentences.refused(error))
        return False
    messages.success(request, success)
    return True


def found_ladder(request: HttpRequest, ladder: str) -> Ladder:
    """The ladder with an id, of whose club the visitor knows.

    Raises:
        Http404: there is no such ladder. The responses are identical.
    """
    return or_404(queries.ladder_at(ladder, person_of(request)))


def kept_by_anybody(
    seconds: int, find: Callable[..., Club | Ladder]
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Call a view with the club or the ladder of the URL; other sites may keep and show what it answers.

    What is of a private club nobody keeps.

    Args:
        seconds: for how long.
        find: ``found`` or ``found_ladder``.
    """

    def decorated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        @conditional_page
        def page(request: HttpRequest, **parts: str) -> HttpResponse:
            shown = find(request, **parts)
            response = view(request, shown)
            club = shown if isinstance(shown, Club) else shown.club
            if club.is_private:
                patch_cache_control(response, private=True, no_store=True)
            else:
                patch_cache_control(response, public=True, max_age=seconds)
            return response

        return page

    return decorated


def season_of(request: HttpRequest, ladder: Ladder) -> Season:
    """The season that the query names, by default the latest.

    Raises:
        Http404: there is no season of that number.
    """
    seasons = queries.seasons_of(ladder)
    number = request.GET.get("season", "")
    return or_404(
        seasons.filter(number=number).first() if number.isdecimal() and len(number) < 7 else seasons.first()
    )


def for_arbiter(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the signed-in arbiter or organiser, the club, and the other parameters of the URL.

    Others get a 404.
    """

    @for_person
    def page(request: HttpRequest, person: Person, /, slug: str, **parts: str) -> HttpResponse:
        club = found(request, slug)
        if not jurisdiction.may_rule_in(club, person):
            raise Http404
        return view(request, person, club, **parts)

    return wraps(view)(page)


def for_case(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call a view with the arbiter, a game of the club, and its seats.

    Others than the club's arbiters and organisers get a 404. An arbiter who plays or played in the game is
    redirected to the overview.
    """

    @for_arbiter
    def page(
        request: HttpRequest, person: Person, club: Club, /, public_id: str, **parts: str
    ) -> HttpResponse:
        held = or_404(jurisdiction.held_in(club, public_id))
        seats = list(Seat.objects.select_related("player").filter(game=held.game).order_by("side"))
        for seat in seats:
            seat.game = held.game
        try:
            jurisdiction.refuse_others(held, seats, person)
        except Forbidden as error:
            messages.error(request, sentences.refused(error))
            return redirect("arbitration:overview", held.club.slug)
        return view(request, person, held, seats, **parts)

    return wraps(view)(page)
