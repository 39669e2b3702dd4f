"""Removing a member, and deciding their running games on the club's ladders; asked again before it is done.

A game in which the organiser plays or has played goes on: nobody decides their own.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.clubs import membership
from games.ladders.models.club import Membership
from games.models.seat import Seat
from games.web.arbitration.forms import SURE
from games.web.arbitration.late_games import MOST_AT_ONCE, decide_each
from games.web.arbitration.pages import with_names
from games.web.clubs.finding import done
from games.web.clubs.forms import RemovalForm
from games.web.clubs.member_facts import own_games


class ListedGames(NamedTuple):
    """Running games of a member, as their seats with the names of both players.

    Attributes:
        to_decide: those that the organiser may decide.
        left: those that go on in any case.
    """

    to_decide: list[tuple[Seat, tuple[str, str]]]
    left: list[tuple[Seat, tuple[str, str]]]


def listed(member: Membership, by: Person) -> ListedGames:
    """The running games of a member on the ladders of the club, for an organiser."""
    running = arbitration_queries.running_of(member.person, member.club)
    seats = list(running.filter(game__match__isnull=False))
    own = own_games([seat.game_id for seat in seats], by)
    to_decide = [seat for seat in seats if seat.game_id not in own][:MOST_AT_ONCE]
    return ListedGames(with_names(to_decide), with_names([seat for seat in seats if seat not in to_decide]))


def go_on(request: HttpRequest, by: Person, member: Membership, form: RemovalForm) -> HttpResponse | None:
    """Ask again before a member is removed, and then remove them.

    Returns:
        None if the form is not valid or the removal is refused.
    """
    if not form.is_valid():
        return None
    if SURE not in request.POST:
        context = {"club": member.club, "member": member, "form": form, "games": listed(member, by)}
        return render(request, "games/clubs/remove_sure.html", context)
    # In this order the same form can finish what was interrupted: a ruling is made once for each nonce.
    if form.cleaned_data["games"]:
        seats = _confirmed(request.POST.getlist("game"), member, by)
        decide_each(request, by, seats, form.decision_on, form.cleaned_data["nonce"])
    success = _("%(name)s was removed and gets an email that says why.") % {"name": member.person}
    remove = partial(membership.remove, member=member, by=by, reason=form.cleaned_data["reason"])
    return redirect("clubs:members", member.club.slug) if done(request, remove, success) else None


def _confirmed(games: Sequence[str], member: Membership, by: Person) -> list[Seat]:
    """The seats of a member in games that were listed; some may be over by now."""
    seats = Seat.objects.select_related("game", "player").filter(
        player=member.person_id,
        game__public_id__in=games[:MOST_AT_ONCE],
        game__in_club__club=member.club_id,
        game__match__isnull=False,
    )
    own = own_games([seat.game_id for seat in seats], by)
    return [seat for seat in seats if seat.game_id not in own]
