"""What is timed at each size of a club: pages, answers of the API, and what the worker makes again."""

from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection
from django.test import Client

from accounts.models.person import Person
from games.ladders.models.club import Membership
from games.ladders.models.season import Season
from games.ladders.ratings import intake
from games.ladders.tables import updating
from tests.benchmarks.growth import Subject
from tests.benchmarks.outcome import UnexpectedAnswerError
from tests.factories.crowds import crowd, late_games

LATE_GAMES: Final = 200


def subjects(members: int, games: int) -> Iterator[Subject]:
    """Everything, in the order in which each needs what those before it made."""
    ladder = crowd(members, games, running=members // 2)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    yield Subject("keep the table of the season", _keep, rounds=1, is_page=False)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE ladders_line")
    browser, nobody = Client(), Client()
    browser.force_login(Person.objects.order_by("pk")[members // 2])
    page, api = f"/ladders/{ladder.public_id}/", f"/api/v1/ladders/{ladder.public_id}/"
    standings, crosstable = f"{api}seasons/1/standings/", f"{api}seasons/1/crosstable/"
    yield Subject("standings page", _got(nobody, page))
    yield Subject("standings page, a member's", _got(browser, page))
    yield Subject("standings page, the last of it", _got(nobody, f"{page}?page=1000000"))
    yield Subject("crosstable, CSV", _got(nobody, f"{page}crosstable.csv"))
    yield Subject("standings, JSON", _got(nobody, standings))
    yield Subject("standings, JSON, not changed", _not_changed(nobody, standings))
    yield Subject("crosstable, JSON", _got(nobody, crosstable))
    yield Subject("crosstable, JSON, not changed", _not_changed(nobody, crosstable))
    yield Subject("games of the season, JSON", _got(nobody, f"{api}matches/"))
    yield Subject("games that go on, JSON", _got(nobody, f"{api}matches/?state=running"))
    yield Subject("first page of all", _got(nobody, "/"))
    yield Subject("games to watch, JSON", _got(nobody, "/api/v1/games/?list=watch"))
    late_games(ladder, LATE_GAMES)
    arbiter = Client()
    arbiter.force_login(ladder.club.memberships.get(role=Membership.Role.ORGANISER).person)
    yield Subject("desk with late games", _got(arbiter, f"/clubs/{ladder.club.slug}/desk/"))
    yield Subject("rebuild_ratings", intake.rebuild, rounds=1, is_page=False)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    yield Subject("ratings page", _got(nobody, "/ratings/"))


def _keep() -> None:
    Season.objects.update(tabled=0)
    updating.keep_due()


def _got(browser: Client, address: str) -> Callable[[], None]:
    def work() -> None:
        _answer(browser, address, 200)

    return work


def _not_changed(browser: Client, address: str) -> Callable[[], None]:
    tag = browser.get(address, headers={"host": "127.0.0.1"})["ETag"]

    def work() -> None:
        _answer(browser, address, 304, **{"if-none-match": tag})

    return work


def _answer(browser: Client, address: str, status: int, **headers: str) -> None:
    answer = browser.get(address, headers={"host": "127.0.0.1", **headers})
    if answer.status_code != status:
        raise UnexpectedAnswerError(f"{address}: {answer.status_code}")
