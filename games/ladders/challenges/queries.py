"""Queries about challenge ladders: the ranking, who may be challenged, and open challenges."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from accounts.models.person import KEY_DIGITS, Person, distinct_names
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges.eligibility import Reason
from games.ladders.clubs.privacy import known_to
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder


class Rank(NamedTuple):
    """A line of the ranking, as a viewer sees it.

    Attributes:
        place: from 1.
        name: the player's name.
        is_viewer: whether the line is the viewer's own.
        refusal: why the viewer cannot challenge this player now; None if they can.
    """

    place: int
    entrant: Entrant
    name: str
    is_viewer: bool
    refusal: Reason | None


def ranking(ladder: Ladder, viewer: Person | None, now: datetime, *, first: int, count: int) -> list[Rank]:
    """Some lines of the ranking of a challenge ladder, the top first.

    Args:
        viewer: None for a visitor who is not signed in.
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
    """A person's place; None if they have none."""
    standing = stored_ranking.ranked(ladder)
    own = standing.filter(person=person).first()
    return None if own is None else standing.filter(place__lt=own.place).count() + 1


def entrant_named(ladder: Ladder, key: str) -> Entrant | None:
    """The player on the ranking with this public key, or with this key of the ranking's own."""
    everybody = stored_ranking.ranked(ladder)
    if len(key) == KEY_DIGITS:
        return everybody.select_related("person").filter(person__key=key).first()
    # A key is derived from a row's number but does not reveal it, so all numbers are read, and then one row.
    named = [pk for pk in everybody.values_list("pk", flat=True) if Entrant(pk=pk).key == key]
    return everybody.select_related("person").filter(pk__in=named).first()


def open_challenges(ladder: Ladder) -> QuerySet[Challenge]:
    """A ladder's unanswered challenges and those with a running game, the latest first."""
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


def challenge_known_to(person: Person, public_id: str) -> Challenge | None:
    """The challenge of that name, if it is a person's own or they know of its club."""
    known = Q(challenger=person) | Q(challenged=person) | known_to(person, "season__ladder__club")
    return _complete(Challenge.objects.filter(known, public_id=public_id)).first()


def challenges_of(person: Person) -> QuerySet[Challenge]:
    """All challenges that a person has made or received, in order."""
    mine = Challenge.objects.filter(Q(challenger=person) | Q(challenged=person))
    return _complete(mine).order_by("made_at", "pk")


def waiting_for(person: Person) -> QuerySet[Challenge]:
    """The unanswered challenges that a person has made or received, the earliest deadline first."""
    return challenges_of(person).filter(Challenge.UNANSWERED).order_by("answer_by", "pk")


def open_of(person: Person) -> QuerySet[Challenge]:
    """A person's unanswered challenges and those with a running game, the latest first."""
    return challenges_of(person).filter(Challenge.OPEN).order_by("-made_at", "-pk")


def ended_of(person: Person) -> QuerySet[Challenge]:
    """A person's closed challenges, the latest first."""
    over = challenges_of(person).filter(ended_at__isnull=False)
    return over.order_by(F("ended_at").desc(), "-pk")


def _complete(challenges: QuerySet[Challenge]) -> QuerySet[Challenge]:
    """With all that is said of them."""
    return challenges.select_related(
        "challenger", "challenged", "season__ladder__club", "season__ladder__challenge_rules", "match__game"
    )
