"""One mail a day for those who lead clubs or rule on their games, if there is anything new for them.

It comes at the hour of a person's daily mail, and tells of all their clubs. What they are mailed at once is
no reason for a digest, but stands in one.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models.person import Person
from games.ladders import isolation
from games.ladders.arbitration import jurisdiction, overdue
from games.ladders.arbitration.queries import overdue_in, questions_in
from games.ladders.arbitration.questions import ASKED
from games.ladders.clubs.membership import REQUEST
from games.ladders.clubs.queries import ORGANISER, led_by, ranked, requests_to
from games.ladders.models.club import Club, ClubDigest, Membership
from games.models.seat import Seat
from games.reads import deadlines
from games.services import outages
from notifications import queries, rhythm
from notifications.services import Announcement, announce
from sekigahara.db import service_time

DIGEST: Final = "clubs.digest"

_APART: Final = timedelta(hours=12)
"""Between a digest that is late, as after an outage, and the next."""


def write_due() -> int:
    """Announce the digests whose hour has come, with those who have become organiser or arbiter since.

    Does nothing while the time is in doubt. Several workers may call it at the same time, because what a
    digest tells is recorded together with its message.

    Returns:
        The number of digests.
    """
    now = service_time.now()
    if not outages.catch_up(now):
        return 0
    new = Person.objects.filter(pk__in=ruling().values("person"), club_digest=None)
    ClubDigest.objects.bulk_create(
        [
            ClubDigest(person=person, next_at=rhythm.daily_after(person, now), since=now, until=now)
            for person in new.select_related("mail_rhythm")
        ],
        ignore_conflicts=True,
    )
    due = ClubDigest.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    rows = due.select_related("person__mail_rhythm")
    return isolation.attempt_each(partial(_write, now), "write the digest of", rows)


def _write(now: datetime, row: ClubDigest) -> int:
    clubs = news_for(row.person, row.until, now)
    if not clubs:
        row.delete()
        return 0
    at_once = {choice.kind.name for choice in queries.choices_of(row.person) if choice.is_wanted}
    told = {
        key: key not in row.told and kind not in at_once
        for news in clubs
        for key, kind in news.waiting.items()
    }
    is_new = any(told.values()) or any(news.joined for news in clubs)
    with transaction.atomic(durable=True):
        # Of two workers one gets to write it.
        same = ClubDigest.objects.filter(pk=row.pk, next_at=row.next_at)
        next_at = rhythm.daily_after(row.person, now + _APART)
        written = {"since": row.until, "until": now, "told": told} if is_new else {}
        if not same.update(next_at=next_at, **written) or not is_new:
            return 0
        announce([Announcement(DIGEST, str(row.person_id), deadlines.occasion(now), row.person_id)])
        return 1


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
        since, until: who joined after the one and up to the other is a new member, and a player who is late
            at the other is late.
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
