"""The rulings and questions of a person: their export, and what is deleted when they leave.

A ruling belongs to a game of others, and stays without the arbiter's name. A person's questions are deleted
with everything they saw then. It stays recorded that an arbiter read a question and so may take no seat.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from accounts.closing import Farewell, register_farewell
from accounts.export import register_export
from accounts.models.person import Person
from games.ladders.arbitration import register
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling, RulingRequest


def register_own() -> None:
    """Register our part of the export, and what happens when someone leaves."""
    register_export("decisions", rulings_of, "ladders.Ruling.arbiter")
    register_export("seats_taken_over", seats_of, "ladders.Ruling.newcomer", "ladders.Ruling.former")
    register_export("rulings_asked_for", questions_of, "ladders.RulingRequest.asker")
    register_export(
        "rulings_looked_at", looked_at_by, "ladders.RulingRequest.readers", "ladders.ClubGame.readers"
    )
    register_farewell(Farewell(erase=erase))


def rulings_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person decided as an arbiter."""
    fields = ("kind", "reason", "parameters", "made_at")
    for row in Ruling.objects.select_related("game").filter(arbiter=person).order_by("made_at", "pk"):
        yield {"game": row.game.public_id, **{name: getattr(row, name) for name in fields}}


def seats_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The seats that the person took over or lost by a ruling; the game's page names both people."""
    for is_newcomer, rows in (
        (True, Ruling.objects.filter(newcomer=person)),
        (False, Ruling.objects.filter(former=person)),
    ):
        for row in rows.select_related("game").order_by("made_at", "pk"):
            yield {"game": row.game.public_id, "taken_over": is_newcomer, "at": row.made_at}


def questions_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's questions to arbiters, with what they saw then."""
    questions = RulingRequest.objects.select_related("game", "answer").filter(asker=person)
    for row in questions.order_by("asked_at", "pk"):
        yield {
            "game": row.game.public_id,
            "text": row.text,
            "view": row.view,
            "asked_at": row.asked_at,
            "answer": None if row.answer is None else row.answer.reason,
        }


def looked_at_by(person: Person) -> Iterator[Mapping[str, Any]]:
    """The questions of others that the person read as an arbiter, without their text."""
    for row in RulingRequest.objects.select_related("game").filter(readers=person).order_by("asked_at", "pk"):
        yield {"game": row.game.public_id, "asked_at": row.asked_at}
    for held in ClubGame.objects.select_related("game").filter(readers=person).order_by("pk"):
        yield {"game": held.game.public_id, "asked_at": None}  # the question was deleted with its asker


def erase(person: Person) -> None:
    """Delete the person's questions and their name in rulings, in the caller's transaction."""
    register.forget(person)
    questions = RulingRequest.objects.filter(asker=person)
    for held in ClubGame.objects.filter(game__in=questions.values("game")):
        held.readers.add(*Person.objects.filter(pk__in=questions.filter(game=held.game_id).values("readers")))
    questions.delete()
    for read in (RulingRequest, ClubGame):
        read.readers.through.objects.filter(person=person).delete()
