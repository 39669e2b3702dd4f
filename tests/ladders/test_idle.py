"""Who has been idle on a ladder of challenges: pausing helps nobody, and nobody pays for what others do."""

import pytest

from games.ladders import participation
from games.ladders.bidding import sealed_bids
from games.ladders.challenges import negotiation
from games.ladders.challenges.automation import ANSWER_REMINDER, TAKEN_OFF
from games.ladders.models.ladder import Entrant, Ladder
from games.services import outages
from notifications.models import Notification
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, order, run

pytestmark = pytest.mark.django_db

LATER = NOW + 20 * DAY


@pytest.fixture
def ladder() -> Ladder:
    return ChallengeLadderFactory.create()


def idle_since(number: int) -> object:
    return Entrant.objects.get(person=PersonFactory.numbered(number)).waiting_since


def part(ladder: Ladder, number: int, most: int) -> None:
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(number), most=most, now=LATER)


def test_pause_counts_as_idle_time(ladder: Ladder) -> None:
    part(ladder, 2, 0)
    part(ladder, 2, 1)
    assert idle_since(2) == NOW


def test_returning_leaver_starts_with_no_idle_time(ladder: Ladder) -> None:
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    part(ladder, 2, 1)
    assert idle_since(2) == LATER


def test_wish_for_more_games_restarts_the_wait_on_a_ladder_that_pairs() -> None:
    ladder = ChallengeLadderFactory.create(players=1)
    Ladder.objects.update(format=Ladder.Format.FREE)
    ladder.refresh_from_db()
    part(ladder, 1, 2)
    assert idle_since(1) == LATER


def test_challenger_whose_opponent_leaves_has_not_been_idle(ladder: Ladder) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=LATER)
    assert idle_since(4) == LATER
    assert idle_since(3) == NOW


def test_challenged_player_stays_idle_if_the_challenger_leaves(ladder: Ladder) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(4), now=LATER)
    assert idle_since(2) == NOW


@pytest.mark.parametrize(("leaver", "other"), [(4, 2), (2, 4)])
def test_once_it_is_accepted_neither_was_idle(leaver: int, other: int) -> None:
    ladder = ChallengeLadderFactory.create(has_bidding=True)
    accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    participation.leave(ladder=ladder, person=PersonFactory.numbered(leaver), now=LATER)
    outages.catch_up(LATER)
    sealed_bids.look(LATER)
    assert idle_since(other) == LATER


def test_withdrawn_challenge_counts_as_idle_time(ladder: Ladder) -> None:
    negotiation.withdraw(
        challenge=ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2),
        by=PersonFactory.numbered(4),
        now=LATER,
    )
    assert idle_since(4) == NOW


def test_outage_brings_a_second_reminder_with_the_new_deadline(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert run(NOW + 4 * DAY) == 1
    outages.catch_up(NOW + 10 * DAY)
    made.refresh_from_db()
    assert made.answer_by == NOW + 11 * DAY
    assert run(NOW + 10 * DAY) == 1
    assert Notification.objects.filter(kind=ANSWER_REMINDER).count() == 2


def at_the_top_for(days: int, ladder: Ladder) -> None:
    """The first stands at the top without a game, while the others play."""
    for day in range(0, days + 1, 5):
        others = Entrant.objects.filter(ladder=ladder).exclude(person=PersonFactory.numbered(1))
        others.update(waiting_since=NOW + day * DAY)
        run(NOW + day * DAY)


@pytest.mark.both
def test_leader_who_pauses_starts_to_be_idle(ladder: Ladder) -> None:
    at_the_top_for(120, ladder)
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(1), most=0, now=NOW + 121 * DAY)
    run(NOW + 121 * DAY)
    assert order(ladder) == [1, 2, 3, 4, 5]
    Entrant.objects.exclude(person=PersonFactory.numbered(1)).update(waiting_since=NOW + 150 * DAY)
    run(NOW + 150 * DAY)
    assert order(ladder) == [2, 1, 3, 4, 5]


def test_leader_who_misses_one_answer_loses_one_place(ladder: Ladder) -> None:
    at_the_top_for(120, ladder)
    made = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1, now=NOW + 120 * DAY)
    assert run(made.answer_by) == 1
    assert order(ladder) == [2, 1, 3, 4, 5]
    assert idle_since(1) == made.answer_by
    assert not Notification.objects.filter(kind=TAKEN_OFF).exists()
