"""Writes that are sent again because their answer was lost."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models.person import Person
from accounts.rate_limits import Limit
from accounts.scopes import Scope
from games.engine.side import EAST
from games.models.game import Game
from games.models.receipt import Receipt
from games.services import idempotency, joining, lobby
from games.services.idempotency import LONGEST_KEY
from notifications.models import Notification
from tests.api.ladder_case import calling
from tests.factories.clubs import ClubFactory
from tests.kit.calling import Caller, Seated, caller_at, problem_of
from tests.kit.concurrency import at_once
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

ANNA, BERTA = "anna@example.org", "berta@example.org"
INVITE = {"side": "east", "opponent": {"kind": "invite", "email": BERTA}}
MYSELF = {"side": "west", "opponent": {"kind": "myself"}}


def asking(caller: Caller, wanted: dict[str, Any] = INVITE, key: str = "first try") -> Any:
    return caller.post("games/", wanted, **{"Idempotency-Key": key})


# --- a new game


@pytest.mark.both
def test_a_game_is_made_once_for_each_key() -> None:
    anna = caller_at(ANNA)
    first, again, other = asking(anna), asking(anna), asking(anna, key="another")
    assert [answer.status_code for answer in (first, again, other)] == [201, 201, 201]
    assert again.content == first.content
    assert again["Location"] == first["Location"] != other["Location"]
    assert Game.objects.count() == Notification.objects.count() == 2
    assert anna.post("games/", INVITE)["Location"] != anna.post("games/", INVITE)["Location"]
    assert (Game.objects.count(), Receipt.objects.count()) == (4, 2)


def test_repeated_request_is_answered_again_despite_later_obstacles(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = caller_at(ANNA)
    first = asking(anna).json()
    joining.decline(game=Game.objects.get(), person=Person.objects.at(BERTA))
    monkeypatch.setattr(lobby, "GAMES", Limit("games of a person", 1, 24 * 60 * 60))
    problem_of(asking(anna, key="another"), 429)
    again = asking(anna)
    assert (again.status_code, again.json()["id"], again.json()["status"]) == (201, first["id"], "called-off")


def test_a_key_means_one_request_of_one_person() -> None:
    anna, berta = caller_at(ANNA), caller_at(BERTA)
    mine = asking(anna, MYSELF).json()["id"]
    problem = problem_of(asking(anna, MYSELF | {"side": "east"}), 422)
    assert (problem["code"], problem["parameters"]) == ("idempotency-key-reused", {"key": "first try"})
    assert asking(berta, MYSELF).json()["id"] != mine
    assert Game.objects.count() == 2


@pytest.mark.parametrize("key", ["k" * (LONGEST_KEY + 1), "né", ""])
def test_invalid_key_creates_no_game(key: str) -> None:
    problem = problem_of(asking(caller_at(ANNA), MYSELF, key), 400)
    assert problem["code"] == "malformed-idempotency-key"
    assert not Game.objects.exists()


def test_the_longest_key_is_one_and_stands_in_no_way_of_the_same_in_the_game() -> None:
    table, key = Table(), "k" * LONGEST_KEY
    assert asking(caller_at(ANNA), MYSELF, key).status_code == 201
    east = Seated(table, EAST)
    assert east.act(**{"Idempotency-Key": key}).status_code == 201


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_the_same_request_twice_at_once_makes_one_game() -> None:
    person = Person.objects.at(ANNA)
    request = idempotency.creation(person, "first try", b"{}")
    make: Callable[[], Game] = partial(
        lobby.create, creator=person, edition="kessen", side="east", opponent=lobby.Anybody(), request=request
    )
    one, other = at_once(make, make)
    assert one == other
    assert Game.objects.count() == 1


# --- the others, as the README has them


def test_starting_or_ending_a_game_twice_is_refused() -> None:
    anna, berta = caller_at(ANNA), caller_at(BERTA)
    opened = asking(anna, {"opponent": {"kind": "open"}}).json()["id"]
    off = asking(anna, {"opponent": {"kind": "open"}}, "off").json()["id"]
    declined = asking(anna, INVITE, "invite").json()["id"]
    for caller, path in (
        (berta, f"games/{opened}/join/"),
        (berta, f"games/{opened}/resign/"),
        (anna, f"games/{off}/call-off/"),
        (berta, f"games/{declined}/decline/"),
    ):
        assert caller.post(path).status_code in (200, 201), path
        assert caller.post(path).status_code in (404, 409), path


def test_repeated_creation_of_a_named_thing_makes_one() -> None:
    club = ClubFactory.create(founder__name="Ashigaru organiser")
    organiser = calling("Ashigaru organiser", Scope.READ, Scope.CLUBS, Scope.NOTIFICATIONS)
    new = {"name": "Free", "edition": "kessen", "pace": 3}
    for path, body in (
        (f"clubs/{club.slug}/ladders/", new),
        ("webhooks/", {"url": "https://hooks.example.org/sekigahara"}),
        (f"clubs/{club.slug}/webhooks/", {"url": "https://hooks.example.org/sekigahara"}),
    ):
        assert organiser.post(path, body).status_code == 201, path
        assert organiser.post(path, body).status_code == 422, path


def test_the_rest_does_nothing_more_and_answers_the_same() -> None:
    club = ClubFactory.create(founder__name="Ashigaru organiser")
    organiser = calling("Ashigaru organiser", Scope.READ, Scope.CLUBS, Scope.PLAY)
    ladder = organiser.post(
        f"clubs/{club.slug}/ladders/", {"name": "Free", "edition": "kessen", "pace": 3}
    ).json()["id"]
    member = calling("Ashigaru One", Scope.READ, Scope.CLUBS, Scope.PLAY)
    for caller, method, path, body in (
        (member, "POST", f"clubs/{club.slug}/join/", {}),
        (member, "PUT", f"ladders/{ladder}/entry/", {"games": 1}),
        (member, "DELETE", f"ladders/{ladder}/entry/", {}),
        (member, "POST", f"clubs/{club.slug}/leave/", {}),
        (member, "PATCH", "me/", {"name": "Chikuzen"}),
        (organiser, "POST", f"ladders/{ladder}/close/", {}),
    ):
        first, again = caller.send(method, path, body), caller.send(method, path, body)
        assert first.status_code == again.status_code == 200, (path, first.content)
        assert first.content == again.content, path
