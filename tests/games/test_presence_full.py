"""Presence of the full size: two players look at a game on two processes with one database and one Redis."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from games.engine.side import EAST, SIDES, WEST, Side
from games.services import presence
from tests.kit.installation import web_server
from tests.kit.passes import new_pass
from tests.kit.stream_listener import Listener, listening
from tests.kit.table import Table, is_window_separate, table_where

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

BEAT = 1
PROMISED = 2.5 * BEAT + BEAT
"""Seconds until the other is told that a page was left: its mark expires, and the next beat sees that."""
GRACE = 3
"""Seconds for which a busy machine may keep a beat waiting."""
SEVERAL = 3
"""More beats than a mark outlives."""


@pytest.fixture
def sites(transactional_db: None) -> Iterator[tuple[str, str]]:
    beat = {"STREAM_BEAT": str(BEAT), "DATABASE_POOL": "2"}
    with web_server(**beat) as one, web_server(**beat) as other:
        yield one, other


@contextmanager
def page(site: str, table: Table, side: Side) -> Iterator[Listener]:
    """The stream of a page that is open, which begins."""
    address = f"{site}/api/v1/games/{table.game.public_id}/stream/?as={side.label}"
    with listening(address, Authorization=f"Seat {new_pass(table.seat(side))}") as stream:
        assert stream.next().name == "hello"
        yield stream


def looking(stream: Listener) -> Any:
    """What the next event about presence says of the other player, whatever changes come before."""
    while (event := stream.next()).name != "presence":
        assert event.name == "change"
    assert (event.data["mine"], event.data["theirs"]) == (True, True)
    return event.data["looking"]


def test_players_on_two_processes_see_each_other_come_and_leave(sites: tuple[str, str]) -> None:
    table = Table()
    for side in SIDES:
        presence.switch(table.seat(side), on=True)
    with page(sites[WEST], table, WEST) as west:
        assert looking(west) is False
        with page(sites[EAST], table, EAST) as east:
            assert looking(east) is True
            assert looking(west) is True
            began = time.monotonic()
            presence.switch(table.seat(EAST), on=False)
            assert west.next().data == {"mine": True, "theirs": False, "looking": None}
            presence.switch(table.seat(EAST), on=True)
            assert looking(west) is True
            assert time.monotonic() - began < GRACE
        began = time.monotonic()
        assert looking(west) is False
        assert time.monotonic() - began < PROMISED + GRACE


def test_nothing_is_told_while_a_loyalty_window_is_open(sites: tuple[str, str]) -> None:
    table = table_where(is_window_separate)
    (asked,) = table.asked()
    for side in SIDES:
        presence.switch(table.seat(side), on=True)
    with ExitStack() as opened:
        watching = opened.enter_context(page(sites[0], table, asked.enemy))
        assert looking(watching) is None
        with page(sites[1], table, asked) as coming:
            assert looking(coming) is None
            for stream in (coming, watching):
                assert [stream.next_sign().name for _beat in range(SEVERAL)] == [""] * SEVERAL
        assert [watching.next_sign().name for _beat in range(SEVERAL)] == [""] * SEVERAL
        while is_window_separate(table.state):
            (side,) = table.asked()
            table.submit(side)
        assert looking(watching) is False  # nothing that was there before is shown afterwards
        opened.enter_context(page(sites[1], table, asked))
        assert looking(watching) is True
