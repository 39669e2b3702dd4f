"""Input that PostgreSQL cannot store, such as null characters, is refused."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models.person import LONGEST_ADDRESS, Person
from games.ladders.models.club import Club
from games.models.game import Game
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import caller_at, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]

GROWING = f"a@{'.'.join(['İ' * 40] * 4)}.org"
"""Short enough, and of small letters too long."""


@pytest.fixture(autouse=True)
def _as_postgresql_would() -> Iterator[None]:
    """Let every size refuse null characters, as SQLite does not."""

    def refuse(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        assert "\\x00" not in repr(params), sql
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


@pytest.fixture
def organiser() -> Client:
    """Who leads a club, signed in."""
    person = PersonFactory.named("Ashigaru organiser")
    ClubFactory.create(founder=person)
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/archive/?club=%00", 400),
        ("/archive/?ladder=%00", 400),
        ("/archive/?ladder=%00&season=1", 400),
        ("/archive/?player=%00", 400),
        ("/archive/?after=%00", 200),
        ("/games/new/?club=%00", 404),
        ("/games/new/?club=friends-of-sekigahara%00", 404),
        ("/clubs/?name=%00", 200),
        ("/clubs/%00/", 404),
    ],
)
def test_null_characters_of_addresses(organiser: Client, path: str, status: int) -> None:
    assert organiser.get(path).status_code == status


def test_null_characters_of_forms(organiser: Client) -> None:
    club = Club.objects.get()
    answer = organiser.post(reverse("clubs:renew-link", args=[club.slug]), {"old": "\0"})
    assert answer.status_code == 302
    assert Club.objects.get().link == club.link
    organiser.post(reverse("clubs:renew-link", args=[club.slug]), {"old": club.link})
    assert Club.objects.get().link != club.link


def test_null_characters_of_reports_and_appeals(organiser: Client) -> None:
    other = PersonFactory.named("Ashigaru other")
    MembershipFactory.create(club=Club.objects.get(), person=other)
    assert organiser.get(f"/players/{other.key}/report/?game=%00").status_code == 200
    assert organiser.post("/me/restrictions/", {"restriction": "\0", "words": "x"}).status_code == 302
    asked = {"why": "behaviour", "words": "x", "game": "\0"}
    caller = caller_at("z@x.org")
    MembershipFactory.create(club=Club.objects.get(), person=Person.objects.get(email="z@x.org"))
    assert problem_of(caller.post(f"players/{other.key}/report/", asked), 422)["code"] == "nothing-to-report"


def test_null_characters_of_cookies() -> None:
    client = Client(raise_request_exception=False)
    answer = client.get("/games/", headers={"Cookie": r'sessionid="aaaaaaaaaaaa\000"'})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/games/")


def test_null_characters_of_bodies() -> None:
    asked = {"opponent": {"kind": "open"}, "club": "a\0"}
    assert problem_of(caller_at("z@x.org").post("games/", asked), 422)["code"] == "unknown-club"


def test_an_address_that_grows_gets_no_link() -> None:
    assert len(GROWING) <= LONGEST_ADDRESS < len(GROWING.lower())
    answer = Client(raise_request_exception=False).post(reverse("accounts:sign-in"), {"email": GROWING})
    assert answer.status_code == 400
    assert "This address is too long." in answer.content.decode()
    assert not Person.objects.exists()


def test_an_address_that_grows_is_not_invited(organiser: Client) -> None:
    form = {"edition": "kessen", "opponent": "invite", "invited": GROWING, "side": "east"}
    answer = organiser.post(reverse("games:new"), form)
    assert answer.status_code == 400
    assert "This address is too long." in answer.content.decode()
    asked = {"opponent": {"kind": "invite", "email": GROWING}}
    assert problem_of(caller_at("z@x.org").post("games/", asked), 422)["code"] == "not-an-address"
    assert not Game.objects.exists()
