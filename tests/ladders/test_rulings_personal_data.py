"""What rulings store of people: exported to them, and deleted with them."""

import json

import pytest

from accounts import closing, export
from games.engine.side import EAST
from games.ladders.arbitration import questions, register
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.substitute import Substitute, candidates
from games.ladders.models.ruling import Ruling, RulingRequest
from games.models.game import Game
from tests.accounts.leaving import found_in_the_database
from tests.ladders.case import Case
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db


def a_case() -> Case:
    """East asks, the arbiter reads, answers, and then has another take East's seat."""
    case = Case()
    asked = questions.ask(seat=case.seat(EAST), text="May I?")
    questions.read(request=asked, by=case.arbiter)
    case.decide(AnswerQuestion(question=asked, reason="You may."))
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."), nonce="b")
    return case


def test_export_holds_each_persons_part_of_a_ruling() -> None:
    case = a_case()
    asker, arbiter, newcomer = (
        json.loads(export.document(person)) for person in (case.table.people[EAST], case.arbiter, case.free)
    )
    (asked,) = asker["rulings_asked_for"]
    assert (asked["text"], asked["answer"], asked["view"]["viewer"]) == ("May I?", "You may.", "east")
    assert [row["taken_over"] for row in asker["seats_taken_over"]] == [False]
    assert [row["taken_over"] for row in newcomer["seats_taken_over"]] == [True]
    assert [row["reason"] for row in arbiter["decisions"]] == ["You may.", "Ill."]
    assert "May I?" not in json.dumps(arbiter)
    assert len(arbiter["rulings_looked_at"]) == 1


def test_an_arbiter_who_leaves_is_named_no_more_and_the_record_holds() -> None:
    case = a_case()
    name, address = case.arbiter.name, case.arbiter.email
    closing.close(person=case.arbiter)
    assert not found_in_the_database(name, address)
    assert register.is_whole(case.game, case.record)
    shown = text(signed_in(case.free).get(f"/games/{case.game.public_id}/"))
    assert "an arbiter who has left" in shown
    assert not RulingRequest.objects.get().readers.exists()


def test_closed_account_takes_its_questions_and_leaves_the_answers() -> None:
    case = a_case()
    name = case.table.people[EAST].name or "Tokugawa Player"
    closing.close(person=case.table.people[EAST])
    assert not RulingRequest.objects.exists()
    assert not found_in_the_database(name, "Tokugawa Player", "May I?")
    assert Ruling.objects.filter(kind="answer").count() == 1
    assert register.is_whole(case.game, case.record)


@pytest.mark.both
def test_reader_of_a_deleted_question_still_takes_no_seat(case: Case) -> None:
    asked = questions.ask(seat=case.seat(EAST), text="May I?")
    questions.read(request=asked, by=case.arbiter)
    former = case.player(EAST)
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."), by=case.organiser, nonce="s")
    closing.close(person=former)
    assert not RulingRequest.objects.exists()
    assert case.game.status == Game.Status.RUNNING
    assert not candidates(case.held, case.organiser).filter(person=case.arbiter).exists()
    (told,) = json.loads(export.document(case.arbiter))["rulings_looked_at"]
    assert told == {"game": case.game.public_id, "asked_at": None}
    closing.close(person=case.arbiter)
    assert not case.held.readers.exists()
