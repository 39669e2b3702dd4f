"""Bidding for sides."""

from typing import Literal

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.public_keys import identity
from games.api import bodies, parameters
from games.api.answers import biddings as answers
from games.api.bodies.ladders import BidForSide
from games.api.endpoint import Endpoint, answer, by_content, page
from games.api.openapi.operations import described, for_players
from games.api.paging import Paged
from games.engine.side import EAST, Side
from games.ladders.bidding import auction
from games.ladders.bidding import queries as bid_queries
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding.auction import Bid
from games.ladders.models.bidding import Bidding as BiddingRow
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404
from sekigahara.requests.never_refused import never_refused

COIN_NAMES: tuple[Literal["first"], Literal["second"]] = ("first", "second")


class Biddings(Endpoint):
    """The biddings of a person."""

    @described("listBiddings", answer=answers.BiddingPage, parameters=Paged)
    def get(self, request: Request) -> HttpResponse:
        """List your biddings.

        Get your pairings with bidding for sides, current and past, latest first."""
        person, query = self.person(request), parameters.read(request, Paged)
        found, following = page(request, bid_queries.biddings_of(person), query)
        return by_content(request, answers.BiddingPage([_shown(each, person) for each in found], following))


class Bidding(Endpoint):
    """One bidding."""

    @described("getBidding", answer=answers.Bidding)
    def get(self, request: Request, bidding: str) -> HttpResponse:
        """Get a bidding.

        Get the deadline and your bid and, once both bids are opened, the result."""
        person = self.person(request)
        return by_content(request, _shown(_found(bidding, person), person))

    @for_players("bidForSide", answer=answers.Bidding, body=BidForSide, problems=(409, 422))
    @never_refused("PUT")
    def put(self, request: Request, bidding: str) -> HttpResponse:
        """Bid for a side.

        Place your bid, or replace it while it is sealed. The second bid opens both and starts the game."""
        person = self.person(request)
        found, body = _found(bidding, person), bodies.decoded(request, BidForSide)
        service.bid(
            bidding=found,
            person=person,
            side=Side.named(body.side),
            points=body.points,
            nonce=body.nonce,
            now=service_time.now(),
        )
        return answer(_shown(_found(bidding, person), person))


def _found(public_id: str, person: Person) -> BiddingRow:
    """Find a bidding of a person by its id.

    Raises:
        Http404: they have no such bidding.
    """
    return or_404(bid_queries.bidding_at(public_id, person))


def _shown(row: BiddingRow, person: Person) -> answers.Bidding:
    """A bidding as one of the two players sees it. Until the bids are opened it holds nothing about the other
    bid."""
    place = 0 if row.first_id == person.pk else 1
    other = row.players[1 - place]
    return answers.Bidding(
        id=row.public_id,
        ladder=row.season.ladder.public_id,
        state="sealed" if row.is_waiting else "called-off" if row.opened_at is None else "open",
        you=COIN_NAMES[place],
        opponent=answers.Bidder(COIN_NAMES[1 - place], name=other.name, bot=other.is_bot, **identity(other)),
        commitment=row.commitment,
        game_commitment=row.origin.commitment if row.game_seed else None,
        paired_at=row.paired_at,
        due_at=row.due_at,
        bid=_bid(row.bids[place]),
        opened=_opened(row, person),
    )


def _opened(row: BiddingRow, person: Person) -> answers.OpenedBids | None:
    if row.opened_at is None or row.match is None:
        return None
    first, second = row.bids
    east, west = row.match.handicap
    return answers.OpenedBids(
        at=row.opened_at,
        first=_bid(first),
        second=_bid(second),
        seed=bytes(row.seed).hex(),
        nonces=list(row.nonces),
        tossed=COIN_NAMES[service.coin_of(row)] if auction.is_for_the_coin(first, second) else None,
        side="east" if row.match.east_id == person.pk else "west",
        given=answers.GivenPoints(east, west),
        game=row.match.game.public_id,
    )


def _bid(made: Bid | None) -> answers.SideBid | None:
    if made is None:
        return None
    return answers.SideBid("east" if made.side is EAST else "west", made.points)
