"""Announcements of clubs: writing, listing and reading them."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.public_keys import identity
from games.api import bodies, parameters
from games.api.answers import clubs as answers
from games.api.bodies.clubs import NewAnnouncement
from games.api.endpoint import answer, by_content, page
from games.api.openapi.operations import described, for_clubs
from games.api.paging import Paged
from games.api.versions import idempotency_key
from games.api.views.clubs import OfClubs
from games.ladders.clubs import announcements
from games.ladders.clubs.queries import announcements_of, standing_of
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.club import Club
from games.ladders.tables.queries import ladders_of
from sekigahara.errors.exceptions import or_404


class OfMembers(OfClubs):
    """A view of what only the members of a club can read."""

    def club_of_member(self, request: Request, slug: str) -> Club:
        """Find a club by its slug, for a member.

        Raises:
            Http404: there is none, or the person is not a member.
        """
        club = self.club(request, slug)
        or_404(standing_of(club, self.person(request)).membership)
        return club


class Announcements(OfMembers):
    """The announcements of a club."""

    @described("listClubAnnouncements", answer=answers.ClubAnnouncements, parameters=Paged)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the announcements of a club.

        Get what organisers have announced to the members of a club, latest first. You must be a member."""
        query = parameters.read(request, Paged)
        found, following = page(request, announcements_of(self.club_of_member(request, slug)), query)
        return by_content(request, answers.ClubAnnouncements([_shown(row) for row in found], following))

    @for_clubs(
        "announceInClub",
        answer=answers.ClubAnnouncement,
        status=201,
        body=NewAnnouncement,
        problems=(422,),
        is_repeatable=True,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Announce something to the members of a club.

        Announce something to the members of a club that you organise, or to the players of one of its
        ladders. They are notified by email, except for you and those who do not want news of the club. The
        number of announcements per club and day is limited. Repeating the request with the same
        `Idempotency-Key` returns the first announcement."""
        club, body = self.organised(request, slug), bodies.decoded(request, NewAnnouncement)
        ladder = (
            None if body.ladder is None else or_404(ladders_of(club).filter(public_id=body.ladder).first())
        )
        key = idempotency_key(request)
        made = announcements.publish(
            club=club,
            by=self.person(request),
            title=body.title,
            text=body.text,
            ladder=ladder,
            key=f"api {key}" if key else "",
        )
        return answer(_shown(made), 201)


class Announcement(OfMembers):
    """One announcement."""

    @described("getClubAnnouncement", answer=answers.ClubAnnouncement)
    def get(self, request: Request, slug: str, announcement: str) -> HttpResponse:
        """Get an announcement of a club.

        Get an announcement of a club that you are a member of."""
        rows = announcements_of(self.club_of_member(request, slug))
        return by_content(request, _shown(or_404(rows.filter(public_id=announcement).first())))


def _shown(row: ClubAnnouncement) -> answers.ClubAnnouncement:
    return answers.ClubAnnouncement(
        id=row.public_id,
        title=row.title,
        text=row.text,
        ladder=None if row.ladder is None else row.ladder.public_id,
        by=None if row.author is None else row.author.name,
        at=row.made_at,
        **identity(row.author),
    )
