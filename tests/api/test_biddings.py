"""Bidding for sides through the API: who may, what is told before and after, and what is refused."""

from typing import Any

import pytest

from accounts.models.person import Person
from accounts.public_keys import identity
from games.engine.side import EAST, WEST
from games.ladders.bidding.auction import Bid
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Match
from tests.factories.ladders import BiddingFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, problem_of, token_of
from tests.kit.ladders import bid, look, opened

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

BID = {"side": "west", "points": 3}


@pytest.fixture
def sealed() -> Bidding:
    return BiddingFactory.create()


def caller(person: Person) -> Caller:
    return Caller(token_of(person))


def path(bidding: Bidding) -> str:
    return f"biddings/{bidding.public_id}/"


def test_one_is_told_of_a_pairing_before_anybody_bids(sealed: Bidding) -> None:
    mine = caller(sealed.first).get(path(sealed)).json()
    assert (mine["id"], mine["ladder"]) == (sealed.public_id, sealed.season.ladder.public_id)
    assert (mine["state"], mine["you"], mine["bid"], mine["opened"]) == ("sealed", "first", None, None)
    opponent = {"coin": "second", "name": sealed.second.name, "bot": False, **identity(sealed.second)}
    assert mine["opponent"] == opponent
    assert (mine["commitment"], mine["game_commitment"]) == (sealed.commitment, sealed.origin.commitment)


def test_a_bid_is_sealed_and_may_be_changed(sealed: Bidding) -> None:
    first = caller(sealed.first)
    assert first.send("PUT", path(sealed), BID).json()["bid"] == BID
    assert first.send("PUT", path(sealed), BID).json()["bid"] == BID
    told = first.send("PUT", path(sealed), {"side": "east", "points": 0}).json()
    assert (told["bid"], told["state"]) == ({"side": "east", "points": 0}, "sealed")
    assert caller(sealed.second).get(path(sealed)).json()["bid"] is None


def test_the_second_bid_opens_both(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(WEST, 2), nonce="one")
    second = caller(sealed.second)
    done = second.send("PUT", path(sealed), {**BID, "nonce": "two"}).json()
    match = Match.objects.get()
    assert done["state"] == "open"
    assert done["opened"] == {
        "at": done["opened"]["at"],
        "first": {"side": "west", "points": 2},
        "second": BID,
        "seed": bytes(sealed.seed).hex(),
        "nonces": ["one", "two"],
        "tossed": None,
        "side": "west",
        "given": {"east": 3, "west": 0},
        "game": match.game.public_id,
    }
    assert caller(sealed.first).get(path(sealed)).json()["opened"]["side"] == "east"
    assert second.send("PUT", path(sealed), BID).json() == done
    assert problem_of(second.send("PUT", path(sealed), {**BID, "points": 4}), 409)["code"] == "bids-open"


def test_the_coin_is_told_where_it_was_tossed(sealed: Bidding) -> None:
    match = opened(sealed, Bid(EAST, 2), Bid(EAST, 2))
    told = caller(sealed.second).get(path(sealed)).json()["opened"]
    assert told["tossed"] == ("first" if match.east_id == sealed.first_id else "second")


def test_a_missing_bid_is_told_as_none(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(EAST, 2))
    look(sealed.due_at)
    told = caller(sealed.second).get(path(sealed)).json()
    assert (told["bid"], told["opened"]["second"], told["opened"]["side"]) == (None, None, "west")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"side": "north", "points": 1}, 400),
        ({"side": "east"}, 400),
        ({"side": "east", "points": 11}, 400),
        ({"side": "east", "points": -1}, 400),
        ({"side": "east", "points": 1.5}, 400),
        ({"side": "east", "points": 1, "more": 1}, 400),
    ],
)
def test_malformed_bid_is_refused(sealed: Bidding, body: Any, status: int) -> None:
    assert caller(sealed.first).send("PUT", path(sealed), body).status_code == status
    sealed.refresh_from_db()
    assert sealed.bids == (None, None)


def test_the_list_has_ones_own_and_is_not_sent_twice(sealed: Bidding) -> None:
    first = caller(sealed.first)
    told = first.get("biddings/").json()
    assert [each["id"] for each in told["biddings"]] == [sealed.public_id]
    assert told["next"] is None
    answer = first.get("biddings/")
    assert first.get("biddings/", **{"If-None-Match": answer["ETag"]}).status_code == 304
    assert caller(PersonFactory.named("Organiser One")).get("biddings/").json()["biddings"] == []


def test_the_game_and_its_view_name_the_points_given_to_everybody(sealed: Bidding) -> None:
    match = opened(sealed, Bid(EAST, 3), Bid(EAST, 1))
    where = f"games/{match.game.public_id}/"
    for reader in (caller(match.east), caller(match.west), Caller()):
        assert reader.get(where).json()["given"] == {"east": 0, "west": 3}
        assert reader.get(f"{where}view/").json()["given"] == {"east": 0, "west": 3}
    listed = caller(match.east).get("games/?list=mine").json()["games"]
    assert [game["given"] for game in listed] == [{"east": 0, "west": 3}]


def test_game_without_a_handicap_and_its_view_say_null(sealed: Bidding) -> None:
    match = opened(sealed, Bid(EAST, 3), Bid(WEST, 1))
    where = f"games/{match.game.public_id}/"
    assert caller(match.east).get(where).json()["given"] is None
    assert caller(match.east).get(f"{where}view/").json()["given"] is None
