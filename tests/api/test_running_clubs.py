"""Founding and running clubs through the API."""

from typing import Any

import pytest

from accounts.scopes import Scope
from games.ladders.models.club import Club
from tests.api.ladder_case import CLUB, calling
from tests.api.test_clubs import full_club
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, caller_at, problem_of
from tests.kit.clubs import member, roles

pytestmark = pytest.mark.django_db


def founded(asking: Caller, name: str = "Edo Club", **told: Any) -> Any:
    return asking.send("POST", "clubs/", {"name": name, **told})


def test_a_club_is_founded_with_what_is_told_and_the_rest_as_usual() -> None:
    founder = calling("Ashigaru founder")
    told = founded(
        founder, "  Edo   Club ", about=" One\r\n\r\ntwo ", joining="open", pace=3, on_time_out="claim"
    )
    assert told.status_code == 201
    made = told.json()
    assert (made["slug"], made["name"], made["about"]) == ("edo-club", "Edo Club", "One\n\ntwo")
    assert (made["joining"], made["edition"], made["pace"]) == ("open", "kessen", 3)
    assert (made["on_time_out"], made["members"]) == ("claim", 1)
    assert made["you"] == {"role": "organiser", "asked": False, "removed": False}
    assert founder.get("clubs/edo-club/").json() == made
    bare = founded(founder, "Mino").json()
    assert (bare["about"], bare["joining"], bare["pace"]) == ("", "approval", None)
    assert bare["on_time_out"] == "nothing"
    assert (bare["hold"], bare["reaction"]) == (15, 24)
    slow = founded(founder, "Owari", hold=60, reaction=None).json()
    assert (slow["hold"], slow["reaction"]) == (60, None)


@pytest.mark.parametrize(
    ("told", "status", "code"),
    [
        ({"name": "FRIENDS of sekigahara"}, 422, "club-name-taken"),
        ({"name": "A", "edition": "nosuch"}, 422, "no-such-edition"),
        ({"name": "A", "pace": 4}, 422, "no-such-pace"),
        ({"name": "A", "hold": -1}, 422, "no-such-hold"),
        ({"name": "A", "reaction": 1}, 422, "no-such-reaction"),
        ({"name": "\u200d\u3164"}, 422, "name-invisible"),
        ({"name": "see example.org"}, 422, "name-linked"),
        ({"name": " "}, 400, "malformed-body"),
        ({"name": "W" * 61}, 400, "malformed-body"),
        ({"name": "A", "about": "a\0b"}, 400, "malformed-body"),
        ({"name": "A", "about": "W" * 4001}, 400, "malformed-body"),
        ({"name": "A", "joining": "anyhow"}, 400, "malformed-body"),
        ({"name": "A", "slug": "mine"}, 400, "malformed-body"),
    ],
)
def test_invalid_club_is_refused_at_founding_and_at_change(
    told: dict[str, Any], status: int, code: str
) -> None:
    full_club()
    organiser = calling("Ashigaru founder")
    club = founded(organiser).json()
    for method, path in (("POST", "clubs/"), ("PATCH", "clubs/edo-club/")):
        assert problem_of(organiser.send(method, path, told), status)["code"] == code
    assert organiser.get("clubs/edo-club/").json() == club
    assert Club.objects.count() == 2


def test_nameless_person_founds_no_club_and_nobody_founds_many() -> None:
    nameless = caller_at("nameless@example.org", scope=Scope.CLUBS, is_named=False)
    assert problem_of(founded(nameless), 422)["code"] == "nameless"
    busy = calling("Ashigaru Busy")
    told = [founded(busy, f"Club {number}").status_code for number in range(4)]
    assert told == [201, 201, 201, 429]


def test_omitted_settings_of_a_club_stay() -> None:
    organiser = calling("Ashigaru founder")
    before = founded(organiser, about="Old.", joining="open", pace=3, on_time_out="claim").json()
    for _again in range(2):
        told = organiser.send("PATCH", "clubs/edo-club/", {"about": "On Fridays.", "edition": "gmt-2016"})
        assert told.json() == before | {"about": "On Fridays.", "edition": "gmt-2016"}
    told = organiser.send("PATCH", "clubs/edo-club/", {"pace": None, "name": "Osaka Club"})
    assert told.json() == before | {
        "about": "On Fridays.",
        "edition": "gmt-2016",
        "name": "Osaka Club",
        "pace": None,
        "on_time_out": "nothing",
    }
    changed = organiser.send("PATCH", "clubs/edo-club/", {"hold": 0, "reaction": None}).json()
    assert changed == told.json() | {"hold": 0, "reaction": None}
    assert organiser.send("PATCH", "clubs/edo-club/", {}).json() == changed


def test_an_edition_that_is_no_more_is_no_matter_of_other_changes() -> None:
    organiser = calling("Ashigaru founder")
    founded(organiser)
    Club.objects.update(edition="retired")
    assert organiser.send("PATCH", "clubs/edo-club/", {"about": "Still here."}).json()["edition"] == "retired"


def test_roles_are_given_and_a_club_keeps_an_organiser() -> None:
    club = full_club()
    organiser = calling("Ashigaru organiser")
    path = f"{CLUB}members/{member(club, PersonFactory.named('Ashigaru member')).public_id}/"
    mine = f"{CLUB}members/{member(club, PersonFactory.named('Ashigaru organiser')).public_id}/"
    for _again in range(2):
        told = organiser.send("PATCH", path, {"role": "arbiter"}).json()
        assert (told["name"], told["role"]) == ("Ashigaru member", "arbiter")
    assert problem_of(organiser.send("PATCH", mine, {"role": "member"}), 409)["code"] == "last-organiser"
    problem_of(organiser.send("PATCH", path, {"role": "founder"}), 400)
    assert organiser.send("PATCH", path, {"role": "organiser"}).status_code == 200
    assert organiser.send("PATCH", mine, {"role": "member"}).json()["role"] == "member"
    assert roles(club)["Ashigaru member"] == "organiser"
    assert problem_of(organiser.send("PATCH", path, {"role": "member"}), 403)["code"] == "not-organiser"


def test_removed_member_is_told_the_reason_and_stays_out() -> None:
    club = full_club()
    organiser = calling("Ashigaru organiser")
    path = f"{CLUB}members/{member(club, PersonFactory.named('Ashigaru member')).public_id}/"
    mine = f"{CLUB}members/{member(club, PersonFactory.named('Ashigaru organiser')).public_id}/"
    for wrong in ({}, {"reason": " "}, {"reason": "a\0"}, {"reason": "W" * 501}):
        problem_of(organiser.send("DELETE", path, wrong), 400)
    assert problem_of(organiser.send("DELETE", mine, {"reason": "No."}), 409)["code"] == "own-removal"
    told = organiser.send("DELETE", path, {"reason": "Left\r\ngames."})
    assert (told.status_code, told.json()["name"]) == (200, "Ashigaru member")
    assert club.removals.get(person=PersonFactory.named("Ashigaru member")).reason == "Left\ngames."
    assert "Ashigaru member" not in roles(club)
    problem_of(organiser.send("DELETE", path, {"reason": "Left games."}), 404)
    removed = calling("Ashigaru member")
    assert removed.get(CLUB).json()["you"]["removed"]
    assert problem_of(removed.post(f"{CLUB}join/"), 409)["code"] == "removed-from-club"


def test_a_member_of_another_club_is_not_there() -> None:
    full_club()
    other = ClubFactory.create(founder__name="Organiser Two", name="Another")
    elsewhere = member(other, PersonFactory.named("Organiser Two")).public_id
    organiser = calling("Ashigaru organiser")
    problem_of(organiser.send("PATCH", f"{CLUB}members/{elsewhere}/", {"role": "member"}), 404)
    problem_of(organiser.send("DELETE", f"{CLUB}members/{elsewhere}/", {"reason": "No."}), 404)
    assert roles(other) == {"Organiser Two": "organiser"}
