"""What is said of the end of a season."""

from datetime import UTC, datetime, timedelta

import pytest

from games.ladders.tables.forecast import Forecast, PacedGame, forecast

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)
UNTIL = BEGIN + 60 * DAY
NOW = BEGIN + 70 * DAY


def over(began: int, days: int = 28, week: int = 7) -> PacedGame:
    return PacedGame(BEGIN + began * DAY, BEGIN + (began + days) * DAY, week)


def running(began: int, week: int) -> PacedGame:
    return PacedGame(BEGIN + began * DAY, None, week)


OVER = [over(began) for began in range(0, 40, 4)]


def test_game_at_the_usual_pace_ends_like_the_others() -> None:
    found = forecast([*OVER, running(56, 4)], pairs_until=UNTIL, now=NOW)
    assert found == Forecast(BEGIN + 84 * DAY, 1)


def test_slow_games_hold_up_the_season() -> None:
    found = forecast([*OVER, running(56, 4), running(20, 2), running(22, 2)], pairs_until=UNTIL, now=NOW)
    assert found is not None
    assert found.holding_up == 2
    assert found.ends_at > BEGIN + 100 * DAY


def test_games_still_to_be_paired_come_after_the_last_round() -> None:
    found = forecast(OVER, pairs_until=NOW + 10 * DAY, now=NOW)
    assert found is not None
    assert found.holding_up == 0
    assert NOW + 10 * DAY < found.ends_at < NOW + 38 * DAY


@pytest.mark.parametrize(
    "games",
    [
        pytest.param([], id="no games"),
        pytest.param([*OVER[:7], running(56, 4)], id="seven games are over"),
        pytest.param([*OVER[:8], *(running(50, 2) for _ in range(17))], id="less than a third is over"),
        pytest.param(OVER, id="all are over"),
    ],
)
def test_nothing_is_said_of_a_season_of_which_too_little_is_known_or_that_is_over(
    games: list[PacedGame],
) -> None:
    assert forecast(games, pairs_until=UNTIL, now=NOW) is None
