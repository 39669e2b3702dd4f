"""What ladders do by themselves: a row that cannot be worked on is in the log, and the others are done."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from games.ladders import isolation, rounds, settling
from games.ladders.bidding import sealed_bids
from games.ladders.challenges.eligibility import State
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import ChallengeRules
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.models.game import Game
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import (
    NOW,
    BiddingFactory,
    ChallengeFactory,
    ChallengeLadderFactory,
    LadderFactory,
)
from tests.kit.ladders import DAY, look, run
from tests.ladders.case import over

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Another")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.name == isolation.__name__]


def test_a_ladder_that_cannot_be_paired_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (
        LadderFactory.create(club=club, name="Broken", players=4, now=NOW),
        LadderFactory.create(club=club, name="Sound", players=4, now=NOW),
    )
    Season.objects.filter(ladder=broken).delete()
    assert rounds.run(NOW + DAY) == 2
    assert {match.season.ladder for match in Match.objects.all()} == {sound}
    assert logged(caplog) == [f"could not pair ladder {broken}"]


def test_a_game_that_cannot_begin_keeps_none_of_its_round_from_it(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    ladder = LadderFactory.create(club=club, name="Broken", players=4, now=NOW)
    Ladder.objects.update(edition="no-such-edition")
    assert rounds.run(NOW + DAY) == 0
    assert logged(caplog) == [f"could not begin a game of ladder {ladder}"] * 2


def test_a_result_that_cannot_be_read_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    LadderFactory.create(club=club, name="Free", players=4, now=NOW)
    rounds.run(NOW + DAY)
    broken, sound = Match.objects.select_related("game").order_by("pk")
    for match in (broken, sound):
        over(match.game)
    Game.objects.filter(pk=broken.game_id).update(ended_at=NOW, length=0)  # it never began
    Match.objects.filter(pk=broken.pk).update(given_west=1)
    assert settling.settle() == 1
    assert list(Match.objects.exclude(ended_at=None)) == [sound]
    assert logged(caplog) == [f"could not settle game {broken.game.public_id}"]


def test_a_bidding_that_cannot_be_opened_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    broken = BiddingFactory.create(ladder__now=NOW)
    other = BiddingFactory.create(ladder__club=club, ladder__players=2, ladder__now=NOW)
    Ladder.objects.filter(pk=broken.season.ladder_id).update(edition="no-such-edition")
    assert look(broken.due_at) == 1
    assert Match.objects.get() == Bidding.objects.get(pk=other.pk).match
    assert logged(caplog) == [f"could not end bidding {broken}"]


def test_a_reminder_that_fails_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = LadderFactory.create(club=club, name="Bidding", players=4, now=NOW)
    Ladder.objects.filter(pk=ladder.pk).update(has_bidding=True)
    rounds.run(NOW + DAY)
    broken, sound = Bidding.objects.order_by("pk")
    locked = sealed_bids.locked

    def failing(row: Bidding) -> Bidding:
        if row == broken:
            raise ValueError
        return locked(row)

    monkeypatch.setattr(sealed_bids, "locked", failing)
    assert look(broken.due_at - timedelta(hours=1)) == 1
    assert list(Bidding.objects.filter(is_reminded=True)) == [sound]
    assert logged(caplog) == [f"could not remind of bidding {broken}"]


def test_a_ladder_of_challenges_that_fails_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    broken = LadderFactory.create(club=club, name="Broken", players=4, now=NOW)
    Ladder.objects.filter(pk=broken.pk).update(format=Ladder.Format.CHALLENGE)
    assert not ChallengeRules.objects.exists()
    sound = ChallengeLadderFactory.create()
    made = ChallengeFactory.create(ladder=sound, challenger=4, challenged=2)
    run(made.answer_by + timedelta(minutes=1))
    made.refresh_from_db()
    assert made.state == State.FORFEITED
    assert logged(caplog) == [f"could not look at ladder {broken}"]


def test_silent_database_stops_the_work() -> None:
    def work() -> int:
        raise OperationalError

    with pytest.raises(OperationalError):
        isolation.attempt(work, "do", "anything")
