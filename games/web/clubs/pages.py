"""The public pages of a club; joining it and leaving it."""

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.clubs import games as club_games
from games.ladders.clubs import membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import Entrant
from games.ladders.tables import queries as ladder_queries
from games.reads import queries
from games.web.ask_name import introduced, name_form
from games.web.clubs import sentences
from games.web.clubs.finding import done, found
from games.web.clubs.late import late_in
from games.web.game_lists import free_seats, rows_of
from games.web.ladders.cards import cards_of
from games.web.visitors import person_of, without_token
from sekigahara.errors.exceptions import Refused
from sekigahara.requests.never_refused import never_refused

MEMBERS_SHOWN = 12
MEMBERS_A_PAGE = 50
GAMES_SHOWN = 5
CLUB_GAMES_A_PAGE = 25
RULING = (Membership.Role.ORGANISER, Membership.Role.ARBITER)
"""Who sees what is late in a club."""
LINKS = "club links"
"""Session key: by club slug, the secret of the invitation link that this browser followed."""


@require_safe
@never_cache
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club, its members, and how to join."""
    return _shown(request, found(slug))


def _shown(request: HttpRequest, club: Club, status: int = 200) -> HttpResponse:
    person = person_of(request)
    latest = list(club_games.games_of(club)[: GAMES_SHOWN + 1])
    standing = club_queries.standing_of(club, person)
    context = {
        "club": club,
        "standing": standing,
        "members": club_queries.members_of(club)[:MEMBERS_SHOWN],
        "ladders": cards_of(
            ladder_queries.ladders_of(club), person, is_member=standing.membership is not None
        ),
        "late": late_in([club], leads=standing.is_organiser).get(club.pk) if standing.role in RULING else [],
        "usual": sentences.games_of(club),
        "open_games": free_seats(queries.open_games(person).filter(in_club__club=club)[:MEMBERS_SHOWN]),
        "games": rows_of(latest[:GAMES_SHOWN]),
        "has_more_games": len(latest) > GAMES_SHOWN,
        "may_try": club.joining != Club.Joining.LINK or _has_link(request, club),
        "naming": name_form(request, person),
    }
    return render(request, "games/clubs/club.html", context, status=status)


@require_safe
@never_cache
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List all members of a club."""
    club = found(slug)
    context = {
        "club": club,
        "standing": club_queries.standing_of(club, person_of(request)),
        "page": Paginator(club_queries.members_of(club), MEMBERS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/clubs/members.html", context)


@require_safe
@never_cache
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """List all public games of a club."""
    club = found(slug)
    page = Paginator(club_games.games_of(club), CLUB_GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "page": page, "games": rows_of(page.object_list)}
    return render(request, "games/clubs/games.html", context)


@require_safe
@never_cache
@never_refused("GET", "HEAD")
def follow_link(request: HttpRequest, slug: str, link: str) -> HttpResponse:
    """Remember an invitation link in the session, and redirect to the club without the secret.

    Following the link does not yet join the club, because mail scanners follow links too.
    """
    club = found(slug)
    if club.joining == Club.Joining.LINK:
        if constant_time_compare(link, club.link):
            request.session[LINKS] = {**_links(request), slug: link}
        else:
            messages.error(request, _("This link no longer works. Ask an organiser for the current one."))
    return without_token(request, reverse("clubs:club", args=[slug]))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def join(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Join a club, or request to; a GET request is redirected to the club."""
    club = found(slug)
    if request.method != "POST":
        return redirect("clubs:club", slug)
    if not introduced(person, name_form(request, person)):
        return _shown(request, club, 400)
    try:
        came = membership.join(club=club, person=person, link=_links(request).get(slug, ""))
    except Refused as error:
        messages.error(request, sentences.refused(error))
    else:
        if isinstance(came, Membership):
            messages.success(request, _("You are a member of this club."))
        else:
            messages.success(
                request,
                _("You asked to join. The organisers get an email, and so do you once they decide."),
            )
    return redirect("clubs:club", slug)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Leave a club, or withdraw a request to join, after a confirmation page."""
    club = found(slug)
    standing = club_queries.standing_of(club, person)
    if request.method != "POST":
        if standing.membership is None and standing.request is None:
            return redirect("clubs:club", slug)
        on_ladders = Entrant.objects.filter(ladder__club=club, person=person, left_at=None)
        context = {"club": club, "standing": standing, "is_on_ladder": on_ladders.exists()}
        return render(request, "games/clubs/leave.html", context)
    success = (
        _("You have withdrawn your request.") if standing.membership is None else _("You have left the club.")
    )
    done(request, partial(membership.leave, club=club, person=person), success)
    return redirect("clubs:club", slug)


def invitation_by_link(request: HttpRequest, _email: str) -> str:
    """The club whose present link this browser followed, by a name for ``accounts.links``; empty for none."""
    followed = _links(request)
    clubs = Club.objects.filter(slug__in=followed, joining=Club.Joining.LINK, dissolved_at=None)
    return next((f"club {club.pk}" for club in clubs if _has_link(request, club)), "") if followed else ""


def _has_link(request: HttpRequest, club: Club) -> bool:
    return constant_time_compare(_links(request).get(club.slug, ""), club.link)


def _links(request: HttpRequest) -> dict[str, str]:
    kept = request.session.get(LINKS)
    return kept if isinstance(kept, dict) else {}
