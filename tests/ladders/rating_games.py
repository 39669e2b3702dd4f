"""Rated games in the database that are over, without a move having been made in most of them."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.db.models import QuerySet

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, Side
from games.ladders.models.rating import (
    Player,
    RatedGame,
    RatingChange,
    RatingFold,
    RatingStanding,
    SideAdvantage,
)
from games.ladders.ratings.intake import fold_due
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby
from tests.factories.games import GameFactory
from tests.ladders.finished import BEGIN

RATED = lobby.Terms(is_rated=True)


def begun(east: Person, west: Person, *, terms: lobby.Terms = RATED) -> Game:
    """A game between two people that has just begun."""
    return GameFactory.create(creator=east, edition="kessen", terms=terms, joins=west)


def ended(game: Game, *, days: float, winner: Side = EAST, week: int = 7, victory: str = "points") -> Game:
    """Have a game be over, so many days after ``BEGIN``, as its row says it."""
    game.status, game.ended_at = Game.Status.OVER, BEGIN + timedelta(days=days)
    game.winner, game.week, game.victory = winner, week, victory
    game.save(update_fields=["status", "ended_at", "winner", "week", "victory"])
    Seat.objects.filter(game=game).update(asked="", waiting_since=None)
    return game


class Quick:
    """Finished games of a few people, made fast: rows without a log."""

    def __init__(self, people: Sequence[Person], seed: int = 0) -> None:
        self._people = people
        self._chooser = random.Random(seed)
        self._like = begun(people[0], people[1])

    def game(
        self,
        east: Person,
        west: Person,
        *,
        days: float,
        winner: Side = EAST,
        edition: str = "kessen",
        week: int = 7,
        victory: str = "points",
        is_public: bool = False,
    ) -> Game:
        """One that is over."""
        like = self._like
        game = Game(
            edition=edition,
            edition_text=like.edition_text,
            revision=like.revision,
            seed=like.seed,
            commitment=like.commitment,
            is_rated=True,
            is_public=is_public,
            length=like.length,
        )
        game.save()
        Seat.objects.bulk_create(Seat(game=game, side=side, player=(east, west)[side]) for side in SIDES)
        return ended(game, days=days, winner=winner, week=week, victory=victory)

    def season(self, count: int, *, every: float = 0.7) -> Iterator[Game]:
        """So many, one after the other: of both editions, some given up early, some by time-outs."""
        for number in range(count):
            east, west = self._chooser.sample(list(self._people), 2)
            yield self.game(
                east,
                west,
                days=number * every,
                winner=self._chooser.choice(SIDES),
                edition=self._chooser.choice(["kessen", "gmt-2016"]),
                week=self._chooser.randint(1, 7),
                victory=self._chooser.choice(["points", "points", TIME_OUT, "resignation"]),
            )


def fold_all() -> int:
    """What the worker does until nothing is left; how much that was."""
    total = 0
    while done := fold_due():
        total += done
    return total


def snapshot() -> dict[str, list[tuple[object, ...]]]:
    """Every number that is kept, without primary keys of rows."""

    def rows(found: "QuerySet[object]", *fields: str) -> list[tuple[object, ...]]:  # type: ignore[type-var]
        return sorted(found.values_list(*fields), key=repr)

    return {
        "games": rows(RatedGame.objects.all(), "game", "is_folded", "reason", "advantage", "expected"),
        "changes": rows(
            RatingChange.objects.all(),
            *("game__game", "player", "side", "ladder", "at", "games"),
            *("points_before", "deviation_before", "volatility_before", "points", "deviation", "volatility"),
        ),
        "standings": rows(
            RatingStanding.objects.all(),
            *("player", "ladder", "points", "deviation", "volatility", "games", "at", "settled_until"),
        ),
        "advantages": rows(SideAdvantage.objects.exclude(points=0), "edition", "points"),
        "time-outs": rows(Player.objects.all(), "pk", "timed_out_at"),
        "last": rows(RatingFold.objects.all(), "last_at", "last_game"),
    }
