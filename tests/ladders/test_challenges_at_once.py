"""Several at once on a ladder of challenges: each is answered as if one had come after the other."""

from collections.abc import Callable

import pytest

from games.ladders import participation, rounds
from games.ladders.challenges import negotiation
from games.ladders.challenges.eligibility import State
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.outage import Pulse
from notifications.models import Notification
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once, codes, held_up_at
from tests.kit.ladders import DAY, accept, decline, order, run, win

pytestmark = pytest.mark.django_db(transaction=True)


def test_clicks_at_once_make_one_challenge_and_one_mail() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    assert codes(
        at_once(*[lambda: ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)] * 3)
    ) == ["", "", ""]
    assert (Challenge.objects.count(), Notification.objects.count()) == (1, 1)


def test_only_the_first_of_two_challengers_of_one_player_succeeds() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    outcomes = at_once(
        lambda: ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1),
        lambda: ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1),
    )
    assert codes(outcomes) == ["", "may-not-challenge"]


def test_a_challenge_is_answered_one_way_and_begins_one_game() -> None:
    made = ChallengeFactory.create(
        ladder=ChallengeLadderFactory.create(players=3), challenger=3, challenged=1
    )

    def withdraw() -> object:
        return negotiation.withdraw(challenge=made, by=PersonFactory.numbered(3), now=NOW)

    outcomes = at_once(lambda: accept(made), lambda: decline(made), withdraw, lambda: accept(made))
    assert set(codes(outcomes)) <= {"", "challenge-over"}
    state = Challenge.objects.get().state
    assert state in {State.ACCEPTED, State.DECLINED, State.CALLED_OFF}
    assert Match.objects.count() == (state == State.ACCEPTED)


@pytest.mark.services
def test_only_one_of_many_workers_does_what_is_due() -> None:
    ladder = ChallengeLadderFactory.create(players=6)
    won = accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    later = NOW + 5 * DAY
    win(won, PersonFactory.numbered(4), later - DAY)
    Pulse.objects.create(pk=1, at=later)
    outcomes = held_up_at(Ladder.objects.filter(pk=ladder.pk), *[lambda: rounds.run(later)] * 4)
    assert codes(outcomes) == [""] * 4
    assert sum(outcomes) == 2  # the result, and what nobody answered
    # 4 went to the place of 2, and 3 from there past it to the top: once each.
    assert order(ladder) == [3, 1, 4, 2, 5, 6]


@pytest.mark.services
def test_nobody_is_challenged_by_who_leaves_meanwhile() -> None:
    ladder = ChallengeLadderFactory.create(players=3)

    def leaving(number: int) -> Callable[[], None]:
        return lambda: participation.leave(ladder=ladder, person=PersonFactory.numbered(number), now=NOW)

    outcomes = held_up_at(
        Ladder.objects.filter(pk=ladder.pk),
        lambda: ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1),
        leaving(3),
        leaving(1),
    )
    assert set(codes(outcomes)) <= {"", "may-not-challenge"}
    assert not Challenge.objects.filter(Challenge.OPEN).exists()
    assert order(ladder) == [2]
    assert run(NOW + DAY) == 0
