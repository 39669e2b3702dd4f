"""What is told of an edition's games: which side wins, how, when, and where."""

import pytest

from games.engine.side import EAST, WEST
from games.ladders.models.statistics import EditionTally
from games.ladders.statistics.figures import (
    Among,
    PlaceCount,
    Span,
    WeekCount,
    Won,
    all_statistics,
    editions,
    statistics_of,
    victories,
)
from games.ladders.statistics.tally import GamesTally
from tests.ladders.archived import Summed

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def tallied(*games: Summed, edition: str = "kessen", is_contest: bool = True) -> None:
    tally = GamesTally()
    for game in games:
        tally.add(game)
    EditionTally.objects.create(edition=edition, is_contest=is_contest, counted=tally.kept())


def test_nothing_is_told_of_what_nobody_has_played() -> None:
    told = statistics_of("kessen", Among.ALL)
    assert told.games == 0
    assert told.balance is None
    assert (told.victories, told.weeks, told.spans, told.places) == ([], [], [], [])
    assert victories() == set()


def test_balance_leaves_out_forfeits_of_the_first_week() -> None:
    tallied(
        Summed(victory="resignation", week=1),
        Summed(victory="time-out", week=1, winner=WEST),
        Summed(victory="ieyasu", week=1, winner=WEST),
        Summed(victory="resignation", week=2),
        Summed(victory="adjudication", week=3),
    )
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.games == 5
    assert told.balance is not None
    assert (told.balance.east, told.balance.west) == (2, 1)


def test_balance_is_empty_without_a_counted_game() -> None:
    tallied(Summed(victory="resignation", week=1))
    assert statistics_of("kessen", Among.PEOPLE).balance is None


def test_kinds_of_victory_the_most_frequent_first() -> None:
    tallied(Summed(), Summed(winner=WEST), Summed(winner=WEST), Summed(winner=WEST, victory="ieyasu"))
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.victories == [Won("points", 1, 2), Won("ieyasu", 0, 1)]
    assert victories() == {"points", "ieyasu"}


def test_weeks_without_an_end_stand_between_the_others() -> None:
    tallied(Summed(week=2), Summed(week=4), Summed(week=4))
    weeks = statistics_of("kessen", Among.PEOPLE).weeks
    assert weeks == [WeekCount(1, 0), WeekCount(2, 1), WeekCount(3, 0), WeekCount(4, 2)]


def test_days_in_spans_and_the_middle_of_them() -> None:
    tallied(*(Summed(days=days) for days in (1, 6, 7, 40, 400)))
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.median_days == 7
    assert [span for span in told.spans if span.games] == [
        *(Span(1, 6, 2), Span(7, 13, 1), Span(30, 59, 1), Span(365, None, 1)),
    ]
    assert told.spans[0] == Span(1, 6, 2)
    assert Span(14, 29, 0) in told.spans


def test_places_the_most_fought_first_and_alike_ones_by_name() -> None:
    tallied(Summed(fights={"kyoto": [2, 3], "gifu": [1, 0]}), Summed(fights={"edo": [0, 1], "gifu": [0, 0]}))
    assert statistics_of("kessen", Among.PEOPLE).places == [
        *(PlaceCount("kyoto", 2, 3), PlaceCount("edo", 0, 1), PlaceCount("gifu", 1, 0)),
    ]


def test_games_with_computers_are_told_only_where_they_are_asked_for() -> None:
    tallied(Summed(east_lost=3))
    tallied(Summed(east_lost=4), Summed(west_lost=5), is_contest=False)
    people, everybody = (statistics_of("kessen", among) for among in Among)
    assert (people.games, people.east_lost) == (1, 3)
    assert (everybody.games, everybody.east_lost, everybody.west_lost) == (3, 7, 5)


def test_editions_are_told_by_their_games_also_those_that_are_no_more() -> None:
    tallied(Summed(), edition="gone")
    tallied(Summed(), Summed(winner=EAST))
    told = all_statistics(Among.PEOPLE)
    assert [each.edition for each in told][:2] == ["kessen", "gone"]
    assert {each.edition for each in told} == {*editions()} > {"gone", "gmt-2016"}
