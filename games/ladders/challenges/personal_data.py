"""The challenges of a person: their export, and their end when the account is closed.

Rows stay, because they are also the opponent's; they contain no names.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import ngettext

from accounts.closing import Farewell, register_farewell
from accounts.export import register_export
from accounts.models.person import Person
from games.ladders import participation
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.queries import challenges_of
from games.ladders.models.ladder import Entrant, Ladder
from sekigahara.db import service_time


def register_own() -> None:
    """Register our part of the export, and what happens when someone leaves."""
    register_export("challenges", export, "ladders.Challenge.challenger", "ladders.Challenge.challenged")
    register_farewell(Farewell(foretell=foretell, leave=leave))


def export(person: Person) -> Iterator[Mapping[str, Any]]:
    """The challenges the person made and received."""
    for challenge in challenges_of(person):
        yield {
            "ladder": challenge.season.ladder.public_id,
            "season": challenge.season.number,
            "challenge": challenge.public_id,
            "made_by_you": challenge.challenger_id == person.pk,
            "made_at": challenge.made_at,
            "answer_by": challenge.answer_by,
            "answered_at": challenge.answered_at,
            "state": challenge.state,
            "ended_at": challenge.ended_at,
            "game": None if challenge.match is None else challenge.match.game.public_id,
        }


def foretell(person: Person) -> list[str]:
    """What closing the account would do now, one sentence each."""
    count = challenges_of(person).filter(state=State.UNANSWERED).count()
    if not count:
        return []
    text = ngettext(
        "%(count)d challenge that is not answered is called off.",
        "%(count)d challenges that are not answered are called off.",
        count,
    )
    return [text % {"count": count}]


def leave(person: Person) -> None:
    """Leave all challenge ladders: unanswered challenges are called off, and those below move up."""
    # Someone whose entry was deleted meanwhile may have made or received a challenge just before.
    unanswered = challenges_of(person).filter(state=State.UNANSWERED).values("season__ladder")
    entered = Entrant.objects.filter(person=person, left_at=None).values("ladder")
    theirs = Ladder.objects.filter(Q(pk__in=unanswered) | Q(pk__in=entered), format=Ladder.Format.CHALLENGE)
    for ladder in theirs.order_by("pk"):
        participation.leave(ladder=ladder, person=person, now=service_time.now())
