"""What a private club answers those who are not in it: the same as a club that does not exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.ladders.clubs import founding, membership
from games.ladders.models.club import Club
from tests.permissions.test_table import answer_to, forgotten, letters_of, methods_of
from tests.permissions.world import ROLES, World, person
from tests.secrecy.routes import PARAMETER, Route, routes

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

STRANGERS = [("nobody", "person", "removed"), pytest.param(("bot", "closed"), marks=pytest.mark.overnight)]
"""The last two are told what a person and nobody are: a longer proof has them too."""
SECRETS = {"clubs:link link": "x" * 32, "clubs:news token": "x", "clubs:invitation token": "x"}
"""What is a secret in an address: strangers do not know it."""
NOWHERE = {"slug": "nosuchclub", "ladder": "nosuchladder", "challenge": "nosuchchal"}

OF_CLUBS = ("clubs:club", "clubs:members", "clubs:games", "clubs:calendar")
OF_THE_TIME = ("Date", "Expires", "RateLimit")
"""Headers that say what time it is."""


def routes_of_clubs() -> list[Route]:
    names = {"slug", "ladder", "challenge"}
    return [route for route in routes() if names & set(PARAMETER.findall(route.path))]


def private_world() -> World:
    """Where every club is private; that of the game by the verb, the others by their row."""
    world = World()
    founding.change(club=world.club, by=person("organiser"), changed={"is_private": True})
    Club.objects.update(is_private=True)
    world.values = {**world.values, **SECRETS}
    return world


def nowhere(world: World) -> dict[str, str]:
    """What stands in addresses where the club, the ladder and the challenge are missing."""
    return {name: NOWHERE.get(name.split()[-1], value) for name, value in world.values.items()}


def told(answer: Any) -> tuple[object, ...]:
    """All that somebody is told, but for the time, and for what stood in the address itself."""
    headers = {name: value for name, value in answer.items() if name not in OF_THE_TIME}
    said = [answer.status_code, headers, sorted(answer.cookies), answer.getvalue().decode()]
    for part in filter(None, answer.request["PATH_INFO"].split("/")):
        if len(part) >= len(NOWHERE["slug"]):
            said = [str(each).replace(part, "*") for each in said]
    return tuple(map(str, said))


def asked(world: World, strangers: Sequence[str]) -> Iterator[tuple[str, str, Any]]:
    for route in routes_of_clubs():
        for method in methods_of(route):
            for role in strangers:
                with forgotten():
                    yield f"{method} {route.name}", role, told(answer_to(world, role, method, route))


@pytest.mark.parametrize("strangers", STRANGERS)
def test_stranger_is_answered_as_if_there_were_no_such_club(strangers: Sequence[str]) -> None:
    world = private_world()
    hidden = {(row, role): answer for row, role, answer in asked(world, strangers)}
    world.values = nowhere(world)
    missing = {(row, role): answer for row, role, answer in asked(world, strangers)}
    assert [row for row in hidden if hidden[row] != missing[row]] == []
    assert {answer[0] for answer in hidden.values()} <= {"302", "400", "401", "404", "405"}


def test_members_see_a_private_club() -> None:
    world = private_world()
    inside = ROLES.index("player"), ROLES.index("opponent"), ROLES.index("member")
    for route in routes_of_clubs():
        if route.name in (*OF_CLUBS, "ladders:ladder", "ladders:csv"):
            letters = list(letters_of(world, "GET", route))
            assert [letters[each] for each in inside] == ["."] * len(inside), route.name


def test_person_who_waits_sees_only_the_door() -> None:
    world = private_world()
    for route in routes_of_clubs():
        if route.name in ("clubs:club", "games-api:club"):
            assert list(letters_of(world, "GET", route, ["asker"])) == ["."]
            assert b"Ashigaru Member" not in answer_to(world, "asker", "GET", route).content
        if route.name in ("clubs:members", "ladders:ladder", "games-api:club-members", "games-api:ladder"):
            assert list(letters_of(world, "GET", route, ["asker"])) == ["-"]


def test_person_who_waits_can_withdraw() -> None:
    world = private_world()
    (route,) = [each for each in routes_of_clubs() if each.name == "clubs:leave"]
    answer = answer_to(world, "asker", "POST", route)
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/")
    assert not world.club.requests.filter(is_accepted=None).exists()


def test_member_who_left_is_a_stranger() -> None:
    world = private_world()
    membership.leave(club=world.club, person=person("member"))
    (route,) = [each for each in routes_of_clubs() if each.name == "clubs:club"]
    assert list(letters_of(world, "GET", route, ["member"])) == ["-"]
    assert Club.objects.filter(pk=world.club.pk, is_private=True).exists()
