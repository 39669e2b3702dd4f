"""The fold: what a game does to whom."""

from datetime import timedelta

import pytest

from games.ladders.ratings.counting import SPARED, NotRated, not_rated
from games.ladders.ratings.fold import OVERALL, Fold, OutOfOrderError, Standing, Table
from games.ladders.ratings.glicko import MILLION, NEWCOMER, POINT, RATING_PERIOD, Rating
from games.ladders.ratings.results import (
    BOTH_LOST,
    FORFEITS,
    LOSS,
    TIE,
    TIME_OUT,
    WIN,
    GameResult,
    InvalidResultError,
)
from tests.ladders.finished import BEGIN, EAST_WON, WEST_WON, campaigns, fed, result
from tests.ladders.kept import plain


class TestOneGame:
    table, (done,) = fed([result(1, 2, EAST_WON)])

    def test_rated_game_changes_both_players_on_both_ladders(self) -> None:
        assert [(each.player, each.ladder) for each in self.done.changes] == [
            (1, OVERALL),
            (2, OVERALL),
            (1, "kessen"),
            (2, "kessen"),
        ]
        assert {key: standing.games for key, standing in self.table.standings.items()} == dict.fromkeys(
            [(1, OVERALL), (2, OVERALL), (1, "kessen"), (2, "kessen")], 1
        )

    def test_between_newcomers_the_winner_gains_what_the_loser_loses(self) -> None:
        """162 points, as with any Glicko-2 of these beginnings."""
        east, west = self.done.changes[:2]
        assert east.before == west.before == NEWCOMER
        assert east.points == -west.points == 162_212
        assert east.after.rating.deviation == west.after.rating.deviation == 290_231

    def test_the_table_holds_what_was_told(self) -> None:
        for change in self.done.changes:
            assert self.table.standings[change.player, change.ladder] == change.after
            assert change.after.at == BEGIN

    def test_the_edition_learns(self) -> None:
        assert (self.done.advantage, self.done.expected) == (0, MILLION // 2)
        assert self.table.advantages == {"kessen": POINT}

    def test_a_tie_between_newcomers_moves_no_points(self) -> None:
        _table, (done,) = fed([result(1, 2, (TIE, TIE))])
        assert [each.points for each in done.changes] == [0, 0, 0, 0]


def test_another_edition_is_another_ladder() -> None:
    table, (_first, second) = fed([result(1, 2, days=0), result(1, 2, days=90, edition="gmt-2016")])
    overall, _west, edition, _west = second.changes
    assert overall.before != NEWCOMER
    assert edition.before == NEWCOMER
    assert table.standings[1, OVERALL].games == 2
    assert table.standings[1, "kessen"].games == table.standings[1, "gmt-2016"].games == 1


def test_the_side_that_is_favoured_gains_less_by_the_same_win() -> None:
    gains = {}
    for lead in (0, 100 * POINT):
        east_won = Fold(Table(advantages={"kessen": lead})).add(result(halves=EAST_WON))
        west_won = Fold(Table(advantages={"kessen": lead})).add(result(halves=WEST_WON))
        gains[lead] = east_won.changes[0].points, west_won.changes[1].points
    even, favoured = gains[0], gains[100 * POINT]
    assert even[0] == even[1]
    assert favoured[0] < even[0] < favoured[1]


class TestTime:
    def test_time_away_widens_the_deviation_before_the_game(self) -> None:
        settled = Standing(Rating(1600 * POINT, 60 * POINT, 60_000_000), 40, BEGIN)
        kept = {(1, OVERALL): settled, (1, "kessen"): settled}
        _east, *_others = Fold(Table(standings={**kept})).add(result(days=900)).changes
        assert _east.before == settled.rating_at(BEGIN + timedelta(days=900))
        assert _east.before.deviation > settled.rating.deviation

    @pytest.mark.parametrize(("games_a_year", "is_provisional"), [(1, True), (2, False), (12, False)])
    def test_two_games_a_year_keep_a_rating_settled(self, games_a_year: int, is_provisional: bool) -> None:
        """Looked at on the day before the next game ends, after ten years of winning every second one."""
        opponent = Standing(Rating(1500 * POINT, 90 * POINT, 60_000_000), 20, BEGIN)
        fold = Fold()
        for number in range(10 * games_a_year):
            game = result(
                halves=(EAST_WON, WEST_WON)[number % 2], days=number * 365 / games_a_year, game=f"{number:03}"
            )
            for ladder in (OVERALL, "kessen"):
                fold.table.standings[2, ladder] = opponent._replace(at=game.finished_at)
            fold.add(game)
        last = fold.table.standings[1, OVERALL]
        before_the_next = last.rating_at(last.at + timedelta(days=365 / games_a_year))
        assert before_the_next.is_provisional is is_provisional

    def test_a_period_is_thirty_days_of_the_clock(self) -> None:
        standing = Standing(Rating(1500 * POINT, 50 * POINT, 60_000_000), 9, BEGIN)
        assert standing.rating_at(BEGIN) == standing.rating
        assert standing.rating_at(BEGIN + RATING_PERIOD).deviation == 51_075
        assert timedelta(days=30) == RATING_PERIOD


class TestWhatDoesNotCount:
    def test_unrated_game_changes_nothing_and_gives_the_reason(self) -> None:
        table, (first, short) = fed([result(), result(days=1, week=1, victory="resignation")])
        assert (short.reason, short.changes, short.expected) == (NotRated.TOO_SHORT, (), None)
        assert short.advantage == POINT
        assert table.standings[1, OVERALL] == first.changes[0].after
        assert table.advantages == {"kessen": POINT}
        assert table.last == (BEGIN + timedelta(days=1), "g")

    def test_one_loss_tells_that_somebody_lost_interest(self) -> None:
        """Five opponents are left by player 1: once too soon to count, and once a week after it counted."""
        ends = [(0, 2, 1), (1, 3, 4), (2, 4, 5), (7.9, 5, 5), (8, 6, 5)]
        table, done = fed(
            result(1, west, WEST_WON, days=days, week=week, victory=TIME_OUT) for days, west, week in ends
        )
        assert [each.reason for each in done] == [
            NotRated.TOO_SHORT,
            None,
            NotRated.TIMED_OUT_BEFORE,
            NotRated.TIMED_OUT_BEFORE,
            None,
        ]
        assert table.standings[1, OVERALL].games == 2
        assert {player for player, _ladder in table.standings} == {1, 3, 6}
        assert table.timed_out == {1: BEGIN + timedelta(days=8)}

    @pytest.mark.parametrize("victory", ["points", "resignation"])
    def test_only_a_time_out_spares_the_next(self, victory: str) -> None:
        _table, done = fed(
            [
                result(1, 2, WEST_WON, days=0, victory=victory),
                result(1, 3, WEST_WON, days=1, victory=TIME_OUT),
            ]
        )
        assert [each.reason for each in done] == [None, None]

    def test_others_time_outs_are_theirs(self) -> None:
        """Who was left by one opponent may leave another, and the loss counts."""
        _table, done = fed(
            [
                result(1, 2, WEST_WON, days=0, victory=TIME_OUT),
                result(2, 3, WEST_WON, days=1, victory=TIME_OUT),
            ]
        )
        assert [each.reason for each in done] == [None, None]


class TestOrder:
    @pytest.mark.parametrize(
        ("days", "game"), [(4, "a"), (5, "k"), (5, "j")], ids=["earlier", "the same", "id before"]
    )
    def test_a_result_that_comes_too_late_is_refused_and_changes_nothing(self, days: int, game: str) -> None:
        fold = Fold()
        fold.add(result(days=5, game="k"))
        before = plain(fold.table)
        with pytest.raises(OutOfOrderError) as refused:
            fold.add(result(days=days, game=game))
        assert refused.value.game == game
        assert plain(fold.table) == before

    def test_games_that_end_together_stand_in_the_order_of_their_ids(self) -> None:
        table, _done = fed([result(days=5, game="j"), result(days=5, game="k")])
        assert table.last == (BEGIN + timedelta(days=5), "k")


def test_strength_is_found() -> None:
    """After 100 games each, ratings differ as strengths do, within the doubt they admit."""
    strengths = [1200 + 50 * number for number in range(13)]
    table, _done = fed(campaigns(650, strengths=strengths, every=timedelta(days=1), seed=3))
    for player, strength in enumerate(strengths):
        rating = table.standings[player, OVERALL].rating
        assert abs(rating.points - strength * POINT) < 3 * rating.deviation
        assert not rating.is_provisional


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


@pytest.mark.parametrize("halves", [(WIN, WIN), (LOSS, LOSS), (WIN, TIE), (3, -1)])
def test_a_game_has_one_winner_or_a_tie(halves: tuple[int, int]) -> None:
    with pytest.raises(InvalidResultError) as refused:
        result(halves=halves, game="23456789ab")
    assert (refused.value.code, refused.value.game) == ("bad-score", "23456789ab")


@pytest.mark.parametrize("halves", [EAST_WON, (TIE, TIE), (LOSS, LOSS)])
def test_both_lose_by_a_ruling_alone(halves: tuple[int, int]) -> None:
    if halves == (LOSS, LOSS):
        assert result(halves=halves, victory=BOTH_LOST).halves == halves
        return
    with pytest.raises(InvalidResultError):
        result(halves=halves, victory=BOTH_LOST)


@pytest.mark.parametrize("victory", sorted(FORFEITS))
def test_forfeit_needs_a_loser(victory: str) -> None:
    with pytest.raises(InvalidResultError) as refused:
        result(halves=(TIE, TIE), victory=victory)
    assert refused.value.code == "no-loser"


def test_a_time_has_a_zone() -> None:
    with pytest.raises(InvalidResultError) as refused:
        GameResult("g", BEGIN.replace(tzinfo=None), "kessen", (1, 2), EAST_WON, 7, "points")
    assert refused.value.code == "naive-time"
