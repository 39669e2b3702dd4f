"""Reading ladders of challenges: who stands where, whom one may challenge, and what is open."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from accounts.former import distinct_names
from accounts.models.person import Person
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges.eligibility import Reason
from games.ladders.models.challenge import Challenge
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder


class Rank(NamedTuple):
    """Somebody's line of the ranking, as a viewer sees it.

    Attributes:
        place: from 1.
        name: what to call them.
        is_viewer: whether it is oneself.
        refusal: why the viewer cannot challenge them now; None where they can.
    """

    place: int
    entrant: Entrant
    name: str
    is_viewer: bool
    refusal: Reason | None


def ranking(ladder: Ladder, viewer: Person | None, now: datetime, *, first: int, count: int) -> list[Rank]:
    """Some lines of the ranking of a ladder of challenges, the top first.

    Args:
        viewer: who looks; None for somebody who has not signed in.
        first: the place of the first of these lines, from 1.
        count: how many, at most.
    """
    entrants = list(stored_ranking.ranked(ladder).select_related("person")[first - 1 : first - 1 + count])
    names = distinct_names(entrant.person for entrant in entrants)
    refusal = None if viewer is None else negotiation.refusals(ladder, viewer, now)
    return [
        Rank(
            place,
            entrant,
            names[entrant.person_id],
            viewer is not None and entrant.person_id == viewer.pk,
            Reason.NOT_RANKED if refusal is None else refusal(entrant.person_id),
        )
        for place, entrant in enumerate(entrants, start=first)
    ]


def place_of(ladder: Ladder, person: Person) -> int | None:
    """Where somebody stands; None for who does not."""
    standing = stored_ranking.ranked(ladder)
    own = standing.filter(person=person).first()
    return None if own is None else standing.filter(place__lt=own.place).count() + 1


def entrant_named(ladder: Ladder, key: str) -> Entrant | None:
    """Whoever stands on the ranking under that key."""
    everybody = stored_ranking.ranked(ladder)
    # A key is made of the number of a row, and does not tell it: so all numbers are read, and one row.
    named = [pk for pk in everybody.values_list("pk", flat=True) if Entrant(pk=pk).key == key]
    return everybody.select_related("person").filter(pk__in=named).first()


def open_challenges(ladder: Ladder) -> QuerySet[Challenge]:
    """Those of a ladder that are not answered, or whose games go on; the latest first."""
    return _complete(Challenge.objects.filter(Challenge.OPEN, season__ladder=ladder)).order_by(
        "-made_at", "-pk"
    )


def ended_challenges(ladder: Ladder) -> QuerySet[Challenge]:
    """Those that are over, the latest first."""
    over = Challenge.objects.filter(season__ladder=ladder, ended_at__isnull=False)
    return _complete(over).order_by(F("ended_at").desc(), "-pk")


def challenge_at(public_id: str) -> Challenge | None:
    """The challenge of that name."""
    return _complete(Challenge.objects.filter(public_id=public_id)).first()


def challenges_of(person: Person) -> QuerySet[Challenge]:
    """All that somebody has made or received, in the order they were made."""
    mine = Challenge.objects.filter(Q(challenger=person) | Q(challenged=person))
    return _complete(mine).order_by("made_at", "pk")


def waiting_for(person: Person) -> QuerySet[Challenge]:
    """What somebody has made or received and is not answered, the first to be over before all."""
    return challenges_of(person).filter(Challenge.UNANSWERED).order_by("answer_by", "pk")


def open_of(person: Person) -> QuerySet[Challenge]:
    """What somebody has made or received and is not answered, or whose game goes on; the latest first."""
    return challenges_of(person).filter(Challenge.OPEN).order_by("-made_at", "-pk")


def ended_of(person: Person) -> QuerySet[Challenge]:
    """Theirs that are over, the latest first."""
    over = challenges_of(person).filter(ended_at__isnull=False)
    return over.order_by(F("ended_at").desc(), "-pk")


def _complete(challenges: QuerySet[Challenge]) -> QuerySet[Challenge]:
    """With all that is said of them."""
    return challenges.select_related(
        "challenger", "challenged", "season__ladder__club", "season__ladder__challenge_rules", "match__game"
    )
