"""Games of a club through the API: made as games are there, and joined by members."""

from typing import Any

import pytest

from games.ladders.models.club import Club
from games.models.game import Game
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, caller_at, problem_of

pytestmark = pytest.mark.django_db

OPEN = {"opponent": {"kind": "open"}, "club": "friends-of-sekigahara"}


@pytest.fixture(autouse=True)
def club() -> Club:
    club = ClubFactory.create()
    Club.objects.filter(pk=club.pk).update(
        edition="gmt-2016", pace=3, on_time_out="arbiter", hold=5, reaction=12
    )
    MembershipFactory.create(club=club, person__name="Anna")
    MembershipFactory.create(club=club, person__name="Bert")
    return club


def create(name: str, **more: Any) -> Any:
    return caller_at(PersonFactory.named(name).email).post("games/", OPEN | more)


def test_omitted_settings_default_to_those_of_the_club() -> None:
    made = create("Anna").json()
    assert made["club"] == {"slug": "friends-of-sekigahara", "name": "Friends of Sekigahara"}
    assert (made["edition"]["id"], made["pace"], made["on_time_out"]) == ("gmt-2016", 3, "arbiter")
    assert (made["hold"], made["reaction"]) == (5, 12)
    others = {"edition": "kessen", "pace": None, "on_time_out": "nothing", "hold": 15, "reaction": None}
    other = create("Anna", **others).json()
    assert (other["edition"]["id"], other["pace"], other["on_time_out"]) == ("kessen", None, "nothing")
    assert (other["hold"], other["reaction"]) == (15, None)


def test_stranger_cannot_create_or_join_a_club_game() -> None:
    assert problem_of(create("Stranger"), 409)["code"] == "not-a-member"
    assert problem_of(create("Anna", club="nosuchclub"), 422)["code"] == "unknown-club"
    assert problem_of(create("Anna", opponent={"kind": "myself"}), 422)["code"] == "not-for-a-club"
    assert not Game.objects.exists()
    game = create("Anna").json()["id"]
    stranger, bert = (caller_at(PersonFactory.named(name).email) for name in ("Stranger", "Bert"))
    for somebody in (stranger, Caller()):
        assert somebody.get("games/?list=open").json()["games"] == []
    assert stranger.get(f"games/{game}/").json()["may_join"] is False
    assert problem_of(stranger.post(f"games/{game}/join/", {}), 409)["code"] == "members-only"
    (listed,) = bert.get("games/?list=open").json()["games"]
    assert (listed["id"], listed["may_join"]) == (game, True)
    assert bert.post(f"games/{game}/join/", {}).json()["status"] == "running"


def test_invited_friend_joins_once_they_are_a_member(club: Club) -> None:
    friend = PersonFactory.named("Friend")
    invited = {"kind": "invite", "email": friend.email}
    game = create("Anna", opponent=invited).json()["id"]
    calling = caller_at(friend.email)
    for path in ("games/?list=invitations", f"games/{game}/"):
        assert '"may_join":false' in calling.get(path).content.decode()
    assert problem_of(calling.post(f"games/{game}/join/", {}), 409)["code"] == "members-only"
    MembershipFactory.create(club=club, person=friend)
    assert calling.get(f"games/{game}/").json()["may_join"] is True
    assert calling.post(f"games/{game}/join/", {}).json()["status"] == "running"
