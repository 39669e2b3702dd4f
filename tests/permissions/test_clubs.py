"""What clubs answer those who asked to join or were thrown out, and in each way of joining."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.ladders.models.club import Club, Membership
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.permissions.table import TABLE
from tests.permissions.test_table import letters_of, methods_of, rows_of
from tests.permissions.world import APPLICANTS, ROLES, World
from tests.secrecy.routes import Route, routes
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

APPLICANTS_ALONE = {"POST clubs:join": "=x", "POST games-api:club-join": ".x"}
"""Rows in which the two are answered otherwise than anybody who has nothing to do with the club."""
JOINING = {Club.Joining.OPEN: "..x=", Club.Joining.LINK: "xxx=", Club.Joining.APPROVAL: ".=x="}
"""Who changes something by joining: a person, who asked before, who was thrown out, a member."""

REMOVAL = {"reason": "Gone.", "nonce": "n", "sure": "yes"}


def routes_of_clubs() -> list[Route]:
    return [route for route in routes() if "clubs/<slug:slug>/" in route.path]


def asked(world: World, row: str, roles: Sequence[str]) -> str:
    """The letters of a row for these."""
    method, name = row.split()
    (route,) = [route for route in routes_of_clubs() if route.name == name]
    return "".join(letters_of(world, method, route, roles))


def test_applicants_are_answered_like_other_people() -> None:
    world, table = World(), rows_of(TABLE)
    found = {}
    for route in routes_of_clubs():
        for method in methods_of(route):
            letters = "".join(letters_of(world, method, route, APPLICANTS))
            row = f"{method} {route.name}"
            if row in table and letters != table[row][ROLES.index("person")] * len(APPLICANTS):
                found[row] = letters
    assert found == APPLICANTS_ALONE


def test_way_of_joining_decides_who_joins() -> None:
    world = World()
    for joining, letters in JOINING.items():
        Club.objects.update(joining=joining)
        assert asked(world, "POST clubs:join", ("person", *APPLICANTS, "member")) == letters, joining
        assert asked(world, "GET clubs:link", ROLES) == "." * len(ROLES), joining


def test_organisers_alone_hand_over_and_remove() -> None:
    world = World()
    for what in ("hand-over", "remove"):
        world.bodies = {**world.bodies, "POST clubs:member": {"what": what, **REMOVAL}}
        assert asked(world, "POST clubs:member", ROLES) == rows_of(TABLE)["POST clubs:member"], what


@pytest.mark.parametrize(
    "path", ["", "games/", "members/", "join/", "join/x/", "leave/", "settings/", "requests/"]
)
def test_unknown_club_has_no_pages(path: str) -> None:
    assert signed_in(PersonFactory.numbered(1)).get(f"/clubs/nosuchclub/{path}").status_code == 404


def test_rows_of_another_club_are_not_found() -> None:
    world, organiser = World(), PersonFactory.named("Organiser Two")
    other, visitor = ClubFactory.create(founder=organiser, name="Another"), signed_in(organiser)

    def kept() -> list[object]:
        club = world.club
        rows = (Membership.objects.filter(club=club), club.requests.all(), club.removals.all())
        return [list(each.order_by("pk").values()) for each in rows]

    before = kept()
    for name, sent in (
        ("member", {"what": "remove", **REMOVAL}),
        ("decide", {"answer": "accept"}),
        ("allow-back", {}),
    ):
        (route,) = [route for route in routes_of_clubs() if route.name == f"clubs:{name}"]
        address = route.filled(**{**world.values, "slug": other.slug})
        assert visitor.get(address).status_code in (404, 405)
        visitor.post(address, sent)
    assert kept() == before
