"""How the archive and the statistics grow: `python -m tests.benchmarks.archive [GAMES ...]`.

In a scratch database each, as many finished public games as asked for, and as many private ones, of people
with names, in clubs and on ladders. Prints how long the pages' questions take, and with `--plans` how
PostgreSQL goes about them.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet

from games.engine.side import EAST
from tests.benchmarks.installation import installation

SIZES = (20_000, 200_000)
GAMES_OF_A_PERSON = 40
CLUBS = 100
ON_A_PAGE = 26
TIMES = 7


def main(arguments: list[str]) -> None:
    """Fill a database for each size, and print what its questions take."""
    parser = argparse.ArgumentParser(prog="tests.benchmarks.archive", description=main.__doc__)
    parser.add_argument("games", type=int, nargs="*", default=SIZES, help="how many (20000 200000)")
    parser.add_argument("--plans", action="store_true", help="print the plans of the last size")
    chosen = parser.parse_args(arguments)
    told: dict[str, list[float]] = {}
    with installation():
        fill, done = _filling(), 0
        for count in sorted(chosen.games):
            fill(done, count)
            done = count
            for name, ask in _questions(count).items():
                told.setdefault(name, []).append(_milliseconds(ask))
        if chosen.plans:
            for name, rows in _lists(done).items():
                sys.stdout.write(f"{name}\n{rows[:ON_A_PAGE].explain(analyze=True)}\n\n")
    sys.stdout.write(f"{'milliseconds':32}{''.join(f'{count:>10,}' for count in sorted(chosen.games))}\n")
    for name, numbers in told.items():
        sys.stdout.write(f"{name:32}{''.join(f'{number:10.1f}' for number in numbers)}\n")


def _filling() -> Callable[[int, int], None]:
    """One row of each kind, and what makes many like it: those after a number of games, up to another."""
    from accounts.models.person import Person
    from games.ladders.models.club import Club, ClubGame
    from games.ladders.models.statistics import GameSummary
    from games.ladders.statistics import intake
    from games.models.game import Game
    from games.models.seat import Seat
    from games.services import play
    from tests.factories.clubs import ClubFactory
    from tests.kit.table import Table

    table = Table(is_public=True)
    play.resign(seat=table.seat(EAST))
    Game.objects.update(dump=b"x" * 3000)
    game, club = table.game, ClubFactory.create()
    ClubGame.objects.create(club=club, game=game)
    seat, person = table.seat(EAST), table.people[EAST]
    intake.sum_up()
    summary = GameSummary.objects.get()
    first = 10**6

    def fill(after: int, until: int) -> None:
        span = f"generate_series({after}, {until - 1}) AS n"
        people = max(until // GAMES_OF_A_PERSON, 2)
        known = max(after // GAMES_OF_A_PERSON, 2) if after else 0
        _many(
            Person,
            person.pk,
            f"generate_series({known}, {people - 1}) AS n",
            id=f"{first} + n",
            key="lpad(n::text, 12, '0')",
            email="'player' || n || '@example.org'",
            name="initcap(substr(md5(n::text), 1, 5)) || ' ' || initcap(substr(md5('x' || n), 1, 6))",
        )
        if not after:
            clubs = f"generate_series(1, {CLUBS}) AS n"
            named = {"name": "'Club ' || n", "folded": "'club ' || n", "slug": "'club-' || n"}
            _many(Club, club.pk, clubs, id=f"{first} + n", link="md5(n::text)", **named)
        ended = f"timestamptz '2020-01-01' + n * interval '10 min' * {200_000 / until}"
        for kind, offset, is_public in (("p", 0, "true"), ("q", 10**7, "false")):
            number = f"{first + offset} + n"
            _many(
                Game,
                game.pk,
                span,
                id=number,
                public_id=f"'{kind}' || n",
                is_public=is_public,
                ended_at=ended,
                changed_at=ended,
            )
            for side in (0, 1):
                player = f"{first} + (n * {7 + 4 * side} + {side}) % {people}"
                _many(Seat, seat.pk, span, game_id=number, side=str(side), player_id=player)
        number = f"{first} + n"
        _many(
            GameSummary,
            summary.pk,
            span,
            game_id=number,
            public_id="'p' || n",
            ended_at=ended,
            edition="(array['kessen', 'kessen', 'gmt-2016', 'manual'])[1 + n % 4]",
            victory="CASE WHEN n % 5000 = 0 THEN 'hideyori' ELSE 'points' END",
            is_rated="n % 3 = 0",
        )
        some = f"(SELECT n FROM {span} WHERE n % 3 = 0) AS third"
        club_id = f"{first} + 1 + (n / 3) % {CLUBS}"
        _many(ClubGame, ClubGame.objects.order_by("pk")[0].pk, some, game_id=number, club_id=club_id)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    return fill


def _many(model: type[Model], like: int, span: str, **given: str) -> None:
    """Rows like one there is, but for some columns, which are told as SQL with `n`."""
    fields = [str(field.column) for field in model._meta.concrete_fields]
    columns = [column for column in fields if column != "id" or "id" in given]
    values = [given.get(column, f"t.{column}") for column in columns]
    name = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {name} ({', '.join(columns)})"
            f" SELECT {', '.join(values)} FROM {span}, {name} t WHERE t.id = {like}"
        )


def _lists(count: int) -> dict[str, QuerySet[Any]]:
    """The lists that pages show one page of, whole."""
    from accounts.models.person import Person
    from games.ladders.models.statistics import EditionTally
    from games.ladders.statistics import archive, intake
    from games.ladders.statistics import figures as edition_statistics
    from games.ladders.statistics.archive import Filters

    EditionTally.objects.update_or_create(
        edition="kessen",
        is_contest=True,
        defaults={"counted": {"endings": {"east/hideyori/3": 1, "east/points/7": 1}}},
    )
    assert edition_statistics.victories()
    name = Person.objects.filter(name__isnull=False, pk__gte=10**6).order_by("pk")[0].name
    everything = archive.find(Filters())
    return {
        "latest": everything,
        "far down": archive.after(everything, f"p{count // 10}"),
        "edition": archive.find(Filters(edition="kessen")),
        "rare victory": archive.find(Filters(victory="hideyori")),
        "rated, edition": archive.find(Filters(edition="manual", rated=True)),
        "club": archive.find(Filters(club="club-7")),
        "player": archive.find(Filters(player=name)),
        "many players": archive.find(Filters(player=name[:3])),
        "not summed up": intake._counted().filter(summary=None, pk__gt=0).order_by("pk"),
    }


def _questions(count: int) -> dict[str, Callable[[], object]]:
    from django.test import Client

    from accounts.models.person import Person
    from games.ladders.statistics import archive
    from games.ladders.statistics.archive import Filters

    browser = Client(headers={"host": "127.0.0.1"})
    asked: dict[str, Callable[[], object]] = {}
    for name, rows in _lists(count).items():
        page = rows[:ON_A_PAGE]
        asked[name] = partial(lambda rows: list(rows.all()), page)
        # what is left to the primary where there is a replica
        again = rows.filter(pk__in=[row.pk for row in page])
        asked[f"{name}, by keys"] = partial(lambda rows: list(rows.all()), again)
    name = Person.objects.filter(name__isnull=False, pk__gte=10**6).order_by("pk")[0].name
    asked["names of many players"] = partial(archive.find, Filters(player=name[:3]))
    pages = {"page: archive": "/archive/", "page: statistics": "/statistics/kessen/"}
    return asked | {name: partial(browser.get, path) for name, path in pages.items()}


def _milliseconds(ask: Callable[[], object]) -> float:
    """The middle one of some, after one to warm up."""
    ask()
    took = []
    for _time in range(TIMES):
        began = time.perf_counter()
        ask()
        took.append(time.perf_counter() - began)
    return sorted(took)[TIMES // 2] * 1000


if __name__ == "__main__":
    main(sys.argv[1:])
