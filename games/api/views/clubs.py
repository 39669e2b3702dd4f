"""Clubs: listing, founding, managing, joining and leaving them."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.utils.crypto import constant_time_compare
from msgspec import UNSET, structs
from rest_framework.request import Request

from accounts.freshness import is_new
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.public_keys import identity
from accounts.rate_limits import sender_of
from games.api import bodies, parameters
from games.api.answers import clubs as answers
from games.api.bodies.clubs import (
    ClubChanges,
    Deciding,
    Inviting,
    JoiningClub,
    NewClub,
    NewRole,
    RemovingMember,
)
from games.api.deprecation import replaced_by_key
from games.api.endpoint import Readable, answer, by_content, page
from games.api.names import fit_club
from games.api.openapi.operations import described, for_anybody, for_clubs
from games.api.paging import Paged
from games.api.parameters import ClubListing
from games.ladders.clubs import dissolving, founding, invitations, membership
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club as ClubRow
from games.ladders.models.club import JoinRequest, Membership
from games.models.time_out_policy import OnTimeOut
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Forbidden, or_404


def _refuse_old_token(request: Request) -> None:
    """Refuse what takes a fresh sign-in on the pages, unless the token was made after one.

    Raises:
        Forbidden: the token is too old.
    """
    if isinstance(request.auth, ApiToken) and not is_new(request.auth):
        raise Forbidden("token-not-fresh")


class OfClubs(Readable):
    """A view of a club. Reading needs no token."""

    @staticmethod
    def club(request: Request, slug: str) -> ClubRow:
        """Find a club that the caller knows of by its slug.

        Raises:
            Http404: there is none. The responses are identical.
        """
        return or_404(club_queries.club_at(slug, reader_of(request)))

    def at_the_door(self, request: Request, slug: str, link: str = "") -> ClubRow:
        """Find a club by its slug, also for those who have its link or asked to join.

        Raises:
            Http404: there is none. The responses are identical.
        """
        reader = reader_of(request)
        if (known := club_queries.club_at(slug, reader)) is not None:
            return known
        club = or_404(club_queries.any_club_at(slug))
        if constant_time_compare(link, club.link) or club_queries.standing_of(club, reader).request:
            return club
        raise Http404

    def organised(self, request: Request, slug: str) -> ClubRow:
        """Find a club by its slug, for an organiser.

        Raises:
            Http404: there is none.
            Forbidden: the person is not an organiser.
        """
        club = self.club(request, slug)
        if not club_queries.standing_of(club, self.person(request)).is_organiser:
            raise Forbidden("not-organiser")
        return club

    def changed(self, request: Request, slug: str) -> answers.Club:
        """The state of a club after a change, by which the caller may have left a private one."""
        return self.shown(request, or_404(club_queries.any_club_at(slug)))

    @staticmethod
    def shown(request: Request, club: ClubRow) -> answers.Club:
        """The state of a club."""
        person = reader_of(request)
        return answers.Club(
            **_summary(club),
            about=club.about,
            private=club.is_private,
            edition=club.edition,
            pace=club.pace,
            on_time_out=OnTimeOut(club.on_time_out),
            hold=club.hold,
            reaction=club.reaction,
            created_at=club.created_at,
            dissolved_at=club.dissolved_at,
            you=None if person is None else _standing(club, person),
        )


class Clubs(OfClubs):
    """The list of clubs."""

    @for_anybody("listClubs", answer=answers.ClubPage, parameters=ClubListing)
    def get(self, request: Request) -> HttpResponse:
        """List clubs.

        Get the public clubs in order of their names."""
        query = parameters.read(request, ClubListing)
        found, following = page(request, club_queries.clubs(query.name), query)
        listed = [answers.ClubSummary(**_summary(club)) for club in found]
        return by_content(request, answers.ClubPage(listed, following))

    @for_clubs("foundClub", answer=answers.Club, status=201, body=NewClub, problems=(422,))
    def post(self, request: Request) -> HttpResponse:
        """Found a club.

        Found a club with you as its organiser. You must have set your own name. The club's `slug` is
        derived from its name and never changes. Repeating the request with the same name within an hour
        returns the club that was founded."""
        person, body = self.person(request), bodies.decoded(request, NewClub)
        terms = founding.ClubTerms(**_terms(structs.asdict(body)))
        return answer(self.changed(request, founding.found(founder=person, terms=terms).slug), 201)


class Club(OfClubs):
    """One club."""

    @for_anybody("getClub", answer=answers.Club)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get a club.

        Get a club's description, the default settings of its games, and your standing in it."""
        return by_content(request, self.shown(request, self.at_the_door(request, slug)))

    @for_clubs("changeClub", answer=answers.Club, body=ClubChanges, problems=(422,))
    def patch(self, request: Request, slug: str) -> HttpResponse:
        """Change a club.

        Change a club that you organise: its name and description, who may join, and the default settings
        of its games. The `slug` does not change. Existing games and ladders keep their settings."""
        club, body = self.organised(request, slug), bodies.decoded(request, ClubChanges)
        changed = {name: value for name, value in structs.asdict(body).items() if value is not UNSET}
        founding.change(club=club, by=self.person(request), changed=_terms(changed))
        return answer(self.changed(request, slug))


class Members(OfClubs):
    """The members of a club."""

    @for_anybody(
        "listClubMembers",
        answer=answers.ClubMembers,
        parameters=Paged,
        deprecated=replaced_by_key("members.id"),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the members of a club.

        Get the members of a club. Everyone who sees the club sees them; email addresses are never shown."""
        query = parameters.read(request, Paged)
        found, following = page(request, club_queries.members_of(self.club(request, slug)), query)
        members = [_member(member) for member in found]
        return by_content(request, answers.ClubMembers(members, following))


class Member(OfClubs):
    """A member of a club."""

    def member(self, request: Request, slug: str, member: str) -> Membership:
        """Find a member of a club, for an organiser.

        Args:
            member: their public key, or the id of the membership.

        Raises:
            Http404: there is none.
            Forbidden: the person is not an organiser.
        """
        found = club_queries.members_of(self.organised(request, slug)).select_related("club")
        named = found.filter(Q(public_id=member) | Q(person__key=member))
        return or_404(None if "\0" in member else named.first())

    @for_clubs(
        "changeClubMember",
        answer=answers.ClubMember,
        body=NewRole,
        problems=(409,),
        deprecated=replaced_by_key("id"),
    )
    def patch(self, request: Request, slug: str, member: str) -> HttpResponse:
        """Change the role of a club member.

        Make a member of your club an organiser, an arbiter or a plain member, and notify them by email.
        A club always has an organiser: to hand it over, first make another member organiser, then change
        your own role. Only a token made within half an hour makes somebody an organiser."""
        row, body = self.member(request, slug, member), bodies.decoded(request, NewRole)
        role = Membership.Role(body.role)
        if role == Membership.Role.ORGANISER != row.role:
            _refuse_old_token(request)
        membership.set_role(member=row, by=self.person(request), role=role)
        row.role = role
        return answer(_member(row))

    @for_clubs(
        "removeClubMember",
        answer=answers.ClubMember,
        body=RemovingMember,
        problems=(409,),
        deprecated=replaced_by_key("id"),
    )
    def delete(self, request: Request, slug: str, member: str) -> HttpResponse:
        """Remove a club member.

        Remove a member from your club and send them the reason by email. They can rejoin only if an
        organiser allows it on the club's page. Their games continue. The response is the removed
        membership."""
        row, body = self.member(request, slug, member), bodies.decoded(request, RemovingMember)
        removed = answer(_member(row))
        membership.remove(member=row, by=self.person(request), reason=_lines(body.reason))
        return removed


being_in = partial(for_clubs, answer=answers.Club, problems=(409,))
"""Describes an operation that changes a club's membership."""


class Join(OfClubs):
    """Join a club."""

    @being_in("joinClub", body=JoiningClub)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Join a club, or ask to join.

        Join a club. If organisers approve new members, this sends them a request, and `you.asked` is true
        until they decide. Membership is public, except in a private club, which takes its link."""
        person, link = self.person(request), bodies.decoded(request, JoiningClub).link
        membership.join(club=self.at_the_door(request, slug, link), person=person, link=link)
        return answer(self.changed(request, slug))


class Leave(OfClubs):
    """Leave a club."""

    @being_in("leaveClub", body=bodies.Nothing)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Leave a club, or withdraw a request.

        End your membership, or withdraw your request to join. The only organiser must first appoint
        another one."""
        person, club = self.person(request), self.at_the_door(request, slug)
        bodies.decoded(request, bodies.Nothing)
        membership.leave(club=club, person=person)
        return answer(self.changed(request, slug))


class Dissolve(OfClubs):
    """Dissolve a club."""

    @being_in("dissolveClub", body=bodies.Nothing)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Dissolve a club.

        Dissolve a club that you organise. It must have no open ladders and no running games. Members are
        notified by email. Its name and finished games remain. This takes a token made within half an hour."""
        person, club = self.person(request), self.club(request, slug)
        bodies.decoded(request, bodies.Nothing)
        if club_queries.standing_of(club, person).is_organiser:
            _refuse_old_token(request)
        dissolving.dissolve(club=club, by=person, now=service_time.now())
        return answer(self.changed(request, slug))


class Invitations(OfClubs):
    """Invite people to a club."""

    @for_clubs("inviteToClub", answer=answers.InvitedAddresses, body=Inviting)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Invite people to a club by email.

        Email an invitation to addresses, for a club that you organise. Each lets one person join within
        14 days, even if the club is closed to others. Repeating the request sends nothing again."""
        person, club = self.person(request), self.organised(request, slug)
        done = invitations.invite(
            club=club,
            by=person,
            sender=sender_of(request._request),  # noqa: SLF001 - the only way to Django's own
            addresses=bodies.decoded(request, Inviting).addresses,
        )
        return answer(answers.InvitedAddresses([answers.InvitedAddress(*each) for each in done]))


class Requests(OfClubs):
    """Requests to join a club."""

    @described("listClubRequests", answer=answers.ClubRequests, parameters=Paged)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the requests to join a club.

        Get open requests to join a club that you organise, oldest first."""
        club = self.organised(request, slug)
        query = parameters.read(request, Paged)
        found, following = page(request, club_queries.requests_to([club]), query)
        requests = [_request(row) for row in found]
        return by_content(request, answers.ClubRequests(requests, following))


class Decide(OfClubs):
    """Decide on a request to join."""

    @for_clubs("decideClubRequest", answer=answers.ClubRequest, body=Deciding, problems=(409,))
    def post(self, request: Request, slug: str, request_id: str) -> HttpResponse:
        """Accept or decline a request to join a club.

        Decide on a request to join your club. The applicant is notified by email."""
        club = self.organised(request, slug)
        row = or_404(
            JoinRequest.objects.select_related("club").filter(club=club, public_id=request_id).first()
        )
        accept = bodies.decoded(request, Deciding).accept
        done = membership.decide(request=row, by=self.person(request), accept=accept)
        return answer(_request(done))


def reader_of(request: Request) -> Person | None:
    """Who sends a request; None for nobody known."""
    return request.user if isinstance(request.user, Person) else None


def _summary(club: ClubRow) -> dict[str, Any]:
    members = club.members  # type: ignore[attr-defined] # annotated by the query
    return {"slug": club.slug, "name": club.name, "joining": str(club.joining), "members": members}


def _terms(fields: dict[str, Any]) -> dict[str, Any]:
    """Convert fields of a body to the arguments of the service.

    Raises:
        Unfit: the name is not acceptable.
    """
    parsers: dict[str, Callable[[Any], Any]] = {
        "name": fit_club,
        "about": _lines,
        "joining": ClubRow.Joining,
    }
    columns = {"private": "is_private"}
    return {
        columns.get(name, name): parsers[name](value) if name in parsers else value
        for name, value in fields.items()
    }


def _lines(text: str) -> str:
    """Normalise line breaks and trim a text, as the form on the page does."""
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
        **identity(member.person),
    )


def _request(row: JoinRequest) -> answers.ClubRequest:
    return answers.ClubRequest(
        id=row.public_id,
        name=row.person.name,
        bot=row.person.is_bot,
        asked_at=row.asked_at,
        accepted=row.is_accepted,
        **identity(row.person),
    )
