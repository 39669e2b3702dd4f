"""The public key of a person: one, everywhere, from the first day; and it opens nothing."""

import csv
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts import closing
from accounts.models.person import KEY_DIGITS, Person
from accounts.scopes import Scope
from games.ladders.models.challenge import Challenge
from games.ladders.models.season import Match
from tests.api.ladder_case import CLUB, calling, ladder, path, played
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.ladders.rating_games import fold_all

__all__ = ["ladder", "played"]
pytestmark = pytest.mark.django_db


def people_in(told: Any) -> Iterator[dict[str, Any]]:
    """Everything in an answer that has a name and says whether it is a bot."""
    if isinstance(told, dict):
        if "bot" in told:
            yield told
        for each in told.values():
            yield from people_in(each)
    elif isinstance(told, list):
        for each in told:
            yield from people_in(each)


def test_person_has_the_same_key_wherever_they_are_shown(ladder: Any, played: list[Match]) -> None:
    fold_all()
    key = {person.name: person.key for person in Person.objects.all()}
    told = [
        Caller().get(each).json()
        for each in (
            f"{CLUB}members/",
            path(ladder, "seasons/1/standings/"),
            path(ladder, "seasons/1/crosstable/"),
            path(ladder, "matches/"),
        )
    ]
    told.append(calling("Ashigaru One", Scope.READ).get("games/?list=mine").json())
    told.append(calling("Ashigaru One", Scope.READ).get("me/").json())
    for each in told:
        found = list(people_in(each))
        assert found
        assert all(someone["key"] == key[someone["name"]] for someone in found)
    for name in ("standings", "crosstable"):
        file = Client().get(f"/ladders/{ladder.public_id}/{name}.csv").content.decode()
        rows = list(csv.DictReader(file.splitlines()))
        assert rows
        assert all(row["key"] == key[row["player"]] for row in rows)


def test_key_of_a_closed_account_names_nobody(ladder: Any, played: list[Match]) -> None:
    gone = Person.objects.get(name="Ashigaru One")
    assert closing.close(person=gone)
    (line,) = [
        each
        for each in Caller().get(path(ladder, "seasons/1/standings/")).json()["lines"]
        if each["player"]["name"] == "a former player"
    ]
    assert (line["player"]["key"], line["player"]["id"]) == (None, None)
    assert not Person.objects.filter(key=gone.key).exists()
    assert gone.key not in Client().get(f"/ladders/{ladder.public_id}/standings.csv").content.decode()


def test_key_names_its_person_in_requests(ladder: Any, played: list[Match]) -> None:
    fold_all()
    anna = Person.objects.get(name="Ashigaru One")
    told = Caller().get(f"players/{anna.key}/").json()
    assert told["name"] == "Ashigaru One"
    assert told == Caller().get(f"players/{told['id']}/").json()
    organiser = calling("Ashigaru organiser", Scope.CLUBS)
    changed = organiser.send("PATCH", f"{CLUB}members/{anna.key}/", {"role": "arbiter"}).json()
    assert (changed["key"], changed["role"]) == (anna.key, "arbiter")


def test_challenge_names_the_key_of_the_person() -> None:
    names = ("Ashigaru One", "Ashigaru Two")
    of_two = ChallengeLadderFactory.create(name="Ladder", players=names)
    first = Person.objects.get(name="Ashigaru One")
    made = calling("Ashigaru Two", Scope.PLAY).send(
        "POST", path(of_two, "challenges/"), {"opponent": first.key}
    )
    assert made.status_code == 201
    assert made.json()["challenged"]["key"] == first.key
    assert Challenge.objects.get().challenged == first


def test_key_is_no_credential() -> None:
    person = PersonFactory.named("Anna")
    club = ClubFactory.create()
    assert Caller(person.key).get("me/").status_code == 401
    assert Caller(f"skg_{person.key}").get("me/").status_code == 401
    assert Client().get(f"/clubs/{club.slug}/members/{person.key}/").status_code in (302, 404)


def test_row_of_an_earlier_release_gets_a_key_from_the_database() -> None:
    """Its processes run on while this release starts, and know nothing of keys."""
    new = ("key", "run_by")
    columns = [
        str(field.column)
        for field in Person._meta.concrete_fields
        if not field.primary_key and field.name not in new
    ]
    model = PersonFactory.named("Anna")
    Person.objects.filter(pk=model.pk).update(email="anna@example.org")
    names = ", ".join(columns)
    with connection.cursor() as cursor:
        for _row in range(2):
            cursor.execute(
                f"INSERT INTO accounts_person ({names}) SELECT {names.replace('email', '%s', 1)} "
                "FROM accounts_person WHERE id = %s",
                [f"{secrets.token_hex(4)}@example.org", model.pk],
            )
    keys = [person.key for person in Person.objects.exclude(pk=model.pk)]
    assert len(set(keys)) == 2
    assert all(len(key) == KEY_DIGITS and int(key, 16) >= 0 for key in keys)
