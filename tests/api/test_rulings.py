"""What arbiters decided, and asking them, through the API."""

import hashlib
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.engine.side import EAST, WEST
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.resume import Resume
from games.ladders.models.ruling import LONGEST_QUESTION, Ruling, RulingRequest
from games.models.game import Game
from games.services import outages, suspension
from notifications.models import Notification
from tests.kit.calling import Caller, Seated, problem_of, token_of
from tests.ladders.case import Case

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

WHY = "Agreed by both."


@pytest.fixture
def case() -> Case:
    return Case()


def address(case: Case) -> str:
    return f"games/{case.game.public_id}/decisions/"


def test_both_players_read_the_record_and_its_hashes(case: Case) -> None:
    first = Pause(reason=WHY).decide(game=case.game, by=case.arbiter, nonce="a")
    second = Resume().decide(game=case.game, by=case.organiser, nonce="b")
    told = [Seated(case.table, side).get(address(case)).json() for side in (EAST, WEST)]
    assert told[0] == told[1]
    assert (told[0]["club"], told[0]["whole"], told[0]["question"]) == (case.club.slug, True, None)
    one, other = told[0]["decisions"]
    assert one == {
        "number": 1,
        "kind": "pause",
        "side": None,
        "told": "The clock is paused.",
        "reason": WHY,
        "by": "Ashigaru Arbiter",
        "at": first.made_at.isoformat().replace("+00:00", "Z"),
        "chain": first.chain,
    }
    assert (other["number"], other["by"], other["chain"]) == (2, "Organiser One", second.chain)
    assert len(bytes.fromhex(other["chain"])) == hashlib.sha256().digest_size


def test_ruling_names_the_side_that_lost_on_time(case: Case) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        outages.go_on(timezone.now())  # the service was up
        Adjudicate(loser=WEST, reason=WHY, on_time=True).decide(game=case.game, by=case.arbiter, nonce="a")
    (told,) = Seated(case.table, EAST).get(address(case)).json()["decisions"]
    assert (told["kind"], told["side"]) == ("adjudicate", "west")
    assert told["told"] == "West loses the game on time."


def test_a_record_that_was_tampered_with_says_so_and_one_without_decisions_is_empty(case: Case) -> None:
    caller = Seated(case.table, EAST)
    empty = {"club": case.club.slug, "whole": True, "decisions": [], "question": None}
    assert caller.get(address(case)).json() == empty
    Pause(reason=WHY).decide(game=case.game, by=case.arbiter, nonce="a")
    Ruling.objects.update(reason="Agreed by nobody.")
    assert not caller.get(address(case)).json()["whole"]


def test_an_arbiter_who_has_left_has_no_name(case: Case) -> None:
    Pause(reason=WHY).decide(game=case.game, by=case.arbiter, nonce="a")
    Ruling.objects.update(arbiter=None, arbiter_name="", name_salt="")
    told = Seated(case.table, EAST).get(address(case)).json()
    assert told["decisions"][0]["by"] is None
    assert told["whole"]


def test_viewers_of_a_game_read_its_rulings_and_nobody_else(case: Case) -> None:
    Open(reason=WHY).decide(game=case.game, by=case.arbiter, nonce="a")
    arbiter, member, nobody = Caller(token_of(case.arbiter)), Caller(token_of(case.free)), Caller()
    for caller in (arbiter, member):
        problem_of(caller.get(address(case)), 404)
    problem_of(nobody.get(address(case)), 401)
    Game.objects.filter(pk=case.game.pk).update(is_public=True)
    told = [caller.get(address(case)).json() for caller in (arbiter, member, nobody)]
    assert told[0] == told[1] == told[2]
    assert told[0]["decisions"][0]["kind"] == "open"


def test_a_game_of_no_club_has_none_and_a_stopped_one_tells_none(case: Case) -> None:
    caller = Seated(case.table, EAST)
    case.held.delete()
    assert caller.get(address(case)).json()["club"] is None
    answer = caller.post(f"{caller.game}ask/", {"text": "May I?"})
    assert problem_of(answer, 409)["code"] == "no-club"
    suspension.freeze(case.game, "tampered")
    assert problem_of(caller.get(address(case)), 409)["code"] == "frozen"


def test_unchanged_rulings_are_not_sent_again(case: Case) -> None:
    caller = Seated(case.table, EAST)
    tag = caller.get(address(case))["ETag"]
    assert caller.get(address(case), **{"If-None-Match": tag}).status_code == 304
    Pause().decide(game=case.game, by=case.arbiter, nonce="a")
    assert caller.get(address(case), **{"If-None-Match": tag}).status_code == 200


def test_a_side_asks_once_and_the_other_is_told_nothing(case: Case) -> None:
    east, west = Seated(case.table, EAST), Seated(case.table, WEST)
    before = west.get(address(case)).content
    asked = [east.post(f"{east.game}ask/", {"text": " May I? "}) for _ in range(2)]
    assert [answer.status_code for answer in asked] == [201, 201]
    assert asked[0].json() == asked[1].json()
    row = RulingRequest.objects.get()
    assert (row.text, row.asks) == ("May I?", EAST)
    assert row.view["mine"]["hand"] == list(case.table.view(EAST)["mine"]["hand"])
    assert asked[0].json()["text"] == "May I?"
    assert east.get(address(case)).json()["question"] == asked[0].json()
    assert west.get(address(case)).content == before
    assert Notification.objects.filter(kind=questions.ASKED).count() == 2
    another = east.post(f"{east.game}ask/", {"text": "Or may I not?"})
    assert problem_of(another, 409)["code"] == "asked-already"
    questions.read(request=row, by=case.arbiter)
    AnswerQuestion(question=row, reason="You may.").decide(game=row.game, by=case.arbiter, nonce="a")
    told = west.get(address(case)).json()
    assert told["decisions"][0]["reason"] == "You may."
    assert "May I?" not in west.get(address(case)).content.decode()
    assert east.get(address(case)).json()["question"] is None


@pytest.mark.parametrize("text", ["", " \n", "a\0b", "x" * (LONGEST_QUESTION + 1), 7, None])
def test_malformed_question_is_refused(case: Case, text: object) -> None:
    east = Seated(case.table, EAST)
    problem_of(east.post(f"{east.game}ask/", {"text": text}), 400)
    problem_of(east.post(f"{east.game}ask/", {}), 400)
    assert not RulingRequest.objects.exists()
