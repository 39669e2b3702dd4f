"""Sealed bids: whatever one player bids, the other gets the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import Client

from games.engine.side import EAST, WEST
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.links import bidding_link
from games.ladders.models.bidding import Bidding
from tests.factories.ladders import BiddingFactory
from tests.kit import caches
from tests.kit.calling import Caller, token_of
from tests.kit.ladders import look
from tests.kit.work import do_due_work
from tests.web.browsers import path_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|data-pass="[^"]+"')
WORLDS: dict[str, list[Bid]] = {
    "East for nothing": [Bid(EAST, 0)],
    "West for ten": [Bid(WEST, 10)],
    "this, then that": [Bid(EAST, 3), Bid(WEST, 1), Bid(EAST, 2)],
}
"""What the first does, who may also do nothing."""
STREAM = "me/stream/?once=1&since=0"


class Other:
    """The second player, and whoever watches, each with all they can look at."""

    def __init__(self, bidding: Bidding) -> None:
        self.bidding, self.address = bidding, f"/biddings/{bidding.public_id}/"
        self.browser, self.caller = signed_in(bidding.second), Caller(token_of(bidding.second))
        self.link = path_of(bidding_link(bidding, bidding.second))

    def looks(self) -> Iterator[tuple[str, bytes]]:
        """Every answer, heads and all."""
        ladder = f"/ladders/{self.bidding.season.ladder.public_id}/"
        by_link = Client()
        by_link.get(self.link)
        for browser in (self.browser, by_link):
            yield self.address, _bytes(browser.get(self.address))
        for address in (
            "/games/",
            ladder,
            f"{ladder}standings.json",
            f"/clubs/{self.bidding.season.ladder.club.slug}/",
        ):
            yield address, _bytes(self.browser.get(address))
        yield "watched", _bytes(Client().get(ladder))
        yield "a stranger", _bytes(Client().get(self.address))
        for address in (f"biddings/{self.bidding.public_id}/", "biddings/", "games/", "me/", STREAM):
            yield address, _bytes(self.caller.get(address))
        refused = self.caller.send(
            "PUT", f"biddings/{self.bidding.public_id}/", {"side": "west", "points": 11}
        )
        yield "refused", _bytes(refused)

    def mailed(self) -> list[tuple[Any, ...]]:
        """What was sent to them, and when."""
        do_due_work()
        to = [each for each in mail.outbox if self.bidding.second.email in each.to]
        return [
            (
                each.subject,
                each.body,
                [str(one) for one in getattr(each, "alternatives", [])],
                each.extra_headers,
            )
            for each in to
        ]


def _bytes(answer: Any) -> bytes:
    heads = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
    return f"{answer.status_code} {sorted(heads.items())}".encode() + TOKEN.sub(b"", answer.content)


def seen(other: Other, bids: list[Bid], by: str) -> list[Any]:
    """Everything the other learns from the pairing to the last moment before the bids are opened."""
    row, found = other.bidding, []
    before = transaction.savepoint()
    caches.empty()
    mail.outbox.clear()
    with time_machine.travel(NOW + timedelta(days=1, hours=1), tick=False):
        _bid(row, bids, by)
        found += [*other.looks(), *other.mailed()]
    with time_machine.travel(row.due_at - timedelta(hours=18), tick=False):
        look(row.due_at - timedelta(hours=18))
        found += [*other.looks(), *other.mailed()]
    transaction.savepoint_rollback(before)
    return found


def _bid(row: Bidding, bids: list[Bid], by: str) -> None:
    for made in bids:
        said = {"side": made.side.label, "points": made.points}
        if by == "page":
            answer = signed_in(row.first).post(f"/biddings/{row.public_id}/", said)
        else:
            answer = Caller(token_of(row.first)).send("PUT", f"biddings/{row.public_id}/", said)
        assert answer.status_code in (200, 302)


@pytest.mark.parametrize(("by", "names"), [("page", WORLDS), ("program", ["this, then that"])])
def test_the_other_learns_nothing_before_the_bids_are_open(by: str, names: Iterable[str]) -> None:
    with time_machine.travel(NOW, tick=False):
        row = BiddingFactory.create()
    with time_machine.travel(row.paired_at, tick=False):
        do_due_work()
        other = Other(row)
    nothing = seen(other, [], by)
    assert any(b"Bid for sides" in each[1] for each in nothing if isinstance(each[1], bytes))
    assert any("bid for sides until" in str(each[0]) for each in nothing), "reminded"
    for name in names:
        assert seen(other, WORLDS[name], by) == nothing, name


def test_the_comparison_notices_what_is_shown() -> None:
    """The bidder's own page does tell worlds apart."""
    with time_machine.travel(NOW, tick=False):
        row = BiddingFactory.create()
    told = set()
    for bids in ([], *WORLDS.values()):
        before = transaction.savepoint()
        with time_machine.travel(row.paired_at, tick=False):
            _bid(row, bids, "page")
            told.add(_bytes(signed_in(row.first).get(f"/biddings/{row.public_id}/")))
        transaction.savepoint_rollback(before)
    assert len(told) == 1 + len(WORLDS)
