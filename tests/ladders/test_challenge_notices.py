"""Mails of challenges: what they say, to whom, and when there is no reason left to send them."""

import json

import pytest
import time_machine

from accounts import closing, export
from games.ladders import participation
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges.automation import ANSWER_REMINDER, TAKEN_OFF
from games.ladders.challenges.ends import OUTCOME
from games.ladders.challenges.negotiation import CHALLENGED
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder
from notifications.registry import kind_named
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, decline, run
from tests.kit.owed_mails import owed

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def told(kind: str) -> dict[str, str]:
    """What they say, by the address they go to."""
    return {mail.to: mail.text for mail in owed(kind) if mail is not None}


def address(number: int) -> str:
    return PersonFactory.numbered(number).email


def test_the_challenged_is_told_by_whom_until_when_and_what_follows(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    (mail,) = owed(CHALLENGED)
    assert mail is not None
    assert (mail.to, mail.subject) == (address(2), "Ashigaru 4 challenges you on Challenges")
    words = " ".join(mail.text.split())
    assert "You are in place 2, they are in place 4." in words
    assert "Answer by" in words
    assert "you can do so 2 more times this season" in words
    assert f"/ladders/{ladder.public_id}/challenges/{made.public_id}/" in mail.text
    assert mail.html
    assert mail.unsubscribe == ""
    accept(made)
    assert owed(CHALLENGED) == [None]


def test_reminder_is_mailed_until_the_deadline(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    run(NOW + 4 * DAY)
    with time_machine.travel(NOW + 4 * DAY, tick=False):
        assert list(told(ANSWER_REMINDER)) == [address(2)]
    with time_machine.travel(NOW + 5 * DAY, tick=False):
        assert told(ANSWER_REMINDER) == {}
    Challenge.objects.update(answer_by=made.answer_by + DAY)
    with time_machine.travel(NOW + 4 * DAY, tick=False):
        assert told(ANSWER_REMINDER) == {}


def test_outcome_of_a_challenge_is_mailed_to_those_concerned(ladder: Ladder) -> None:
    decline(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    assert "Ashigaru 2 has declined your challenge." in told(OUTCOME)[address(4)]
    negotiation.withdraw(
        challenge=ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1),
        by=PersonFactory.numbered(2),
        now=NOW,
    )
    assert "The challenge of Ashigaru 2 to you was called off." in told(OUTCOME)[address(1)]
    ChallengeFactory.create(ladder=ladder, challenger=5, challenged=3)
    run(NOW + 5 * DAY)
    words = {to: " ".join(text.split()) for to, text in told(OUTCOME).items()}
    assert "Ashigaru 3 did not answer your challenge in time, so you have won." in words[address(5)]
    assert "You are now in place 3 of Challenges." in words[address(5)]
    assert "You did not answer the challenge of Ashigaru 5 in time" in words[address(3)]


def test_the_third_declined_is_told_as_a_win() -> None:
    ladder = ChallengeLadderFactory.create(players=3, free_declines=0)
    decline(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1))
    assert "declined your challenge once too often, so you have won" in " ".join(
        told(OUTCOME)[address(3)].split()
    )


def test_removed_player_is_mailed_unless_they_came_back(ladder: Ladder) -> None:
    Entrant.objects.exclude(person=PersonFactory.numbered(5)).update(waiting_since=NOW + 90 * DAY)
    run(NOW + 90 * DAY)
    assert "You were removed from" in told(TAKEN_OFF)[address(5)]
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(5), most=1, now=NOW + 91 * DAY)
    assert told(TAKEN_OFF) == {}


def test_reminder_and_outcome_are_optional_mails() -> None:
    kinds = {name: kind_named(name) for name in (CHALLENGED, ANSWER_REMINDER, OUTCOME, TAKEN_OFF)}
    assert {name: kind and kind.optional for name, kind in kinds.items()} == {
        CHALLENGED: False,
        ANSWER_REMINDER: True,
        OUTCOME: True,
        TAKEN_OFF: False,
    }


# ---- what is stored of somebody


def test_somebody_is_told_of_their_challenges(ladder: Ladder) -> None:
    accepted = accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    decline(ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4))
    rows = json.loads(export.document(PersonFactory.numbered(4)))["challenges"]
    assert [(row["made_by_you"], row["state"]) for row in rows] == [(True, "accepted"), (False, "declined")]
    assert accepted.match is not None
    assert [row["game"] for row in rows] == [accepted.match.game.public_id, None]


def test_closing_an_account_calls_challenges_off_and_moves_those_below_up(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    assert "1 challenge that is not answered is called off." in closing.foretold(PersonFactory.numbered(2))
    above, gone, *below = stored_ranking.ranking_of(ladder)
    assert gone == PersonFactory.numbered(2).pk
    closing.close(person=PersonFactory.numbered(2))
    made.refresh_from_db()
    assert made.state == "called-off"
    assert stored_ranking.ranking_of(ladder) == [above, *below]
