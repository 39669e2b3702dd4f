"""A club of any size in the middle of a season, written as rows without playing the games."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeVar

from django.utils import timezone

from accounts.models.person import Person
from games.engine.editions import digest
from games.engine.ruleset import REVISION
from games.engine.side import EAST, SIDES, WEST
from games.ladders.models.club import ClubGame, Membership
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import Player, RatedGame
from games.ladders.models.season import Match, Season
from games.ladders.ratings.results import GameResult
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import edition_text
from tests.factories.ladders import LadderFactory
from tests.ladders.finished import campaigns

Row = TypeVar("Row")

EDITION = "kessen"
SEASON = timedelta(days=91)
AT_ONCE = 1_000


def crowd(members: int, finished: int, running: int) -> Ladder:
    """A ladder of free pairing in its first season.

    Args:
        members: who take part.
        finished: games that are over, rated, and not yet folded.
        running: games that go on.
    """
    begun = timezone.now() - SEASON / 2
    people = _people(members)
    ladder = LadderFactory.create(club__founder=people[0], club__name="A crowd", now=begun)
    club = ladder.club
    Membership.objects.bulk_create((Membership(club=club, person=person) for person in people[1:]), AT_ONCE)
    Entrant.objects.bulk_create(
        (Entrant(ladder=ladder, person=person, waiting_since=begun) for person in people), AT_ONCE
    )
    _finish(ladder, people, finished, begun)
    _run(ladder, people, running)
    return ladder


def late_games(ladder: Ladder, count: int) -> None:
    """Let the time of East be over in some running games of a ladder."""
    running = Game.objects.filter(match__season__ladder=ladder, status=Game.Status.RUNNING).order_by("pk")
    late = list(running.values_list("pk", flat=True)[:count])
    due = timezone.now() - timedelta(days=1)
    Game.objects.filter(pk__in=late).update(pace=3, on_time_out=OnTimeOut.ARBITER)
    seats = Seat.objects.filter(game__in=late, side=EAST)
    seats.update(asked="bid", waiting_since=due - timedelta(days=3), due_at=due)


def _people(count: int) -> list[Person]:
    Person.objects.bulk_create(
        (
            Person(
                email=f"ashigaru-{number}@example.org", name=f"Ashigaru {number}", confirmed_at=timezone.now()
            )
            for number in range(count)
        ),
        AT_ONCE,
    )
    return list(Person.objects.order_by("pk"))


def _finish(ladder: Ladder, people: Sequence[Person], count: int, begun: datetime) -> None:
    chance = random.Random(count)
    strengths = [chance.gauss(1500, 250) for _person in people]
    Player.objects.bulk_create((Player(person=person) for person in people), AT_ONCE)
    numbers = dict(Player.objects.values_list("person", "pk"))
    results = campaigns(count, strengths=strengths, bias=30, every=SEASON / 2 / count)
    for some in _in_batches(results):
        pairs = [_of(people, each) for each in some]
        games = _games(ladder, pairs, Game.Status.OVER)
        _matches(ladder, games, pairs, begun, some)
        RatedGame.objects.bulk_create(
            RatedGame(
                game=game.public_id,
                finished_at=result.finished_at,
                edition=EDITION,
                east_id=numbers[east.pk],
                west_id=numbers[west.pk],
                east_halves=result.halves[EAST],
                west_halves=result.halves[WEST],
                week=result.week,
                victory=result.victory,
            )
            for game, result in zip(games, some, strict=True)
            for east, west in [_of(people, result)]
        )


def _run(ladder: Ladder, people: Sequence[Person], count: int) -> None:
    chance = random.Random(count)
    for some in _in_batches(iter(range(count))):
        pairs = [chance.sample(people, 2) for _number in some]
        _matches(ladder, _games(ladder, pairs, Game.Status.RUNNING), pairs, timezone.now(), None)


def _games(ladder: Ladder, pairs: Sequence[Sequence[Person]], status: Game.Status) -> list[Game]:
    text = edition_text(EDITION)
    pinned, _ = EditionText.objects.get_or_create(digest=digest(text), defaults={"text": text})
    games = Game.objects.bulk_create(
        Game(
            status=status,
            is_public=True,
            is_rated=True,
            counted_at=timezone.now() if status == Game.Status.OVER else None,
            ended_at=timezone.now() if status == Game.Status.OVER else None,
            winner=EAST if status == Game.Status.OVER else None,
            edition=EDITION,
            edition_text=pinned,
            revision=REVISION,
            seed=bytes(32),
            commitment="0" * 64,
            length=1,
            changed_at=timezone.now(),
            dump=bytes(800),
            week=7,
            pace=3,
        )
        for _pair in pairs
    )
    Seat.objects.bulk_create(
        Seat(game=game, side=side, player=player, version=1)
        for game, pair in zip(games, pairs, strict=True)
        for side, player in zip(SIDES, pair, strict=True)
    )
    ClubGame.objects.bulk_create(ClubGame(game=game, club_id=ladder.club_id) for game in games)
    return games


def _matches(
    ladder: Ladder,
    games: Sequence[Game],
    pairs: Sequence[Sequence[Person]],
    paired_at: datetime,
    results: Sequence[GameResult] | None,
) -> None:
    season = Season.objects.get(ladder=ladder)
    rows = [
        Match(season=season, round=1, game=game, east=east, west=west, paired_at=paired_at)
        for game, (east, west) in zip(games, pairs, strict=True)
    ]
    for row, result in zip(rows, results or (), strict=results is not None):
        row.ended_at, (row.east_halves, row.west_halves) = result.finished_at, result.halves
        row.week, row.victory = result.week, result.victory
    Match.objects.bulk_create(rows)


def _of(people: Sequence[Person], result: GameResult) -> tuple[Person, Person]:
    """East and West."""
    assert result.persons is not None
    east, west = result.persons
    return people[east], people[west]


def _in_batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while some := list(islice(rows, AT_ONCE)):
        yield some
