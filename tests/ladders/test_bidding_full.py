"""On PostgreSQL: both bid and workers look at the same moment, and one game begins."""

from functools import partial

import pytest

from games.engine.side import EAST, WEST
from games.ladders import rounds
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.sealed_bids import OPENED
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Match
from games.models.game import Game
from notifications.models import Notification
from tests.factories.ladders import BiddingFactory
from tests.kit.concurrency import at_once, codes
from tests.kit.ladders import bid, look

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def one_game_has_begun() -> None:
    row = Bidding.objects.get()
    assert row.match == Match.objects.get()
    assert Game.objects.count() == 1
    assert Notification.objects.filter(kind=OPENED).count() == 2


def test_two_bids_at_once_begin_one_game() -> None:
    row = BiddingFactory.create()
    at_once(
        partial(bid, row, row.first, Bid(WEST, 4)),
        partial(bid, row, row.second, Bid(WEST, 2)),
        partial(bid, row, row.second, Bid(WEST, 2)),
    )
    one_game_has_begun()
    assert Match.objects.get().handicap == (4, 0)


def test_workers_that_look_at_once_open_the_bids_once() -> None:
    row = BiddingFactory.create()
    bid(row, row.first, Bid(EAST, 1))
    look(row.paired_at)  # makes the row that tells how long the service ran
    late = partial(bid, row, row.second, Bid(WEST, 3), row.due_at)
    *looked, _paired, came = at_once(*[partial(look, row.due_at)] * 2, partial(rounds.run, row.due_at), late)
    one_game_has_begun()
    assert sum(looked) <= 1
    assert codes([came]) in (["bids-open"], [""])
