"""On PostgreSQL: both bid and workers look at the same moment, and one game begins."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections

from games.engine.side import EAST, WEST
from games.ladders import rounds
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.sealed_bids import OPENED
from games.ladders.models.bidding import Bidding
from games.ladders.models.season import Match
from games.models.game import Game
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict
from tests.factories.ladders import BiddingFactory
from tests.kit.ladders import bid, look

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Do all of it at the same moment, each with a connection of its own."""
    barrier = Barrier(len(deeds))

    def done(deed: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return deed()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(done, deeds))


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

    def late() -> str:
        try:
            bid(row, row.second, Bid(WEST, 3), row.due_at)
        except Conflict as refused:
            return refused.code
        return "in time"

    told = at_once(*[partial(look, row.due_at)] * 2, partial(rounds.run, row.due_at), late)
    one_game_has_begun()
    assert sum(int(str(each)) for each in told[:2]) <= 1
    assert told[3] in {"in time", "bids-open"}
