"""Who may take a seat by decision: what the database is asked, what is told, and what the former leaves."""

import pkgutil
from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Block
from games.engine.side import EAST, WEST, Side
from games.ladders.arbitration import questions, verbs
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.substitute import Substitute, candidates
from games.ladders.models.club import Membership
from games.ladders.models.report import Report
from games.ladders.models.ruling import Ruling, RulingRequest
from games.models.game import Game
from games.models.seat import Seat
from games.services import closed_accounts, messages, play, presence
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict
from tests.factories.clubs import MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.ladders.case import Case
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db


def substituted(case: Case) -> Ruling:
    return case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."), nonce="s")


def offered(case: Case) -> Sequence[str]:
    return [each.person.name for each in candidates(case.held, case.arbiter)]


def test_blocked_member_is_offered_and_accepted_like_others(case: Case) -> None:
    Block.objects.create(person=case.free, blocked=case.player(WEST))
    Block.objects.create(person=case.player(WEST), blocked=case.free)
    assert case.free.name in offered(case)
    substituted(case)
    assert case.player(EAST) == case.free


def test_member_who_saw_hidden_information_is_not_offered(case: Case) -> None:
    for name in ("Ashigaru Opening", "Ashigaru Reading"):
        MembershipFactory.create(club=case.club, person__name=name, role=Role.ARBITER)
    assert offered(case) == ["Ashigaru Free", "Ashigaru Opening", "Ashigaru Reading", "Organiser One"]
    case.decide(Open(reason="To see."), by=PersonFactory.named("Ashigaru Opening"), nonce="o")
    asked = questions.ask(seat=case.seat(WEST), text="May I?")
    questions.read(request=asked, by=PersonFactory.named("Ashigaru Reading"))
    assert offered(case) == ["Ashigaru Free", "Organiser One"]
    substituted(case)
    assert offered(case) == ["Organiser One"]


def test_a_club_of_many_is_asked_for_as_a_small_one_is(case: Case) -> None:
    with CaptureQueriesContext(connection) as few:
        offered(case)
    for number in range(20):
        MembershipFactory.create(club=case.club, person__name=f"Ashigaru {number}")
    with CaptureQueriesContext(connection) as many:
        assert len(offered(case)) == 22
    assert len(few) == len(many) == 1


def test_newcomer_reads_nothing_that_was_written_before_and_mutes_nobody(case: Case) -> None:
    messages.write(seat=case.seat(EAST), text="Between us: I am ill.")
    messages.write(seat=case.seat(WEST), text="Get well!")
    messages.mute(seat=case.seat(EAST), on=True)
    substituted(case)
    messages.write(seat=case.seat(WEST), text="Welcome!")
    for side in (EAST, WEST):
        assert [each.text for each in messages.shown_to(case.seat(side))] == ["Welcome!"]


@pytest.mark.parametrize("reporter", [EAST, WEST])
def test_who_received_a_message_reports_it_after_a_substitution_for_thirty_days(
    case: Case, reporter: Side
) -> None:
    people = [case.player(side) for side in (EAST, WEST)]
    by, about = people[reporter], people[reporter.enemy]
    messages.write(seat=case.seat(reporter.enemy), text="You scoundrel!")
    substituted(case)
    for other in (case.free, about):
        assert not messages.reportable_by(other).exists()
    Membership.objects.filter(person=about).delete()
    browser, where = signed_in(by), f"/players/{about.key}/report/"
    link = f"?game={case.game.public_id}&message=1"
    assert link.replace("&", "&amp;") in text(browser.get(where))
    browser.post(where + link, {"words": "They insult me."})
    assert Report.objects.get().quotes == ["You scoundrel!"]
    with time_machine.travel(service_time.now() + timedelta(days=31), tick=False):
        assert not messages.reportable_by(by).exists()


def test_substitution_closes_the_former_players_question(case: Case) -> None:
    before = questions.ask(seat=case.seat(EAST), text="May I?")
    of_opponent = questions.ask(seat=case.seat(WEST), text="May they?")
    questions.read(request=before, by=case.organiser)
    decided = substituted(case)
    before.refresh_from_db()
    assert before.answer == decided
    with pytest.raises(Conflict, match="answered-already"):
        case.decide(AnswerQuestion(question=before, reason="You may."), by=case.organiser)
    now = questions.ask(seat=case.seat(EAST), text="May I?")
    assert now.asker == case.free
    assert set(RulingRequest.objects.filter(answer=None)) == {now, of_opponent}
    assert "Organiser One" not in offered(case), "they have seen what East hides all the same"
    assert case.is_whole()


def test_closing_an_account_resigns_no_seat_of_a_newcomer(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = case.player(EAST)
    resign = play.resign

    def meanwhile(*, seat: Seat) -> play.Done:
        substituted(case)
        return resign(seat=seat)

    monkeypatch.setattr(play, "resign", meanwhile)
    closed_accounts.leave(former)
    assert case.player(EAST) == case.free
    assert case.game.status == Game.Status.RUNNING


def test_nobody_agreed_that_the_newcomer_sees_when_they_look(case: Case) -> None:
    for side in (EAST, WEST):
        presence.switch(case.seat(side), on=True)
    substituted(case)
    assert not Seat.objects.filter(game=case.game, shares_presence=True).exists()


LONGEST_NAME = Ruling._meta.get_field("kind").max_length


def test_every_module_of_a_verb_is_listed() -> None:
    modules = {each.name for each in pkgutil.iter_modules(verbs.__path__)} - {"base", "fields", "result"}
    assert {verb.__module__.rpartition(".")[2] for verb in VERBS.values()} == modules
    named = {name.replace("-", "_") for name in VERBS}
    assert modules == named, "a verb is found in the module of its name"


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_a_verb_says_what_it_does(verb: type[Verb]) -> None:
    assert LONGEST_NAME is not None
    assert len(verb.name) <= LONGEST_NAME
    assert str(verb.warning).endswith(".")
    assert all(map(str, (verb.meaning, verb.title, verb.button)))
    assert verb.needs_reason >= verb.is_grave, "what cannot be taken back has a reason"
