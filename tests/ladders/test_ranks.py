"""The stored ranking is at any time what the pure functions make of it, and few rows are written for that."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.ladders import participation
from games.ladders.challenges import ranking, stored_ranking
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.challenge import ChallengeRules
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import Player, RatingStanding
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.glicko import POINT
from tests.factories.clubs import MembershipFactory
from tests.factories.ladders import NOW, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def places(ladder: Ladder) -> dict[int, int | None]:
    return dict(Entrant.objects.filter(ladder=ladder).values_list("person", "place"))


def written(ladder: Ladder, after: list[int]) -> int:
    """How many statements write that down."""
    with CaptureQueriesContext(connection) as asked:
        stored_ranking.keep(ladder, after)
    return sum(each["sql"].startswith("UPDATE") for each in asked.captured_queries)


@pytest.mark.parametrize("seed", range(6))
def test_stored_ranking_follows_the_rules_through_random_changes(seed: int) -> None:
    chance, ladder = random.Random(seed), ChallengeLadderFactory.create(players=9)
    everybody = [PersonFactory.numbered(number).pk for number in range(1, 10)]
    expected, settings = list(everybody), ChallengeTerms()
    for _step in range(30):
        out = [person for person in everybody if person not in expected]
        match chance.choice(["result", "time-out", "inactivity", "leave", "enter"]):
            case "enter" if out:
                Entrant.objects.filter(person=out[0]).update(left_at=None)
                stored_ranking.enter(ladder, out[0])
                expected = [*expected, out[0]]
            case "leave" if len(expected) > 2:
                gone = chance.sample(expected, chance.choice([1, 2]))
                stored_ranking.take_off(ladder, gone)
                Entrant.objects.filter(person__in=gone).update(left_at=NOW)
                expected = [person for person in expected if person not in gone]
            case "result" if len(expected) > 1:
                one, other = chance.sample(expected, 2)
                expected = ranking.after_result(expected, challenger=one, challenged=other, winner=one)
                stored_ranking.keep(ladder, expected)
            case "time-out" if len(expected) > 1:
                one, other = chance.sample(expected, 2)
                expected = ranking.after_time_out(
                    expected,
                    challenger=one,
                    challenged=other,
                    loser=chance.choice([one, other]),
                    settings=settings,
                )
                stored_ranking.keep(ladder, expected)
            case "inactivity":
                active = {person: NOW - chance.randint(0, 95) * DAY for person in expected}
                since = NOW - timedelta(days=chance.randint(1, 40))
                found = ranking.after_inactivity(expected, active, since=since, now=NOW, settings=settings)
                expected = found.ranking
                stored_ranking.keep(ladder, expected)
                Entrant.objects.filter(person__in=found.off).update(left_at=NOW)
        assert stored_ranking.ranking_of(ladder) == expected
        kept = [place for place in places(ladder).values() if place is not None]
        assert len(kept) == len({*kept}) == len(expected)


def test_leaving_writes_only_the_leavers_row() -> None:
    ladder = ChallengeLadderFactory.create(players=8)
    before = places(ladder)
    stored_ranking.take_off(ladder, [PersonFactory.numbered(2).pk])
    assert places(ladder) == before | {PersonFactory.numbered(2).pk: None}
    stored_ranking.enter(ladder, PersonFactory.numbered(2).pk)
    assert places(ladder) == before | {PersonFactory.numbered(2).pk: 9}


def rate(number: int, points: int) -> None:
    player = Player.objects.create(person=PersonFactory.numbered(number))
    RatingStanding.objects.create(
        player=player, ladder=OVERALL, points=points * POINT, deviation=80, volatility=60_000, games=9, at=NOW
    )


@pytest.mark.parametrize(
    ("by_rating", "expected"),
    [
        pytest.param(True, [4, 1, 2, 3], id="by rating"),
        pytest.param(False, [1, 2, 3, 4], id="at the bottom"),
    ],
)
def test_newcomer_enters_by_the_rule_of_the_ladder(*, by_rating: bool, expected: list[int]) -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    ChallengeRules.objects.update(enters_by_rating=by_rating)
    rate(4, 1800)
    MembershipFactory.create(club=ladder.club, person=PersonFactory.numbered(4))
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(4), most=1, now=NOW)
    assert stored_ranking.ranking_of(ladder) == [PersonFactory.numbered(number).pk for number in expected]
    kept = [place for place in places(ladder).values() if place is not None]
    assert len(kept) == len({*kept})


def test_player_who_comes_back_begins_at_the_bottom_whatever_their_rating() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    one = PersonFactory.numbered(1)
    rate(1, 1800)
    participation.leave(ladder=ladder, person=one, now=NOW)
    participation.take_part(ladder=ladder, person=one, most=1, now=NOW)
    assert stored_ranking.ranking_of(ladder)[-1] == one.pk


def test_one_who_climbs_or_falls_far_is_written_with_all_between_at_once() -> None:
    ladder = ChallengeLadderFactory.create(players=8)
    stored_ranking.take_off(ladder, [PersonFactory.numbered(4).pk])
    one, two, three, _gone, five, six, seven, eight = (
        PersonFactory.numbered(number).pk for number in range(1, 9)
    )
    before = places(ladder)
    assert written(ladder, [one, seven, two, three, five, six, eight]) == 2
    assert stored_ranking.ranking_of(ladder) == [one, seven, two, three, five, six, eight]
    assert (places(ladder)[one], places(ladder)[eight]) == (before[one], before[eight])
    assert written(ladder, [one, two, three, five, six, seven, eight]) == 2
    assert stored_ranking.ranking_of(ladder) == [one, two, three, five, six, seven, eight]
    assert written(ladder, stored_ranking.ranking_of(ladder)) == 0
