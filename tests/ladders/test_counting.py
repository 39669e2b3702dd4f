"""What counts for ratings, and the word for why something does not."""

from datetime import timedelta

import pytest

from games.ladders.ratings.counting import SPARED, NotRated, not_rated
from games.ladders.ratings.results import FORFEITS, LOSS, TIE, TIME_OUT, WIN, GameResult, InvalidResultError
from tests.ladders.finished import BEGIN, EAST_WON, WEST_WON, result


@pytest.mark.parametrize(
    ("played", "reason"),
    [
        pytest.param(result(), None, id="to the end"),
        pytest.param(result(halves=(TIE, TIE)), None, id="a tie"),
        pytest.param(result(week=1, victory="ieyasu"), None, id="a leader lost in the first week"),
        pytest.param(result(week=1, victory="resignation"), NotRated.TOO_SHORT, id="resigned in week 1"),
        pytest.param(result(week=2, victory="resignation"), None, id="resigned in week 2"),
        pytest.param(result(week=1, victory=TIME_OUT), NotRated.TOO_SHORT, id="out of time in week 1"),
        pytest.param(result(week=2, victory=TIME_OUT), None, id="out of time in week 2"),
        pytest.param(result(week=1, victory="adjudication"), NotRated.TOO_SHORT, id="decided in week 1"),
        pytest.param(result(week=2, victory="adjudication"), None, id="decided in week 2"),
        pytest.param(result(1, 1), NotRated.ONESELF, id="against oneself"),
        pytest.param(result(None, 2), NotRated.NO_PERSON, id="a computer player as East"),
        pytest.param(result(1, None, WEST_WON), NotRated.NO_PERSON, id="beaten by a computer player"),
        pytest.param(result(None, None), NotRated.NO_PERSON, id="computer players only"),
    ],
)
def test_game_counts_unless_there_is_a_reason(played: GameResult, reason: NotRated | None) -> None:
    assert not_rated(played, None) == reason


@pytest.mark.parametrize(
    ("after", "victory", "reason"),
    [
        pytest.param(timedelta(0), TIME_OUT, NotRated.TIMED_OUT_BEFORE, id="the same moment"),
        pytest.param(
            SPARED - timedelta(seconds=1), TIME_OUT, NotRated.TIMED_OUT_BEFORE, id="within seven days"
        ),
        pytest.param(SPARED, TIME_OUT, None, id="seven days later"),
        pytest.param(timedelta(days=1), "resignation", None, id="resigned meanwhile"),
        pytest.param(timedelta(days=1), "points", None, id="lost meanwhile"),
    ],
)
def test_after_a_time_out_that_counted(after: timedelta, victory: str, reason: NotRated | None) -> None:
    assert not_rated(result(days=after / timedelta(days=1), victory=victory), BEGIN) == reason


def test_words_that_are_kept() -> None:
    assert [*NotRated] == ["no-person", "oneself", "too-short", "annulled", "substituted", "timed-out-before"]


@pytest.mark.parametrize("halves", [(WIN, WIN), (LOSS, LOSS), (WIN, TIE), (3, -1)])
def test_a_game_has_one_winner_or_a_tie(halves: tuple[int, int]) -> None:
    with pytest.raises(InvalidResultError) as refused:
        result(halves=halves, game="23456789ab")
    assert (refused.value.code, refused.value.game) == ("bad-score", "23456789ab")


@pytest.mark.parametrize("victory", sorted(FORFEITS))
def test_forfeit_needs_a_loser(victory: str) -> None:
    with pytest.raises(InvalidResultError) as refused:
        result(halves=(TIE, TIE), victory=victory)
    assert refused.value.code == "no-loser"


def test_a_time_has_a_zone() -> None:
    with pytest.raises(InvalidResultError) as refused:
        GameResult("g", BEGIN.replace(tzinfo=None), "kessen", (1, 2), EAST_WON, 7, "points")
    assert refused.value.code == "naive-time"
