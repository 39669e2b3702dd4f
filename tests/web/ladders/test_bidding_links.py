"""The link in a bidding mail opens the seat for the player whose bid begins the game, and for no longer."""

from typing import Any

import pytest

from games.engine.side import WEST
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding.auction import Bid
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Match
from games.models.seat import Seat
from games.services import link_renewal
from tests.factories.ladders import BiddingFactory
from tests.kit.ladders import bid
from tests.web.browsers import read
from tests.web.ladders.test_bidding_pages import by_link, path

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def sealed() -> Bidding:
    return BiddingFactory.create()


def test_the_same_bid_once_more_opens_no_seat_whose_links_were_made_void(sealed: Bidding) -> None:
    """Whoever finds the mail that asked for a bid has the links of the game no better than any other."""
    bid(sealed, sealed.second, Bid(WEST, 1))
    browsers, said = (by_link(sealed), by_link(sealed)), {"side": "west", "points": "3"}
    browsers[0].post(path(sealed), said)
    seat = Seat.objects.select_related("game").get(player=sealed.first)
    assert "you" in read(browsers[0].get(f"/games/{seat.game.public_id}/?as=west"))
    browsers[1].post(path(sealed), said)
    assert browsers[1].get(f"/games/{seat.game.public_id}/?as=west").status_code == 404
    link_renewal.revoke(seat=seat)
    for browser in browsers:
        assert "Mail me a fresh link" in read(browser.post(path(sealed), said, follow=True))
        assert browser.get(f"/games/{seat.game.public_id}/?as=west").status_code == 404


def test_links_made_void_while_a_bid_opens_the_bids_are_void(
    sealed: Bidding, monkeypatch: pytest.MonkeyPatch
) -> None:
    def and_at_once_void(**given: Any) -> Bidding:
        done = take(**given)
        link_renewal.revoke(seat=Seat.objects.get(player=sealed.first))
        return done

    bid(sealed, sealed.second, Bid(WEST, 1))
    browser, take = by_link(sealed), service.bid
    monkeypatch.setattr(service, "bid", and_at_once_void)
    browser.post(path(sealed), {"side": "west", "points": "3"})
    game = Match.objects.get().game
    assert browser.get(f"/games/{game.public_id}/?as=west").status_code == 404
