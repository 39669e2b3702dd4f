"""Clubs: which there are, who is in them, joining and leaving, and whom organisers let in."""

from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import answers, bodies, paging, parameters
from games.api.documentation import described
from games.api.endpoint import Endpoint, address, answer, by_content
from games.api.parameters import ClubListing, Paged
from games.api.permissions import HasScopeOrWatches
from games.ladders.clubs import dissolving, membership
from games.ladders.clubs import lists as club_lists
from games.ladders.models.club import Club as ClubRow
from games.ladders.models.join_request import JoinRequest
from games.ladders.models.membership import Membership
from games.services.errors import Forbidden


class OfClubs(Endpoint):
    """A view of clubs, which anybody may read."""

    permission_classes = (HasScopeOrWatches,)

    @staticmethod
    def club(slug: str) -> ClubRow:
        """The club at an address.

        Raises:
            Http404: there is none.
        """
        club = club_lists.club_at(slug)
        if club is None:
            raise Http404
        return club

    def organised(self, request: Request, slug: str) -> ClubRow:
        """The same, for its organisers.

        Raises:
            Forbidden: for anybody else.
        """
        club = self.club(slug)
        if not club_lists.standing_of(club, self.person(request)).is_organiser:
            raise Forbidden("not-organiser")
        return club

    def told(self, request: Request, slug: str) -> answers.Club:
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
        found, cursor = paging.page(club_lists.clubs(wanted.name), wanted.limit, wanted.cursor)
        onwards = urlencode({"name": wanted.name, "limit": wanted.limit, "cursor": cursor})
        following = address("clubs", query=onwards) if cursor else None
        listed = [answers.ClubSummary(**_summary(club)) for club in found]
        return by_content(request, answers.ClubPage(listed, following))


class Club(OfClubs):
    """One club."""

    @described("getClub", "What a club is", answer=answers.Club, is_for_anybody=True, problems=(404,))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What a club says of itself, how its games are, and what you are in it."""
        return by_content(request, self.told(request, slug))


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
        found, cursor = paging.page(club_lists.members_of(self.club(slug)), wanted.limit, wanted.cursor)
        told = [_member(member) for member in found]
        following = _following("club-members", slug, wanted, cursor)
        return by_content(request, answers.ClubMembers(told, following))


class Join(OfClubs):
    """Joining a club."""

    @described(
        "joinClub",
        "Join a club, or ask to",
        answer=answers.Club,
        body=bodies.JoiningClub,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Become a member; where organisers decide, ask them, and `you` says `asked`. Everybody may know who
        is in a club."""
        person, club = self.person(request), self.club(slug)
        membership.join(club=club, person=person, link=bodies.decoded(request, bodies.JoiningClub).link)
        return answer(self.told(request, slug))


class Leave(OfClubs):
    """Leaving a club."""

    @described(
        "leaveClub",
        "Leave a club, or withdraw a request",
        answer=answers.Club,
        body=bodies.Nothing,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Be no member any more. The only organiser names another one first."""
        person, club = self.person(request), self.club(slug)
        bodies.decoded(request, bodies.Nothing)
        membership.leave(club=club, person=person)
        return answer(self.told(request, slug))


class Dissolve(OfClubs):
    """Ending a club."""

    @described(
        "dissolveClub",
        "Dissolve a club of yours",
        answer=answers.Club,
        body=bodies.Nothing,
        problems=(404, 409),
        scope=Scope.CLUBS,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """End the club, where no ladder of it goes on and no game of it is being played. Its members are
        mailed; what was played there stays, and so does its name."""
        person, club = self.person(request), self.club(slug)
        bodies.decoded(request, bodies.Nothing)
        dissolving.dissolve(club=club, by=person, now=timezone.now())
        return answer(self.told(request, slug))


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
        found, cursor = paging.page(club_lists.requests_to(club), wanted.limit, wanted.cursor)
        told = [_request(asked) for asked in found]
        following = _following("club-requests", slug, wanted, cursor)
        return by_content(request, answers.ClubRequests(told, following))


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


def _standing(club: ClubRow, person: Person) -> answers.ClubStanding:
    standing = club_lists.standing_of(club, person)
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


def _following(name: str, slug: str, wanted: Paged, cursor: str) -> str | None:
    """The address of the page after, if there is one."""
    if not cursor:
        return None
    return address(name, slug, query=urlencode({"limit": wanted.limit, "cursor": cursor}))
