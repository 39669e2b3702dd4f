"""Asking for a ruling, reading the question, answering it; and telling arbiters of overdue games."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders.arbitration import overdue, questions
from games.ladders.arbitration.case import DECIDED
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.clubs import membership
from games.ladders.models.club import Membership
from games.ladders.models.ruling import RulingRequest
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, outages, play
from notifications import services
from notifications.delivery import deliver_due
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Forbidden, Limited
from tests.factories.clubs import MembershipFactory, Role
from tests.kit.clubs import member
from tests.ladders.case import Case
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db


CLAIM = "your opponent is out of time"


def asked(case: Case, text: str = "May I?") -> RulingRequest:
    return questions.ask(seat=case.seat(EAST), text=text)


def sent() -> dict[str, list[str]]:
    """By recipient, the subjects of what is mailed now, but for mails that the win may be claimed."""
    mail.outbox.clear()
    deliver_due()
    told: dict[str, list[str]] = {}
    for letter in mail.outbox:
        if str(letter.subject).endswith(CLAIM):
            continue
        told.setdefault(letter.to[0], []).append(str(letter.subject))
    return told


def tell() -> int:
    """The worker looks, as it has done all the time before."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    return overdue.tell_arbiters()


def at_once(*people: Person) -> None:
    """They want to be told of late games at once."""
    for person in people:
        services.unmute(person=person, kind=overdue.OVERDUE)


def test_a_question_keeps_what_its_asker_saw_and_is_mailed_to_arbiters_who_do_not_play(case: Case) -> None:
    MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
    membership.set_role(member=member(case.club, case.player(WEST)), by=case.organiser, role=Role.ARBITER)
    sent()
    row = asked(case)
    assert row.view == case.table.view(EAST)
    told = sent()
    assert set(told) == {case.organiser.email, case.arbiter.email, "ashigaru-other@example.org"}
    assert told[case.arbiter.email] == ["Friends of Sekigahara: Tokugawa Player asks for a ruling"]
    hand = row.view["mine"]["hand"]
    bodies = " ".join(str(letter.body) for letter in mail.outbox)
    assert "May I?" not in bodies
    assert not any(card in bodies for card in hand)


def test_a_second_click_asks_nothing_more_and_another_question_waits(case: Case) -> None:
    assert asked(case) == asked(case)
    with pytest.raises(Conflict, match="asked-already"):
        asked(case, "Something else?")
    assert Notification.objects.filter(kind=questions.ASKED).count() == 2


def test_enough_is_enough(case: Case) -> None:
    for number in range(questions.QUESTIONS.most):
        row = asked(case, f"Question {number}?")
        questions.read(request=row, by=case.arbiter)
        case.decide(AnswerQuestion(question=row, reason="No."), nonce=str(number))
    with pytest.raises(Limited):
        asked(case, "And now?")


def alone(case: Case) -> None:
    """Nobody is left who may decide: the organiser plays, and there is no other arbiter."""
    Membership.objects.filter(club=case.club, role__in=[Role.ORGANISER, Role.ARBITER]).delete()
    Membership.objects.filter(club=case.club, person=case.player(WEST)).update(role=Role.ORGANISER)


def test_question_is_refused_if_nobody_could_answer(case: Case) -> None:
    alone(case)
    with pytest.raises(Conflict, match="no-arbiter-free"):
        asked(case)
    assert not RulingRequest.objects.exists()
    MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
    asked(case)
    assert set(sent()) >= {"ashigaru-other@example.org"}


def test_an_arbiter_who_is_named_later_is_told_of_who_is_late(case: Case) -> None:
    alone(case)
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        tell()
        later = MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
        at_once(later.person)
        assert tell() == 2
        assert tell() == 0
        assert "ashigaru-other@example.org" in sent()


def test_organisers_are_asked_once_to_name_an_arbiter_if_all_play(case: Case) -> None:
    alone(case)
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 1, "of both who are late"
        assert tell() == 0
        told = sent()
        name = "Friends of Sekigahara: appoint an arbiter, because you play yourself"
        assert told == {case.player(WEST).email: [name]}
        (letter,) = [each for each in mail.outbox if each.subject == name]
        assert "You play in this game yourself, so please appoint an arbiter." in str(letter.body)
        assert f"/clubs/{case.club.slug}/members/" in str(letter.body)
        (due_at,) = {case.seat(side).due_at for side in (EAST, WEST)}
        assert due_at is not None
        clock.give_time(seat=case.seat(WEST), due_at=due_at)
        assert tell() == 0
    with time_machine.travel(timezone.now() + timedelta(days=8), tick=False):
        assert tell() == 1, "another deadline"


def test_win_may_be_claimed_if_all_arbiters_play(case: Case) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        with pytest.raises(Conflict, match="no-claim"):
            clock.claim(seat=case.seat(EAST))
        alone(case)
        assert tell() == 1
        mail.outbox.clear()
        deliver_due()
        assert len([each for each in mail.outbox if str(each.subject).endswith(CLAIM)]) == 1
        page = text(signed_in(case.player(EAST)).get(f"/games/{case.game.public_id}/"))
        assert "you may claim the win now" in page
        assert "until you do your opponent may claim the win" in page
        assert "an arbiter of the club may decide" not in page
        clock.claim(seat=case.seat(EAST))
    assert (case.game.status, case.game.winner, case.game.victory) == (Game.Status.OVER, EAST, "time-out")


def test_heir_of_a_club_is_asked_to_name_an_arbiter(case: Case) -> None:
    Membership.objects.filter(club=case.club).exclude(person=case.player(EAST)).delete()
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 1
        assert sent() == {
            case.player(EAST).email: ["Friends of Sekigahara: appoint an arbiter, because you play yourself"]
        }


def test_heir_of_a_club_decides_if_they_do_not_play(case: Case) -> None:
    Membership.objects.filter(club=case.club, role__in=[Role.ORGANISER, Role.ARBITER]).delete()
    Membership.objects.filter(pk=case.newcomer.pk).update(joined_at=timezone.now() - timedelta(days=9))
    at_once(case.free)
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 2
        assert {*sent()} == {case.free.email}
        case.decide(Extend(side=EAST, days=1), by=case.free)


def test_nobody_is_asked_to_name_an_arbiter_once_there_is_one(case: Case) -> None:
    alone(case)
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 1
        MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
        assert case.player(WEST).email not in sent()


def test_organiser_who_lost_a_seat_is_asked_to_appoint_an_arbiter(case: Case) -> None:
    former = case.player(WEST)
    case.decide(Substitute(side=WEST, newcomer=case.newcomer, reason="Ill."))
    Membership.objects.filter(club=case.club, role__in=[Role.ORGANISER, Role.ARBITER]).delete()
    Membership.objects.filter(club=case.club, person=former).update(role=Role.ORGANISER)
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 1
        assert set(sent()) == {former.email}
    assert "You have played in this game yourself, so please appoint an arbiter." in str(mail.outbox[0].body)


def test_an_answer_is_for_both_and_needs_that_the_question_was_read(case: Case) -> None:
    row = asked(case)
    with pytest.raises(Conflict, match="not-read"):
        case.decide(AnswerQuestion(question=row, reason="You may."))
    questions.read(request=row, by=case.arbiter)
    both = [case.decide(AnswerQuestion(question=row, reason="You may.")) for _ in range(2)]
    assert both[0] == both[1]
    assert [each.reason for each in case.record] == ["You may."]
    questions.read(request=row, by=case.organiser)
    with pytest.raises(Conflict, match="answered-already"):
        case.decide(AnswerQuestion(question=row, reason="You may not."), by=case.organiser, nonce="b")
    assert Notification.objects.filter(kind=DECIDED).count() == 2


def test_player_cannot_read_a_question_of_their_game(case: Case) -> None:
    row = asked(case)
    membership.set_role(member=member(case.club, case.player(WEST)), by=case.organiser, role=Role.ARBITER)
    for person in (case.player(WEST), case.free):
        with pytest.raises(Forbidden):
            questions.read(request=row, by=person)
    assert not row.readers.exists()


def test_a_decision_is_mailed_in_words_with_its_hash(case: Case) -> None:
    sent()
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="East has moved away."))
    former, newcomer = case.table.people[EAST], case.free
    told = sent()
    assert {former.email, newcomer.email, case.player(WEST).email} <= {*told}
    (row,) = case.record
    for letter in mail.outbox:
        if "decided" in letter.subject:
            text = str(letter.body)
            assert row.chain in text
            assert "East has moved away." in text
            assert "Ashigaru Free takes the seat of Tokugawa Player (East)." in text
            assert ("/t/" in text) == (letter.to != [former.email])


def test_arbiters_are_told_once_of_somebody_late(case: Case) -> None:
    side = case.waiting
    at_once(case.arbiter, case.organiser)
    sent()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 2  # both bid at the same time
        assert tell() == 0
        told = sent()
        assert sorted(told[case.arbiter.email]) == [
            f"Friends of Sekigahara: the time of {case.seat(each).played_by} is over" for each in (WEST, EAST)
        ]
        assert case.organiser.email in told
        case.decide(Extend(side=side, days=1))
        assert tell() == 0
    with time_machine.travel(timezone.now() + timedelta(days=6), tick=False):
        assert tell() == 1


def test_nobody_is_told_of_what_is_not_an_arbiters_to_decide_or_stands_still(case: Case) -> None:
    at_once(case.arbiter)
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.CLAIM)
        assert tell() == 0
        Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.ARBITER, paused_at=timezone.now())
        assert tell() == 0
    assert not Notification.objects.filter(kind=overdue.OVERDUE).exists()


def test_arbiters_are_mailed_once_of_a_win_unclaimed_for_two_weeks(case: Case) -> None:
    Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.CLAIM)
    over_at = case.seat(EAST).due_at
    assert over_at is not None
    at_once(case.arbiter, case.organiser)
    sent()
    with time_machine.travel(over_at + timedelta(days=14) - timedelta(seconds=1), tick=False):
        assert tell() == 0
    with time_machine.travel(over_at + timedelta(days=14, hours=1), tick=False):
        assert tell() == 1, "of one game, though both sleep"
        assert tell() == 0
        told = sent()
        assert told[case.arbiter.email] == [
            f"Friends of Sekigahara: no one claims the win against {case.seat(EAST).played_by}"
        ]
        assert "has not done so for 14 days" in str(mail.outbox[0].body)
        assert set(told) == {case.arbiter.email, case.organiser.email}
        case.decide(Extend(side=EAST, days=1))
        case.decide(Extend(side=WEST, days=1), nonce="b")
    with time_machine.travel(over_at + timedelta(days=28), tick=False):
        assert tell() == 0
    with time_machine.travel(over_at + timedelta(days=30), tick=False):
        assert tell() == 1, "another deadline"


@pytest.mark.parametrize("stop", ["paused_at", "frozen_at"])
def test_sleeping_game_without_a_running_clock_is_not_mailed(case: Case, stop: str) -> None:
    games = Game.objects.filter(pk=case.game.pk)
    games.update(on_time_out=OnTimeOut.NOTHING)
    with time_machine.travel(timezone.now() + timedelta(days=40), tick=False):
        assert tell() == 0
        games.update(on_time_out=OnTimeOut.CLAIM, **{stop: timezone.now()})
        assert tell() == 0
        games.update(**{stop: None})
        assert tell() == 1


def test_organisers_are_mailed_of_a_sleeping_game_nobody_may_decide(case: Case) -> None:
    alone(case)
    Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.CLAIM)
    with time_machine.travel(timezone.now() + timedelta(days=40), tick=False):
        assert tell() == 1
        assert tell() == 0
        later = MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
        at_once(later.person)
        assert tell() == 1
    kinds = Notification.objects.filter(kind__in=[overdue.OVERDUE, overdue.NO_ARBITER])
    assert sorted(kinds.values_list("kind", flat=True)) == [overdue.NO_ARBITER, overdue.OVERDUE]


def test_after_an_outage_arbiters_are_told_of_the_new_deadline_alone(case: Case) -> None:
    side, before = case.waiting, timezone.now()
    due_at = case.seat(side).due_at
    assert due_at is not None
    at_once(case.arbiter)
    outages.catch_up(before)
    with time_machine.travel(before + timedelta(days=5), tick=False):
        assert overdue.tell_arbiters() == 0
        assert case.arbiter.email not in sent(), "nobody is late"
    assert case.seat(side).due_at == due_at + timedelta(days=5)
    with time_machine.travel(before + timedelta(days=9), tick=False):
        assert tell() == 2
        assert len(sent()[case.arbiter.email]) == 2


def test_a_mail_that_is_too_late_is_not_sent(case: Case) -> None:
    at_once(case.arbiter)
    asked(case)
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert tell() == 2
        play.resign(seat=case.seat(WEST))
        questions.read(request=RulingRequest.objects.get(), by=case.arbiter)
        case.decide(AnswerQuestion(question=RulingRequest.objects.get(), reason="No."))
        told = sent()
    assert case.arbiter.email not in told
    assert Seat.objects.filter(game=case.game, due_at__isnull=False).count() == 0
