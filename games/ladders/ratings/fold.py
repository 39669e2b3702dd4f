"""The fold: results in their order become ratings, per edition and overall.

Every stored number is an integer, and each step ends with such numbers. So a ``Fold`` that continues from
stored numbers gives the same results as one that was fed every result from the first.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final, NamedTuple

from games.engine.side import EAST, WEST, Side
from games.ladders.ratings.counting import NotRated, not_rated
from games.ladders.ratings.glicko import (
    MILLION,
    NEWCOMER,
    POINT,
    RATING_PERIOD,
    Met,
    Rating,
    expectation,
    rated,
    rested,
)
from games.ladders.ratings.results import TIME_OUT, WIN, GameResult

OVERALL: Final = ""
"""The ladder of all editions together. The other ladders are called by the ids of their editions."""


class OutOfOrderError(Exception):
    """A result came out of order. Only a rebuild can take it in.

    Attributes:
        game: the id of its game.
    """

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class Standing(NamedTuple):
    """A player's rating on one ladder.

    Attributes:
        rating: after the latest rated game.
        games: how many rated games there were.
        at: when the latest one ended.
    """

    rating: Rating
    games: int
    at: datetime

    def rating_at(self, moment: datetime) -> Rating:
        """The rating at a later moment: time away has widened its deviation."""
        second = timedelta(seconds=1)
        return rested(self.rating, (moment - self.at) // second, RATING_PERIOD // second)


@dataclass(slots=True)
class Table:
    """Everything the fold stores. The rows of the next game's players and edition are enough to continue.

    Attributes:
        standings: by player and ladder.
        advantages: what East's rating is raised by, by edition, in thousandths of a point.
        timed_out: when the latest time-out that counted against a player ended a game.
        last: end and id of the latest game, also of one that was not rated; None before the first.
    """

    standings: dict[tuple[int, str], Standing] = field(default_factory=dict)
    advantages: dict[str, int] = field(default_factory=dict)
    timed_out: dict[int, datetime] = field(default_factory=dict)
    last: tuple[datetime, str] | None = None


class RatingEffect(NamedTuple):
    """The effect of a game on one player's rating on one ladder.

    Attributes:
        before: the rating when the game ended, its deviation widened by the time since the previous game.
        after: the new standing.
    """

    player: int
    ladder: str
    before: Rating
    after: Standing

    @property
    def points(self) -> int:
        """Gained, or below 0 lost, in thousandths of a point."""
        return self.after.rating.points - self.before.points


class Rated(NamedTuple):
    """What a game did.

    Attributes:
        reason: why it was not rated; None where it was.
        changes: East's and West's on the ladder of all editions, then East's and West's on that of the game's
            edition; none where it was not rated.
        advantage: what East's rating was raised by in it, in thousandths of a point.
        expected: what East was expected to score, in millionths of a win, by the ladder of all editions; None
            where it was not rated.
    """

    game: str
    reason: NotRated | None
    changes: tuple[RatingEffect, ...]
    advantage: int
    expected: int | None


class Fold:
    """Takes results one by one, in the order of when their games ended and, then, of their ids.

    Attributes:
        table: the numbers to store. The fold changes it.
    """

    def __init__(self, table: Table | None = None) -> None:
        self.table = Table() if table is None else table

    def add(self, result: GameResult) -> Rated:
        """Fold in the next result, and return its effect.

        Raises:
            OutOfOrderError: it does not come after all previous ones. Nothing has changed then.
        """
        table = self.table
        moment = result.finished_at, result.game
        if table.last is not None and moment <= table.last:
            raise OutOfOrderError(result.game)
        table.last = moment
        lead = table.advantages.get(result.edition, 0)
        persons, loser = result.persons, result.loser
        reason = not_rated(result, None if loser is None else table.timed_out.get(loser))
        if reason is not None or persons is None:
            return Rated(result.game, reason, (), lead, None)
        changes = [
            *self._changes(result, persons, OVERALL, lead),
            *self._changes(result, persons, result.edition, lead),
        ]
        for change in changes:
            table.standings[change.player, change.ladder] = change.after
        if result.victory == TIME_OUT and loser is not None:
            table.timed_out[loser] = result.finished_at
        # By the ladder of all editions, where more is known of both.
        expected = expectation(changes[EAST].before, changes[WEST].before, lead)
        table.advantages[result.edition] = moved(lead, expected, result.halves[EAST])
        return Rated(result.game, None, tuple(changes), lead, expected)

    def _changes(
        self, result: GameResult, persons: tuple[int, int], ladder: str, lead: int
    ) -> tuple[RatingEffect, RatingEffect]:
        kept = [self.table.standings.get((person, ladder)) for person in persons]
        before = [NEWCOMER if each is None else each.rating_at(result.finished_at) for each in kept]

        def change(side: Side, lead: int) -> RatingEffect:
            met = Met(before[side.enemy], result.halves[side], lead)
            standing = kept[side]
            after = Standing(
                # The time that passed has widened the deviations already.
                rated(before[side], [met], periods=0),
                1 if standing is None else standing.games + 1,
                result.finished_at,
            )
            return RatingEffect(persons[side], ladder, before[side], after)

        return change(EAST, lead), change(WEST, -lead)


ADVANTAGE_STEP: Final = 2 * POINT
"""The step after an upset against a certain winner; half of it after an even game. It gets half of its way in
about 240 games; then chance alone moves it by about 13 points.
"""
MOST_ADVANTAGE: Final = 200 * POINT
"""It never leaves this range: where a side wins three games of four, ratings cannot mend the edition."""


def moved(advantage: int, expected: int, halves: int) -> int:
    """The advantage after one more game.

    Args:
        advantage: before it, in thousandths of a point.
        expected: East's expected score with that advantage, in millionths of a win.
        halves: East's score.
    """
    surprise = Fraction(halves, WIN) - Fraction(expected, MILLION)
    return min(max(advantage + round(ADVANTAGE_STEP * surprise), -MOST_ADVANTAGE), MOST_ADVANTAGE)
