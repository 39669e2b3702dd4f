"""The public pages of a club; joining it and leaving it."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, services
from accounts.links import SignInLink
from accounts.models.person import Person
from accounts.pages import begin_session, for_person
from games.ladders.clubs import games as club_games
from games.ladders.clubs import invitations, membership
from games.ladders.clubs import queries as club_queries
from games.ladders.clubs.announcements import stop_url
from games.ladders.models.club import Club, ClubInvitation, Membership
from games.ladders.models.ladder import Entrant
from games.ladders.tables import queries as ladder_queries
from games.models.seat import Invitation, Seat
from games.reads import queries
from games.web.ask_name import introduced, name_form
from games.web.clubs import sentences
from games.web.clubs.finding import done, found
from games.web.clubs.late import late_in
from games.web.game_lists import free_seats, rows_of
from games.web.ladders.cards import cards_of
from games.web.visitors import person_of, without_token
from sekigahara.errors.exceptions import Refused, or_404
from sekigahara.requests.never_refused import never_refused

MEMBERS_SHOWN = 12
MEMBERS_A_PAGE = 50
GAMES_SHOWN = 5
ANNOUNCEMENTS_SHOWN = 2
CLUB_GAMES_A_PAGE = 25
RULING = (Membership.Role.ORGANISER, Membership.Role.ARBITER)
"""Who sees what is late in a club."""
LINKS = "club links"
"""Session key: by club slug, the secret of the invitation link that this browser followed."""
INVITED = "club invitations"
"""Session key: by club slug, the id of the invitation whose mailed link this browser followed."""


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club, its members, and how to join; of a private club, to who may join it, only this."""
    return _shown(request, _at_the_door(request, slug))


def _at_the_door(request: HttpRequest, slug: str) -> Club:
    """The club with a slug, also for those who came by its link, are invited to it or asked to join.

    Raises:
        Http404: there is no such club. The responses are identical.
    """
    person = person_of(request)
    if (club := club_queries.club_at(slug, person)) is not None:
        return club
    club = or_404(club_queries.any_club_at(slug))
    if not (
        _has_link(request, club)
        or _invitation_here(request, club)
        or club_queries.standing_of(club, person).request
    ):
        raise Http404
    return club


def _shown(request: HttpRequest, club: Club, status: int = 200) -> HttpResponse:
    person = person_of(request)
    standing = club_queries.standing_of(club, person)
    invitation = _invitation_here(request, club) if standing.membership is None else None
    newcomer = _newcomer(request, invitation)
    context = {
        "club": club,
        "standing": standing,
        "invitation": invitation,
        "newcomer": newcomer,
        "may_try": not club.has_link or bool(invitation) or _has_link(request, club),
        "goal": _goal(request, club),
        "naming": name_form(request, person or newcomer),
    }
    if club.is_private and standing.membership is None:
        return render(request, "games/clubs/door.html", context, status=status)
    latest = list(club_games.games_of(club, is_member=standing.membership is not None)[: GAMES_SHOWN + 1])
    context |= {
        "members": club_queries.members_of(club)[:MEMBERS_SHOWN],
        "ladders": cards_of(
            ladder_queries.ladders_of(club), person, is_member=standing.membership is not None
        ),
        **_announced_to(standing.membership),
        "late": late_in([club], leads=standing.is_organiser).get(club.pk) if standing.role in RULING else [],
        "usual": sentences.games_of(club),
        "open_games": free_seats(queries.open_games(person).filter(in_club__club=club)[:MEMBERS_SHOWN]),
        "games": rows_of(latest[:GAMES_SHOWN]),
        "has_more_games": len(latest) > GAMES_SHOWN,
    }
    return render(request, "games/clubs/club.html", context, status=status)


def _announced_to(member: Membership | None) -> dict[str, Any]:
    """What a member sees of the club's announcements; nothing for others."""
    if member is None:
        return {}
    latest = club_queries.announcements_of(member.club)[:ANNOUNCEMENTS_SHOWN]
    return {"announcements": list(latest), "news": stop_url(member)}


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List all members of a club."""
    club = found(request, slug)
    context = {
        "club": club,
        "standing": club_queries.standing_of(club, person_of(request)),
        "page": Paginator(club_queries.members_of(club), MEMBERS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/clubs/members.html", context)


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """List all games of a club that the visitor may watch."""
    club = found(request, slug)
    is_member = club_queries.standing_of(club, person_of(request)).membership is not None
    watched = club_games.games_of(club, is_member=is_member)
    page = Paginator(watched, CLUB_GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "page": page, "games": rows_of(page.object_list)}
    return render(request, "games/clubs/games.html", context)


@require_safe
@never_refused("GET", "HEAD")
def follow_link(request: HttpRequest, slug: str, link: str) -> HttpResponse:
    """Remember an invitation link in the session, and redirect to the club without the secret.

    Following the link does not yet join the club, because mail scanners follow links too.
    """
    club = or_404(club_queries.any_club_at(slug))
    if club.has_link:
        if constant_time_compare(link, club.link):
            request.session[LINKS] = {**_kept(request, LINKS), slug: link}
        else:
            _at_the_door(request, slug)
            messages.error(request, _("This link no longer works. Ask an organiser for the current one."))
    return without_token(request, reverse("clubs:club", args=[slug]))


@require_safe
@never_refused("GET", "HEAD")
def follow_invitation(request: HttpRequest, slug: str, invitation: str, token: str) -> HttpResponse:
    """Remember an invitation that was mailed in the session, and redirect to the club without the secret."""
    club = or_404(club_queries.any_club_at(slug))
    if invitations.found_by_link(club, invitation, token) is not None:
        request.session[INVITED] = {**_kept(request, INVITED), slug: invitation}
    elif club_queries.standing_of(_at_the_door(request, slug), person_of(request)).membership is None:
        messages.error(request, _("This invitation no longer holds. Ask an organiser for another one."))
    return without_token(request, reverse("clubs:club", args=[slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a club, or request to; a GET request is redirected to the club.

    An invitation that was mailed to an address that nobody has confirmed yet signs in with it: only its
    mailbox held the link.
    """
    club = _at_the_door(request, slug)
    if request.method != "POST":
        return redirect("clubs:club", slug)
    invitation = _invitation_here(request, club)
    newcomer = _newcomer(request, invitation)
    person = person_of(request) or newcomer
    if person is None:
        return redirect_to_login(reverse("clubs:club", args=[slug]))
    if not introduced(person, name_form(request, person)):
        return _shown(request, club, 400)
    if newcomer is not None and not _signs_in(request, newcomer):
        return redirect_to_login(reverse("clubs:club", args=[slug]))
    link = _kept(request, LINKS).get(slug, "")
    try:
        came = membership.join(club=club, person=person, link=link, invitation=invitation)
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
    club = _at_the_door(request, slug)
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
    has_left = done(request, partial(membership.leave, club=club, person=person), success)
    return redirect("clubs:clubs") if has_left and club.is_private else redirect("clubs:club", slug)


def invitation_by_link(request: HttpRequest, _email: str) -> str:
    """The club whose present link or mailed invitation this browser followed, by a name for
    ``accounts.links``; empty for none."""
    followed = {**_kept(request, LINKS), **_kept(request, INVITED)}
    clubs = Club.objects.filter(slug__in=followed, dissolved_at=None) if followed else ()
    invited = (club for club in clubs if _has_link(request, club) or _invitation_here(request, club))
    return next((f"club {club.pk}" for club in invited), "")


def _has_link(request: HttpRequest, club: Club) -> bool:
    is_present = constant_time_compare(_kept(request, LINKS).get(club.slug, ""), club.link)
    return is_present and club.has_link


def _goal(request: HttpRequest, club: Club) -> str:
    """Where signing in leads, maybe in another browser: to the link that was followed, or to the club."""
    if _has_link(request, club):
        return reverse("clubs:link", args=[club.slug, club.link])
    return reverse("clubs:club", args=[club.slug])


def _invitation_here(request: HttpRequest, club: Club) -> ClubInvitation | None:
    """The invitation of the person signed in, or the one whose link this browser followed."""
    person, followed = person_of(request), _kept(request, INVITED).get(club.slug)
    if person is None and followed is None:
        return None
    mine = Q(public_id=followed) if person is None else Q(public_id=followed) | Q(person=person)
    return invitations.open_invitations(club).filter(mine).first()


def _newcomer(request: HttpRequest, invitation: ClubInvitation | None) -> Person | None:
    """The person who may come in by an invitation without signing in before; None for nobody.

    Nobody has confirmed its address, and nothing here belongs to it yet: a mail is passed on, and whoever
    plays by the links of other mails alone has hands that only they may see.
    """
    if invitation is None or person_of(request) is not None:
        return None
    person = invitation.person
    if person.confirmed_at is not None or not person.is_active or person.name:
        return None
    is_known = (
        Seat.objects.filter(player=person).exists() or Invitation.objects.filter(person=person).exists()
    )
    return None if is_known else person


def _signs_in(request: HttpRequest, newcomer: Person) -> bool:
    guest = guests.guest_in(request)
    link = SignInLink(newcomer, is_used=False, is_late=False)
    if not services.use(link=link, guest_pks=[] if guest is None else [guest.pk]):
        return False
    begin_session(request, newcomer)
    return True


def _kept(request: HttpRequest, key: str) -> dict[str, str]:
    kept = request.session.get(key)
    return kept if isinstance(kept, dict) else {}
