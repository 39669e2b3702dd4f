"""A loss on time that an arbiter decides counts as one: it costs places, and serial ones are spared."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from games.engine.side import EAST, Side
from games.ladders import settling
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.models.club import Membership
from games.ladders.models.rating import RatedGame
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import LOSS, WIN
from games.models.game import Game
from games.models.outage import Pulse
from games.models.time_out_policy import OnTimeOut
from games.simulation.league import check_in_all
from sekigahara.db import service_time
from tests.factories.clubs import MembershipFactory
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, order, run
from tests.ladders.case import a_match

pytestmark = pytest.mark.django_db

LATE = timedelta(days=4)


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def lose(match: Match, side: Side, *, on_time: bool) -> None:
    """An arbiter decides, in a week in which something has been played."""
    Game.objects.filter(pk=match.game_id).update(week=3)
    Adjudicate(loser=side, reason="Silent.", on_time=on_time).decide(
        game=match.game, by=PersonFactory.named("Ashigaru Arbiter"), nonce="a"
    )
    Game.objects.filter(pk=match.game_id).update(week=3)


@pytest.mark.parametrize(
    ("on_time", "after"),
    [
        pytest.param(True, [1, 4, 3, 5, 2], id="on time"),
        pytest.param(False, [1, 4, 2, 3, 5], id="otherwise"),
    ],
)
def test_loss_on_time_costs_places(time: time_machine.Traveller, *, on_time: bool, after: list[int]) -> None:
    """The challenged loses their place to the challenger, and on time two more."""
    ladder = ChallengeLadderFactory.create(players=5)
    MembershipFactory.create(club=ladder.club, person__name="Ashigaru Arbiter", role=Membership.Role.ARBITER)
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    check_in_all()
    match = Match.objects.select_related("game").get(challenge=made)
    Game.objects.filter(pk=match.game_id).update(on_time_out=OnTimeOut.ARBITER)
    time.move_to(NOW + LATE)
    Pulse.objects.update_or_create(pk=1, defaults={"at": NOW + LATE})  # the service was up
    loser = EAST if match.east_id == made.challenged_id else EAST.enemy
    lose(match, loser, on_time=on_time)
    run(NOW + LATE + DAY)
    match.refresh_from_db()
    assert match.victory == ("time-out" if on_time else "adjudication")
    assert order(ladder) == after


@pytest.mark.parametrize("on_time", [True, False])
def test_only_one_of_serial_losses_on_time_is_rated(time: time_machine.Traveller, *, on_time: bool) -> None:
    a_match(4)
    first, second = Match.objects.select_related("game").order_by("pk")
    time.move_to(NOW + timedelta(days=1) + LATE)
    # The same person loses both.
    Match.objects.filter(pk=second.pk).update(east=first.east_id)
    second.game.seats.filter(side=EAST).update(player=first.east_id)
    for match in (first, second):
        Pulse.objects.update_or_create(pk=1, defaults={"at": service_time.now()})  # the service was up
        lose(match, EAST, on_time=on_time)
        time.shift(timedelta(hours=1))
    settling.settle()
    while intake.fold_due():
        pass
    rows = list(RatedGame.objects.order_by("finished_at"))
    assert [(row.east_halves, row.west_halves) for row in rows] == [(LOSS, WIN)] * 2
    assert [row.reason for row in rows] == ["", NotRated.TIMED_OUT_BEFORE if on_time else ""]
    assert first_difference() is None
