"""Queries about clubs: lists of clubs and members, and a person's standing in a club.

Every list has a total order, so that the next page can begin after a given row.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.models.person import Person
from games.ladders.clubs.name_rules import folded
from games.ladders.clubs.privacy import known_to
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.club import Club, JoinRequest, Membership, Removal
from games.ladders.models.ladder import Ladder

ORGANISER = Membership.Role.ORGANISER


class ClubStanding(NamedTuple):
    """A person's standing in a club.

    Attributes:
        membership: with their current role; None if they are not a member.
        request: their open request to join.
        is_removed: they were removed, and not allowed back.
    """

    membership: Membership | None = None
    request: JoinRequest | None = None
    is_removed: bool = False

    @property
    def role(self) -> str | None:
        """The title of the role; None for non-members."""
        return None if self.membership is None else str(self.membership.role)

    @property
    def is_organiser(self) -> bool:
        """Whether they lead the club."""
        return self.role == ORGANISER


def clubs(name: str = "") -> QuerySet[Club]:
    """Public clubs that are not dissolved, with ``members``, the number of these, by name.

    Args:
        name: a part of the name, in any case; empty for all.
    """
    named = Club.objects.filter(folded__contains=folded(name)) if name else Club.objects.all()
    return _counted(named.filter(dissolved_at=None, is_private=False)).order_by("folded")


def club_at(slug: str, reader: Person | None) -> Club | None:
    """The club at an address that a reader knows of, with ``members``, including dissolved clubs.

    Args:
        slug: any text from a user.
        reader: None for nobody known.
    """
    return _at(slug, known_to(reader))


def any_club_at(slug: str) -> Club | None:
    """Likewise, also a private one. The caller decides who learns of it."""
    return _at(slug, Q())


def _at(slug: str, which: Q) -> Club | None:
    if "\0" in slug:  # no database can search for it
        return None
    return _counted(Club.objects.filter(which, slug=slug)).first()


def _counted(clubs: QuerySet[Club]) -> QuerySet[Club]:
    # Counted by subquery, so that a page of clubs counts only the members of these clubs.
    members = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club")
    return clubs.annotate(members=Coalesce(Subquery(members.values(count=Count("pk"))), 0))


def clubs_of(person: Person) -> QuerySet[Membership]:
    """A person's memberships with the clubs, by name."""
    return Membership.objects.select_related("club").filter(person=person).order_by("club__folded")


def members_of(club: Club) -> QuerySet[Membership]:
    """The members of a club, with ``rank``: organisers first, then arbiters, each by length of membership."""
    return ranked(Membership.objects.select_related("person").filter(club=club))


def mailed_news(club: Club, ladder: Ladder | None = None) -> QuerySet[Membership]:
    """The members who are mailed the news of a club, or of one of its ladders, if they take part in it."""
    wanting = Membership.objects.select_related("club", "person").filter(club=club, wants_news=True)
    entries = {} if ladder is None else {"person__entries__ladder": ladder, "person__entries__left_at": None}
    return wanting.filter(**entries).order_by("pk")


def announcements_of(club: Club) -> QuerySet[ClubAnnouncement]:
    """What was announced to the members of a club, the latest first."""
    announced = ClubAnnouncement.objects.select_related("club", "ladder", "author").filter(club=club)
    return announced.order_by("-made_at", "public_id")


def organisers_of(club: Club) -> QuerySet[Membership]:
    """The organisers of a club, the longest-serving first."""
    return members_of(club).filter(role=ORGANISER)


def led_by(person: Person) -> QuerySet[Club]:
    """The clubs that a person leads, by name: as organiser, or as the heir of a club without one."""
    first = ranked(Membership.objects.filter(club=OuterRef("club"))).values("pk")[:1]
    own = Membership.objects.filter(person=person, club__dissolved_at=None)
    leading = own.filter(Q(role=ORGANISER) | Q(pk=Subquery(first)))
    return Club.objects.filter(pk__in=leading.values("club")).order_by("folded")


def standing_of(club: Club, person: Person | None) -> ClubStanding:
    """A person's standing in a club."""
    if person is None:
        return ClubStanding()
    membership = Membership.objects.filter(club=club, person=person).first()
    if membership is None:
        waiting = JoinRequest.objects.filter(club=club, person=person, is_accepted=None).first()
        return ClubStanding(None, waiting, Removal.objects.filter(club=club, person=person).exists())
    if membership.role != ORGANISER and membership == heir_of(club):
        membership.role = ORGANISER
    membership.club = club
    return ClubStanding(membership)


def requests_to(clubs: Iterable[Club]) -> QuerySet[JoinRequest]:
    """Open requests to join, the oldest first."""
    waiting = JoinRequest.objects.select_related("person").filter(club__in=clubs, is_accepted=None)
    return waiting.order_by("asked_at", "public_id")


def removals_of(club: Club) -> QuerySet[Removal]:
    """People who were removed and not allowed back, the latest first."""
    removals = Removal.objects.select_related("person", "by").filter(club=club)
    return removals.order_by("-removed_at", "public_id")


def heir_of(club: Club) -> Membership | None:
    """Who leads a club whose organisers are all forgotten: the first arbiter, else the first member.

    None where there is an organiser, and where nobody is left.
    """
    if Membership.objects.filter(club=club, role=Membership.Role.ORGANISER).exists():
        return None
    return ranked(Membership.objects.select_related("person").filter(club=club)).first()


def leading(*roles: str) -> Q:
    """Filter members: those with one of some roles, and who leads a club without an organiser.

    The first in rank of a club is an organiser, where there is one.

    Args:
        roles: one of them is that of organisers.
    """
    first = ranked(Membership.objects.filter(club=OuterRef("club"))).values("pk")[:1]
    return Q(role__in=roles) | Q(pk=Subquery(first))


def ranked(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """Members with ``rank``: organisers first, then arbiters, each by length of membership."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Membership.Role.values)]
    by_rank = members.annotate(rank=Case(*ranks, output_field=IntegerField()))
    return by_rank.order_by("rank", "joined_at", "public_id")
