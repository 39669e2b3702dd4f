"""What an arbiter decides of results: annulled games count for nothing, others as they are corrected."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders import settling
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.models.club import Membership
from games.ladders.models.ladder import Ladder
from games.ladders.models.rating import RatedGame, RatingStanding
from games.ladders.models.season import Match
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.ladders.tables import lines, queries
from games.log import portable
from games.log.verification import verify
from games.models.game import Game
from games.models.outage import Pulse
from games.models.time_out_policy import OnTimeOut
from games.services import play
from games.simulation.league import check_in_all
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict
from tests.factories.clubs import MembershipFactory
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.ladders import DAY, accept, order, run
from tests.ladders.case import Case, a_match, code_of, over
from tests.ladders.rating_games import fold_all

pytestmark = pytest.mark.django_db
WHY = "The pairing was a mistake."
ARBITER = "Ashigaru Arbiter"


def settled(match: Match) -> Match:
    """Its results are written down everywhere."""
    settling.settle()
    fold_all()
    return Match.objects.select_related("game").get(pk=match.pk)


def points(ladder: Ladder) -> dict[str, int]:
    season = queries.seasons_of(ladder).first()
    assert season is not None
    return {line.person.name: line.points for line in lines.lines_of(season)}


def ratings() -> set[int]:
    return {standing.points // 1000 for standing in RatingStanding.objects.filter(ladder="")}


def annul(match: Match, nonce: str = "a") -> None:
    Annul(reason=WHY).decide(game=match.game, by=PersonFactory.named(ARBITER), nonce=nonce)


def correct(match: Match, winner: int | None, nonce: str = "c") -> None:
    side = None if winner is None else SIDES[winner]
    Correct(winner=side, reason=WHY).decide(game=match.game, by=PersonFactory.named(ARBITER), nonce=nonce)


def test_an_annulled_result_is_out_of_the_table_and_of_the_ratings() -> None:
    ladder, match = a_match()
    over(match.game)
    match = settled(match)
    assert sorted(points(ladder).values()) == [0, 2]
    assert ratings() == {1337, 1662}  # the thousandths are cut off
    annul(match)
    annul(match)  # the same form
    match = settled(match)
    assert sorted(points(ladder).values()) == [0, 0]
    assert not RatingStanding.objects.exists()
    row = RatedGame.objects.get()
    assert (row.void, row.reason, row.is_folded) == (NotRated.ANNULLED, NotRated.ANNULLED, True)
    assert first_difference() is None
    assert code_of(lambda: annul(match, "b")) == "annulled-already"
    assert code_of(lambda: correct(match, EAST)) == "annulled-already"


def test_a_game_annulled_while_it_runs_frees_both_and_counts_for_nothing_at_its_end() -> None:
    ladder, match = a_match()
    annul(match)
    match.refresh_from_db()
    assert match.ended_at is not None
    assert Game.objects.get(pk=match.game_id).paused_at is not None
    assert not queries.running(ladder).exists()
    over(match.game)
    match = settled(match)
    assert (match.east_halves, match.west_halves) == (None, None)
    assert RatedGame.objects.get().reason == NotRated.ANNULLED
    assert not RatingStanding.objects.exists()


@pytest.mark.parametrize("winner", [WEST, None])
def test_a_corrected_result_counts_in_ladder_and_ratings_and_the_log_stays(winner: int | None) -> None:
    ladder, match = a_match()
    play.resign(seat=match.game.seats.select_related("game", "player").get(side=WEST))
    Game.objects.filter(pk=match.game_id).update(week=4)
    match = settled(match)
    record = portable.complete(Game.objects.get(pk=match.game_id))
    correct(match, winner)
    match = settled(match)
    halves = (TIE, TIE) if winner is None else (LOSS, WIN)
    assert (match.east_halves, match.west_halves, match.victory) == (*halves, "correction")
    row = RatedGame.objects.get()
    assert ((row.east_halves, row.west_halves), row.reason) == (halves, "")
    assert sorted(points(ladder).values()) == ([1, 1] if winner is None else [0, 2])
    assert first_difference() is None
    now = portable.complete(Game.objects.get(pk=match.game_id))
    assert now == record
    verify(now)
    assert code_of(lambda: correct(match, winner, "d")) == "same-result"


def test_results_folded_later_follow_a_corrected_one() -> None:
    """Two games of the same ladder, the first corrected after the second was folded."""
    _ladder, first = a_match(4)
    second = Match.objects.select_related("game").latest("pk")
    assert first != second
    for match in (first, second):
        over(match.game)
        settled(match)
    before = list(RatedGame.objects.order_by("finished_at", "game").values_list("expected", flat=True))
    correct(first, WEST)
    settled(first)
    assert first_difference() is None
    after = list(RatedGame.objects.order_by("finished_at", "game").values_list("expected", flat=True))
    assert all(row.is_folded for row in RatedGame.objects.all())
    assert after[0] == before[0]
    assert after[1] != before[1], "East's advantage is another one after another first result"


def test_correction_is_refused_with_its_reason() -> None:
    _ladder, match = a_match()
    assert code_of(lambda: correct(match, EAST)) == "not-over"
    over(match.game)
    assert code_of(lambda: correct(match, WEST)) == "result-pending"


def test_a_game_that_counts_nowhere_has_no_result_to_correct(case: Case) -> None:
    play.resign(seat=case.seat(EAST))
    with pytest.raises(Conflict, match="counts-for-nothing"):
        case.decide(Correct(winner=EAST, reason=WHY))


def test_a_game_with_a_substitute_is_not_rated_and_counts_in_the_ladder_for_who_was_paired() -> None:
    ladder, match = a_match()
    club = ladder.club
    former = match.east
    Substitute(side=EAST, newcomer=member(club, PersonFactory.named("Ashigaru Free")), reason=WHY).decide(
        game=match.game, by=PersonFactory.named(ARBITER), nonce="a"
    )
    over(match.game)
    match = settled(match)
    assert RatedGame.objects.get().reason == NotRated.SUBSTITUTED
    assert not RatingStanding.objects.exists()
    assert points(ladder)[former.name] == 2
    assert first_difference() is None


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
    [pytest.param(True, [1, 4, 3, 5, 2], id="on time"), pytest.param(False, [1, 4, 2, 3, 5], id="otherwise")],
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
    fold_all()
    rows = list(RatedGame.objects.order_by("finished_at"))
    assert [(row.east_halves, row.west_halves) for row in rows] == [(LOSS, WIN)] * 2
    assert [row.reason for row in rows] == ["", NotRated.TIMED_OUT_BEFORE if on_time else ""]
    assert first_difference() is None
