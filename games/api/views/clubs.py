"""Clubs: which there are, who is in them, joining and leaving, and whom organisers let in."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.http import Http404, HttpResponse
from django.utils import timezone
from msgspec import UNSET, structs
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import answers, bodies, parameters
from games.api.endpoint import Endpoint, answer, by_content, page
from games.api.names import fit_club
from games.api.openapi.operations import described
from games.api.parameters import ClubListing, Paged
from games.api.permissions import HasScopeOrWatches
from games.errors import Forbidden
from games.ladders.clubs import dissolving, founding, membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club as ClubRow
from games.ladders.models.join_request import JoinRequest
from games.ladders.models.membership import Membership
from games.models.time_out_policy import OnTimeOut


class OfClubs(Endpoint):
    """A view of clubs, which anybody may read."""

    permission_classes = (HasScopeOrWatches,)

    @staticmethod
    def club(slug: str) -> ClubRow:
        """The club at an address.

        Raises:
            Http404: there is none.
        """
        club = club_queries.club_at(slug)
        if club is None:
            raise Http404
        return club

    def organised(self, request: Request, slug: str) -> ClubRow:
        """The club at an address, for one of its organisers.

        Raises:
            Http404: there is none.
            Forbidden: the person is no organiser.
        """
        club = self.club(slug)
        if not club_queries.standing_of(club, self.person(request)).is_organiser:
            raise Forbidden("not-organiser")
        return club

    def shown(self, request: Request, slug: str) -> answers.Club:
        """A club as it is now."""
        club = self.club(slug)
        person = request.user if isinstance(request.user, Person) else None
        return answers.Club(
            **_summary(club),
            about=club.about,
            edition=club.edition,
            pace=club.pace,
            on_time_out=cast("Any", str(club.on_time_out)),
            created_at=club.created_at,
            dissolved_at=club.dissolved_at,
            you=None if person is None else _standing(club, person),
        )


class Clubs(OfClubs):
    """The list of clubs."""

    @described(
        "listClubs", "List clubs", answer=answers.ClubPage, parameters=ClubListing, is_for_anybody=True
    )
    def get(self, request: Request) -> HttpResponse:
        """A page of all clubs, by name."""
        wanted = parameters.read(request, ClubListing)
        found, following = page(request, club_queries.clubs(wanted.name), wanted)
        listed = [answers.ClubSummary(**_summary(club)) for club in found]
        return by_content(request, answers.ClubPage(listed, following))

    @described(
        "foundClub",
        "Found a club",
        answer=answers.Club,
        status=201,
        body=bodies.NewClub,
        problems=(422,),
        scope=Scope.CLUBS,
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a club, whose organiser you are. You need a name of your own. Its address is made of its name,
        and stays. Sent again within an hour with the same name, it is the club that was made."""
        person, wanted = self.person(request), bodies.decoded(request, bodies.NewClub)
        terms = founding.Terms(**_terms(structs.asdict(wanted)))
        return answer(self.shown(request, founding.found(founder=person, terms=terms).slug), 201)


class Club(OfClubs):
    """One club."""

    @described("getClub", "What a club is", answer=answers.Club, is_for_anybody=True, problems=(404,))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What a club says of itself, how its games are, and what you are in it."""
        return by_content(request, self.shown(request, slug))

    @described(
        "changeClub",
        "Change a club of yours",
        answer=answers.Club,
        body=bodies.ClubChanges,
        problems=(404, 422),
        scope=Scope.CLUBS,
    )
    def patch(self, request: Request, slug: str) -> HttpResponse:
        """Change what a club says of itself, who may join, and how its games are. Only organisers may. Its
        address stays; games and ladders that there are keep what they began with."""
        club, wanted = self.organised(request, slug), bodies.decoded(request, bodies.ClubChanges)
        changed = {name: value for name, value in structs.asdict(wanted).items() if value is not UNSET}
        founding.change(club=club, by=self.person(request), changed=_terms(changed))
        return answer(self.shown(request, slug))


class Members(OfClubs):
    """Who is in a club."""

    @described(
        "listClubMembers",
        "Who is in a club",
        answer=answers.ClubMembers,
        parameters=Paged,
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A page of the members. Everybody may know them; mail addresses are told to nobody."""
        wanted = parameters.read(request, Paged)
        found, following = page(request, club_queries.members_of(self.club(slug)), wanted)
        members = [_member(member) for member in found]
        return by_content(request, answers.ClubMembers(members, following))


class Member(OfClubs):
    """Somebody who is in a club."""

    def member(self, request: Request, slug: str, member: str) -> Membership:
        """The membership at an address, for organisers.

        Raises:
            Http404: there is none.
            Forbidden: for anybody else.
        """
        found = club_queries.members_of(self.organised(request, slug)).select_related("club")
        row = None if "\0" in member else found.filter(public_id=member).first()
        if row is None:
            raise Http404
        return row

    @described(
        "changeClubMember",
        "Give a member of a club of yours a role",
        answer=answers.ClubMember,
        body=bodies.NewRole,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def patch(self, request: Request, slug: str, member: str) -> HttpResponse:
        """Make somebody an organiser, an arbiter or a member; they are mailed. A club always has an
        organiser: to hand it over make another one first, then be a member yourself."""
        row, wanted = self.member(request, slug, member), bodies.decoded(request, bodies.NewRole)
        membership.set_role(member=row, by=self.person(request), role=Membership.Role(wanted.role))
        row.role = Membership.Role(wanted.role)
        return answer(_member(row))

    @described(
        "removeClubMember",
        "Remove a member of a club of yours",
        answer=answers.ClubMember,
        body=bodies.RemovingMember,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def delete(self, request: Request, slug: str, member: str) -> HttpResponse:
        """Remove somebody, who is mailed why, and does not come back unless an organiser allows it on a page.
        Their games go on. The answer is what they were."""
        row, wanted = self.member(request, slug, member), bodies.decoded(request, bodies.RemovingMember)
        removed = answer(_member(row))
        membership.remove(member=row, by=self.person(request), reason=_lines(wanted.reason))
        return removed


being_in = partial(described, answer=answers.Club, problems=(404, 409), scope=Scope.CLUBS)
"""Describes an operation that changes who is in a club."""


class Join(OfClubs):
    """Joining a club."""

    @being_in("joinClub", "Join a club, or ask to", body=bodies.JoiningClub)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Become a member; where organisers decide, ask them, and `you` says `asked`. Everybody may know who
        is in a club."""
        person, club = self.person(request), self.club(slug)
        membership.join(club=club, person=person, link=bodies.decoded(request, bodies.JoiningClub).link)
        return answer(self.shown(request, slug))


class Leave(OfClubs):
    """Leaving a club."""

    @being_in("leaveClub", "Leave a club, or withdraw a request", body=bodies.Nothing)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Be no member any more. The only organiser names another one first."""
        person, club = self.person(request), self.club(slug)
        bodies.decoded(request, bodies.Nothing)
        membership.leave(club=club, person=person)
        return answer(self.shown(request, slug))


class Dissolve(OfClubs):
    """Ending a club."""

    @being_in("dissolveClub", "Dissolve a club of yours", body=bodies.Nothing)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """End the club, where no ladder of it goes on and no game of it is being played. Its members are
        mailed; what was played there stays, and so does its name."""
        person, club = self.person(request), self.club(slug)
        bodies.decoded(request, bodies.Nothing)
        dissolving.dissolve(club=club, by=person, now=timezone.now())
        return answer(self.shown(request, slug))


class Requests(OfClubs):
    """Who asks to join."""

    @described(
        "listClubRequests",
        "Who asks to join a club of yours",
        answer=answers.ClubRequests,
        parameters=Paged,
        problems=(404,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A page of the requests that wait for an organiser."""
        club = self.organised(request, slug)
        wanted = parameters.read(request, Paged)
        found, following = page(request, club_queries.requests_to(club), wanted)
        requests = [_request(asked) for asked in found]
        return by_content(request, answers.ClubRequests(requests, following))


class Decide(OfClubs):
    """Letting somebody in, or not."""

    @described(
        "decideClubRequest",
        "Let somebody into a club of yours, or decline",
        answer=answers.ClubRequest,
        body=bodies.Deciding,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def post(self, request: Request, slug: str, request_id: str) -> HttpResponse:
        """Decide about a request. Whoever asked is mailed."""
        club = self.organised(request, slug)
        asked = JoinRequest.objects.select_related("club").filter(club=club, public_id=request_id).first()
        if asked is None:
            raise Http404
        accept = bodies.decoded(request, bodies.Deciding).accept
        done = membership.decide(request=asked, by=self.person(request), accept=accept)
        return answer(_request(done))


def _summary(club: ClubRow) -> dict[str, Any]:
    members = club.members  # type: ignore[attr-defined] # annotated by the query
    return {"slug": club.slug, "name": club.name, "joining": str(club.joining), "members": members}


def _terms(wanted: dict[str, Any]) -> dict[str, Any]:
    """What is told of a club, as the service takes it.

    Raises:
        Unfit: the name cannot be one.
    """
    fits: dict[str, Callable[[Any], Any]] = {
        "name": fit_club,
        "about": _lines,
        "joining": ClubRow.Joining,
        "on_time_out": OnTimeOut,
    }
    return {name: fits[name](value) if name in fits else value for name, value in wanted.items()}


def _lines(text: str) -> str:
    """A text as a form would send it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _standing(club: ClubRow, person: Person) -> answers.ClubStanding:
    standing = club_queries.standing_of(club, person)
    return answers.ClubStanding(
        role=cast("Any", standing.role), asked=standing.request is not None, removed=standing.is_removed
    )


def _member(member: Membership) -> answers.ClubMember:
    return answers.ClubMember(
        id=member.public_id,
        name=member.person.name,
        bot=member.person.is_bot,
        role=cast("Any", str(member.role)),
        joined_at=member.joined_at,
    )


def _request(asked: JoinRequest) -> answers.ClubRequest:
    return answers.ClubRequest(
        id=asked.public_id,
        name=asked.person.name,
        bot=asked.person.is_bot,
        asked_at=asked.asked_at,
        accepted=asked.is_accepted,
    )
