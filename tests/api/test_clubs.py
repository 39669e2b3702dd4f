"""Clubs through the API: what is shown, joining, leaving, deciding."""

import pytest

from games.ladders.clubs import membership
from games.ladders.models.club import Club
from notifications.webhooks.models import Delivery
from tests.api.ladder_case import CLUB, calling
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, problem_of
from tests.kit.clubs import roles

pytestmark = pytest.mark.django_db


def full_club() -> Club:
    """A club with somebody of every kind."""
    organiser = PersonFactory.named("Ashigaru organiser")
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    MembershipFactory.create(club=club, person__name="Ashigaru arbiter", role=Role.ARBITER)
    MembershipFactory.create(club=club, person__name="Ashigaru member")
    JoinRequestFactory.create(club=club, person__name="Ashigaru asker")
    membership.remove(
        member=MembershipFactory.create(club=club, person__name="Ashigaru removed"),
        by=organiser,
        reason="Gone.",
    )
    Delivery.objects.create(
        webhook=ClubWebhookFactory.create(club=club),
        message_id="m_1",
        type="club.game-over",
        body="{}",
        status="failed",
        attempts=1,
    )
    return club


# --- reading


def test_clubs_are_listed_by_name_page_by_page() -> None:
    for number, name in enumerate(["Osaka Club", "Edo Club", "Kyoto Club", "Mino"]):
        ClubFactory.create(founder__name=f"Organiser {number}", name=name)
    told = Caller().get("clubs/?limit=2").json()
    assert [club["name"] for club in told["clubs"]] == ["Edo Club", "Kyoto Club"]
    assert told["clubs"][0] == {"slug": "edo-club", "name": "Edo Club", "joining": "open", "members": 1}
    rest = Caller().get(told["next"]).json()
    assert ([club["name"] for club in rest["clubs"]], rest["next"]) == (["Mino", "Osaka Club"], None)
    first = Caller().get("clubs/?name=CLUB&limit=2").json()
    assert "name=CLUB" in first["next"]
    assert [club["name"] for club in Caller().get(first["next"]).json()["clubs"]] == ["Osaka Club"]
    problem_of(Caller().get("clubs/?name=%00"), 400)
    problem_of(Caller().get("clubs/?cursor=x"), 400)


def test_a_club_is_told_with_what_one_is_in_it() -> None:
    full_club()
    assert Caller().get(CLUB).json()["you"] is None
    standings = {
        who: tuple(calling(f"Ashigaru {who}").get(CLUB).json()["you"].values())
        for who in ("stranger", "asker", "removed", "arbiter", "organiser")
    }
    assert standings == {
        "stranger": (None, False, False),
        "asker": (None, True, False),
        "removed": (None, False, True),
        "arbiter": ("arbiter", False, False),
        "organiser": ("organiser", False, False),
    }
    told = Caller().get(CLUB).json()
    assert (told["joining"], told["members"], told["edition"]) == ("approval", 3, "kessen")
    assert (told["pace"], told["on_time_out"], told["about"]) == (None, "nothing", "")


def test_members_are_public_and_their_addresses_are_not() -> None:
    club = full_club()
    told = Caller().get(f"{CLUB}members/?limit=2")
    assert [(each["name"], each["role"]) for each in told.json()["members"]] == [
        ("Ashigaru organiser", "organiser"),
        ("Ashigaru arbiter", "arbiter"),
    ]
    rest = Caller().get(told.json()["next"])
    assert [(each["name"], each["role"]) for each in rest.json()["members"]] == [
        ("Ashigaru member", "member")
    ]
    for answer in (told, rest, Caller().get(CLUB), calling("Ashigaru organiser").get(f"{CLUB}requests/")):
        assert b"@" not in answer.content
        assert club.link.encode() not in answer.content


def test_unchanged_club_is_not_sent_again() -> None:
    full_club()
    for path in ("clubs/", CLUB, f"{CLUB}members/"):
        tag = Caller().get(path)["ETag"]
        assert Caller().get(path, **{"If-None-Match": tag}).status_code == 304


# --- doing


def test_one_joins_an_open_club_and_leaves_it() -> None:
    club = ClubFactory.create()
    caller = calling("Ashigaru One")
    for _time in range(2):
        assert caller.post(f"{CLUB}join/").json()["you"]["role"] == "member"
    assert roles(club) == {"Organiser One": "organiser", "Ashigaru One": "member"}
    for _time in range(2):
        assert caller.post(f"{CLUB}leave/").json()["you"]["role"] is None
    assert roles(club) == {"Organiser One": "organiser"}


def test_one_joins_by_the_secret_of_the_link() -> None:
    club = ClubFactory.create(joining=Club.Joining.LINK)
    caller = calling("Ashigaru One")
    assert problem_of(caller.post(f"{CLUB}join/"), 409)["code"] == "link-needed"
    assert problem_of(caller.post(f"{CLUB}join/", {"link": "x" * 101}), 400)["code"] == "malformed-body"
    assert caller.post(f"{CLUB}join/", {"link": club.link}).json()["you"]["role"] == "member"


def test_organisers_find_who_asks_and_decide() -> None:
    club = ClubFactory.create(joining=Club.Joining.APPROVAL)
    for name in ("Ashigaru One", "Ashigaru Two"):
        assert calling(name).post(f"{CLUB}join/").json()["you"]["asked"] is True
    organiser = calling("Organiser One")
    first = organiser.get(f"{CLUB}requests/?limit=1").json()
    (one,) = first["requests"]
    (two,) = organiser.get(first["next"]).json()["requests"]
    assert (one["name"], one["accepted"], two["name"]) == ("Ashigaru One", None, "Ashigaru Two")
    for _time in range(2):
        told = organiser.post(f"{CLUB}requests/{one['id']}/", {"accept": True})
        assert told.json()["accepted"] is True
    refused = organiser.post(f"{CLUB}requests/{one['id']}/", {"accept": False})
    assert problem_of(refused, 409)["code"] == "request-decided"
    organiser.post(f"{CLUB}requests/{two['id']}/", {"accept": False})
    problem_of(organiser.post(f"{CLUB}requests/{two['id']}/"), 400)
    assert roles(club) == {"Organiser One": "organiser", "Ashigaru One": "member"}
    assert organiser.get(f"{CLUB}requests/").json() == {"requests": [], "next": None}


def test_an_organiser_of_one_club_decides_nothing_in_another() -> None:
    club = ClubFactory.create(joining=Club.Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person__name="Ashigaru One")
    ClubFactory.create(founder__name="Organiser Two", name="Another")
    other = calling("Organiser Two")
    assert problem_of(other.post(f"clubs/another/requests/{request.public_id}/", {"accept": True}), 404)
    assert problem_of(other.post(f"{CLUB}requests/{request.public_id}/", {"accept": True}), 403)
    request.refresh_from_db()
    assert request.is_accepted is None


def test_missing_club_is_not_found() -> None:
    caller = calling("Ashigaru One")
    for path in ("", "members/"):
        problem_of(Caller().get(f"clubs/nosuchclub/{path}"), 404)
    problem_of(caller.get("clubs/nosuchclub/requests/"), 404)
    for path in ("join/", "leave/"):
        problem_of(caller.post(f"clubs/nosuchclub/{path}"), 404)


def test_organiser_finds_no_member_and_no_request_that_is_not_there() -> None:
    full_club()
    organiser = calling("Ashigaru organiser")
    problem_of(organiser.send("PATCH", f"{CLUB}members/nosuchmember/", {"role": "arbiter"}), 404)
    problem_of(organiser.post(f"{CLUB}requests/nosuchrequest/", {"accept": True}), 404)
