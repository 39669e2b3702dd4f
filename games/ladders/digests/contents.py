"""What a digest of clubs tells somebody: what waits for their decision, and who has joined.

It leaves out the games that they play or have played in, as the mails about each of them do.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models.person import Person
from games.ladders.arbitration import jurisdiction, overdue
from games.ladders.arbitration.queries import overdue_in, questions_in
from games.ladders.arbitration.questions import ASKED
from games.ladders.clubs.heirs import ranked
from games.ladders.clubs.membership import REQUEST
from games.ladders.clubs.queries import ORGANISER, led_by, requests_to
from games.ladders.models.club import Club, Membership
from games.models.seat import Seat
from games.reads import deadlines


class ClubNews(NamedTuple):
    """What a digest tells of one club.

    Attributes:
        late: the seats whose time is over, those who are late the longest first, by key.
        questions: the keys of unanswered questions of players.
        requests: the keys of undecided requests to join; none for arbiters.
        joined: the new members; none for arbiters.
    """

    club: Club
    late: dict[str, Seat]
    questions: list[str]
    requests: list[str]
    joined: list[Membership]

    @property
    def waiting(self) -> dict[str, str]:
        """The keys of what waits for a decision, each with the kind of mail that tells of it at once."""
        kinds = ((overdue.OVERDUE, self.late), (ASKED, self.questions), (REQUEST, self.requests))
        return {key: kind for kind, keys in kinds for key in keys}


def ruling() -> QuerySet[Membership]:
    """The members who lead a club or rule on its games, with the heirs of clubs without an organiser."""
    first = ranked(Membership.objects.filter(club=OuterRef("pk"))).values("pk")[:1]
    inherited = Club.objects.exclude(memberships__role=ORGANISER).annotate(heir=Subquery(first))
    leads = Q(role__in=jurisdiction.ROLES) | Q(pk__in=inherited.values("heir"))
    return Membership.objects.filter(leads, club__dissolved_at=None)


def news_for(person: Person, since: datetime, until: datetime) -> list[ClubNews]:
    """What there is to tell somebody of each club in which they rule or lead; empty if there is no such club.

    Args:
        since, until: who joined after the one and up to the other is a new member, and whoever is late at the
            other is late.
    """
    roles = ruling().filter(person=person)
    clubs = list(Club.objects.filter(pk__in=roles.values("club")).order_by("folded"))
    found = {club.pk: ClubNews(club, {}, [], [], []) for club in clubs}
    own = jurisdiction.own_cases(person)
    late = overdue_in(clubs, until).filter(overdue.are_for_arbiters(until)).exclude(own)
    for seat in late.select_related("game__in_club"):
        if seat.due_at is not None:
            key = f"late.{seat.pk}.{deadlines.occasion(seat.due_at)}"
            found[seat.game.in_club.club_id].late[key] = seat
    for club, pk in questions_in(clubs).exclude(own).values_list("game__in_club__club", "pk"):
        found[club].questions.append(f"question.{pk}")
    led = list(led_by(person))
    for club, pk in requests_to(led).values_list("club", "pk"):
        found[club].requests.append(f"request.{pk}")
    joined = Membership.objects.filter(club__in=led, joined_at__gt=since, joined_at__lte=until)
    for member in joined.exclude(person=person).select_related("person").order_by("joined_at", "pk"):
        found[member.club_id].joined.append(member)
    return list(found.values())
