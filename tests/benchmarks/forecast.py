"""How often the forecast of a season is right: ``python -m tests.benchmarks.forecast [SEED]``.

Seasons of people with paces of their own, some of whom go away, are played week by week. From a third of
the games of each season on, every tenth day is asked for a forecast. Its error is that of the length of the
season, and of the time still to come.
"""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games.ladders.tables.forecast import PacedGame, forecast

BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
DAY = timedelta(days=1)
WEEKS = 7
SEASONS = 300


class Course(NamedTuple):
    """A whole game: when it began, and when each of its weeks was over."""

    began_at: datetime
    weeks: list[datetime]

    def at(self, now: datetime) -> PacedGame:
        """What is seen of it at a time."""
        over = sum(week <= now for week in self.weeks)
        if over == len(self.weeks):
            return PacedGame(self.began_at, self.weeks[-1], over)
        return PacedGame(self.began_at, None, over + 1)


def course(began_at: datetime, paces: list[float], chooser: random.Random) -> Course:
    """A game of two people.

    Args:
        paces: days that each needs for a decision.
    """
    weeks, at = [], began_at
    for _week in range(WEEKS):
        for pace in paces:
            for _decision in range(chooser.randint(4, 9)):
                at += min(chooser.expovariate(1 / pace), 3) * DAY
        if chooser.random() < 0.08:
            at += chooser.randint(7, 21) * DAY  # one of the two is away
        weeks.append(at)
        if chooser.random() < 0.1:
            break  # resigned, or a sudden victory
    return Course(began_at, weeks)


def season(seed: str) -> tuple[int, list[Course]]:
    """The length of a season in days, and its games."""
    chooser = random.Random(seed)
    days, people = chooser.choice([28, 56, 91, 182]), chooser.randint(8, 64)
    paces = [chooser.lognormvariate(-1, 0.7) for _ in range(people)]
    free = [BEGIN] * people
    games = []
    for day in range(days):
        now = BEGIN + day * DAY
        ready = [person for person in range(people) if free[person] <= now]
        chooser.shuffle(ready)
        for one, other in zip(ready[::2], ready[1::2], strict=False):
            games.append(course(now, [paces[one], paces[other]], chooser))
            free[one] = free[other] = games[-1].weeks[-1] + chooser.randint(0, 6) * DAY
    return days, games


def errors(seed: str) -> list[tuple[float, float]]:
    """The errors of all forecasts of a season: as a share of its length, and of the time to come."""
    days, games = season(seed)
    end = max(game.weeks[-1] for game in games)
    found, now = [], BEGIN
    while now < end:
        now += 10 * DAY
        seen = [game.at(now) for game in games if game.began_at <= now]
        if now >= end or sum(game.ended_at is not None for game in seen) < len(games) / 3:
            continue
        made = forecast(seen, pairs_until=BEGIN + days * DAY, now=now)
        if made is not None:
            wrong = abs(made.ends_at - end)
            found.append((wrong / (end - BEGIN), wrong / (end - now)))
    return found


def main() -> None:
    """Print the share of forecasts within 20 %, and of seasons whose forecasts all were."""
    name = sys.argv[1] if len(sys.argv) > 1 else "0"
    seasons = [made for number in range(SEASONS) if (made := errors(f"{name}/{number}"))]
    made = [each for one in seasons for each in one]
    print(  # noqa: T201 - a command
        f"{len(seasons)} of {SEASONS} seasons, {len(made)} forecasts from a third of the games on"
    )
    for column, of in enumerate(("the length of the season", "the time to come")):
        share = sum(each[column] <= 0.2 for each in made) / len(made)
        first = sum(one[0][column] <= 0.2 for one in seasons) / len(seasons)
        always = sum(all(each[column] <= 0.2 for each in one) for one in seasons) / len(seasons)
        shares = f"{share:.0%} of forecasts, {first:.0%} of first ones, {always:.0%} of seasons always"
        print(f"within 20 % of {of}: {shares}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
