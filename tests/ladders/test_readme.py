"""What README.md tells newcomers and programmers is so."""

import re
from datetime import timedelta
from pathlib import Path

from games.ladders.ratings import fold, glicko
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.fold import Standing
from games.ladders.ratings.glicko import NEWCOMER, POINT, Met, Rating, rated
from tests.ladders.finished import BEGIN, result

README = (Path(__file__).resolve().parents[2] / "games" / "ladders" / "README.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under that heading, without its head."""
    table = re.findall(r"^\|.*\|$", README.split(f"{heading}\n", 1)[1].split("\n## ", 1)[0], re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]


def test_every_code_is_told() -> None:
    assert sorted(code for code, _game, _why in rows("## What does not count")) == sorted(
        f"`{reason}`" for reason in NotRated
    )


def test_the_constants() -> None:
    told = {what: value for what, value, *_why in rows("## The numbers")}
    points, deviation, volatility = NEWCOMER

    def span(bounds: tuple[int, int], unit: float) -> str:
        return f"{bounds[0] / unit:g} to {bounds[1] / unit:g}"

    assert told == {
        "beginning": f"{points // POINT}, deviation {deviation // POINT}, volatility {volatility / 1e9:g}",
        "τ, how freely volatility moves": str(glicko.TAU),
        "points": span(glicko.POINTS, POINT),
        "deviation": span(glicko.DEVIATIONS, POINT),
        "volatility": span(glicko.VOLATILITIES, 1e9),
        "provisional above": str(glicko.PROVISIONAL // POINT),
        "period": f"{glicko.RATING_PERIOD.days} days",
        "step of the advantage": f"{fold.ADVANTAGE_STEP // POINT} points",
        "bounds of the advantage": f"{fold.MOST_ADVANTAGE // POINT} points",
        "first week, seven days": "",
    }


def test_readme_states_the_worth_of_a_win() -> None:
    even, behind, ahead = (Rating(p * POINT, 70 * POINT, 60_000_000) for p in (1500, 1300, 1700))
    gains = [
        rated(winner, [Met(loser, 2)], periods=0).points - winner.points
        for winner, loser in [(NEWCOMER, NEWCOMER), (even, even), (behind, even), (ahead, even)]
    ]
    told = [int(points) for _between, points in rows("What a win is worth:\n")]
    assert [round(gain / POINT) for gain in gains] == told


def test_readme_states_the_absence_that_makes_a_rating_provisional() -> None:
    for deviation, years in ((90, 4), (60, 7)):
        standing = Standing(Rating(1500 * POINT, deviation * POINT, 60_000_000), 30, BEGIN)
        provisional = [
            standing.rating_at(BEGIN + timedelta(days=365 * year)).is_provisional
            for year in (years - 1, years)
        ]
        assert provisional == [False, True]


def test_the_example_for_programmers_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    last_line = example.rstrip().splitlines()[-1]
    names = {"results": [result()], "player": 1, "now": BEGIN}
    exec(example, names)
    assert eval(last_line, names) is True
