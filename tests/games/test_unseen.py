"""What one side does unseen moves nothing of anybody else's: no version, time, mail or line of history.

Whole games are played twice. The second time the hidden side does more than the first, all of it such that
nobody may notice: it passes a window before it deploys, takes that back and passes again, passes for the rest
of a battle that brings it no other window, replaces its sealed bid and comes back to the first one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games import engine
from games.engine.actions import Bid, Challenge, Pass, encode, parse
from games.engine.side import EAST, NOBODY, SIDES, Side
from games.log import heads, position
from games.models.log import Entry
from games.reads import chronicle, personal_data
from tests.kit import replays
from tests.kit.masked_heads import chain_values_masked
from tests.kit.table import Table, is_folded_window_open, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASS, PASS_FOR_GOOD = encode(Pass()), encode(Pass(rest_of_battle=True))
OF_SEAT = ("version", "changed_at", "asked_at", "asked", "waiting_since", "told_at", "looked_at", "can_undo")
OF_GAME = ("version", "changed_at", "week", "phase", "winner", "victory", "status", "started_at", "ended_at")


# ---- everything outsiders can be told


def outside(table: Table, hidden: Side) -> dict[str, Any]:
    """What the public and the hidden side's enemy may know of the moment, all of it."""
    game, seat = table.game, table.seat(hidden.enemy)
    rules, state = position.load(game)
    offered = engine.options(rules, state, hidden.enemy)
    return {
        "game": [getattr(game, name) for name in OF_GAME],
        "seat": [getattr(seat, name) for name in OF_SEAT],
        "head": heads.shown(game),
        "views": [engine.view(rules, state, viewer) for viewer in (hidden.enemy, NOBODY)],
        "options": None if offered is None else offered.describe(),
        "taken along": list(personal_data.games_of(table.people[hidden.enemy])),
        "mails": [
            (row.kind, row.about, row.occasion, row.message_id, row.created_at, row.due_at)
            for row in table.announced(hidden.enemy)
        ],
    }


def history_outside(table: Table, hidden: Side) -> list[Any]:
    """The whole history of a game as the other side and the public see it."""
    viewers = (hidden.enemy, NOBODY)
    return [
        *(table.told(viewer) for viewer in viewers),
        *(chronicle.record_of(table.game, viewer) for viewer in viewers if not table.game.is_over),
    ]


# ---- one step


def test_a_pass_before_deploying_is_nobody_elses_news() -> None:
    table = table_where(is_folded_window_open)
    (side,) = table.asked()
    mine, theirs = table.version(side), everything(table, side)
    table.submit(side, PASS)
    assert everything(table, side) == theirs
    table.undo(side)
    table.submit(side, PASS_FOR_GOOD)
    assert everything(table, side) == theirs
    assert table.version(side) == mine + 3
    assert [item.type for item in table.told(side)[-3:]] == ["action", "undo", "action"]
    replays.check_all()


@pytest.mark.rule("R-07")
def test_another_bid_is_nobody_elses_news() -> None:
    table = Table()
    hand = sorted(set(table.view(EAST)["mine"]["hand"]))
    table.submit(EAST, encode(Bid(hand[0])))
    mine, theirs = table.version(EAST), everything(table, EAST)
    for number, card in enumerate(hand[1:], start=1):
        table.submit(EAST, encode(Bid(card, "second")))
        assert table.version(EAST) == mine + number
        assert everything(table, EAST) == theirs
    replays.check_all()


@pytest.mark.rule("R-07")
def test_the_same_bid_again_is_no_news_even_to_oneself() -> None:
    table = Table()
    bid = table.a_bid(EAST)
    done = table.submit(EAST, bid)
    assert table.submit(EAST, bid).version == done.version
    assert [item.version for item in table.told(EAST)] == [1, 2]
    assert Entry.objects.filter(game=table.game, side=EAST).count() == 2
    replays.check_all()


def everything(table: Table, hidden: Side) -> bytes:
    return msgspec.json.encode([outside(table, hidden), history_outside(table, hidden)])


# ---- whole games


@pytest.fixture
def chain_values_are_masked() -> Iterator[None]:
    with chain_values_masked():
        yield


class Played(NamedTuple):
    """A request, and what was known before it.

    Attributes:
        battle: which of the game's battles and sieges it was in, 0 before the first.
        asked: the word of what its side was asked.
        window: whether a window was folded into that.
    """

    side: Side
    body: bytes
    battle: int
    asked: str
    window: bool


class Shown(NamedTuple):
    """What the outsiders could know after each request, and at the end of what happened."""

    moments: list[bytes]
    histories: list[bytes]


@pytest.mark.overnight
@pytest.mark.usefixtures("chain_values_are_masked")
def test_two_games_that_differ_in_unseen_steps_alone_look_the_same() -> None:
    """Chronicle, views, versions, times and announcements, byte for byte and at every moment."""
    done: Counter[str] = Counter()
    for seed, hidden in enumerate(SIDES):
        first = transaction.savepoint()
        log, shown, length = as_it_was(seed, hidden)
        transaction.savepoint_rollback(first)
        second = transaction.savepoint()
        with_more, other_length = with_unseen_steps(seed, hidden, log, done)
        transaction.savepoint_rollback(second)
        for index, (one, two) in enumerate(zip(shown.moments, with_more.moments, strict=True)):
            assert one == two, f"after request {index} {log[index - 1]}"
        assert shown.histories == with_more.histories
        assert other_length > length
    assert set(done) == {"pass", "pass and undo", "pass for good", "in one list", "another bid"}


def as_it_was(seed: int, hidden: Side) -> tuple[list[Played], Shown, int]:
    """A game, and how long its log is."""
    log: list[Played] = []
    battle = 0
    shown = Shown([], [])
    for table, at in table_in_time(seed):
        look(table, hidden, shown)
        if table.game.is_over:
            return log, shown, table.game.length
        side = table.asked()[at % len(table.asked())]
        body = table.any_action(side)
        log.append(Played(side, body, battle, table.seat(side).asked, is_folded_window_open(table.state)))
        result = table.submit(side, body).events
        battle += any(event["event"] in ("battle-began", "siege-began") for event in result)
    raise AssertionError("a game does not end")


def table_in_time(seed: int) -> Iterator[tuple[Table, int]]:
    """The table of that seed, an hour later each time."""
    with time_machine.travel(START, tick=False):
        table = Table(seed)
    for at in itertools.count():
        with time_machine.travel(START + timedelta(hours=at), tick=False):
            yield table, at


def look(table: Table, hidden: Side, shown: Shown) -> None:
    shown.moments.append(msgspec.json.encode(outside(table, hidden)))
    if table.game.is_over or len(shown.moments) % 25 == 0:
        shown.histories.append(msgspec.json.encode(history_outside(table, hidden)))


def with_unseen_steps(
    seed: int, hidden: Side, log: Sequence[Played], done: Counter[str]
) -> tuple[Shown, int]:
    """Play the logged game again, with steps in between that nobody else could see."""
    shown = Shown([], [])
    for table, at in table_in_time(seed):
        look(table, hidden, shown)
        if at == len(log):
            replays.check(table.game)
            return shown, table.game.length
        played = log[at]
        if played.side == hidden and played.asked == "bid":
            bid_about(table, played, done)
        elif played.side == hidden and played.window:
            pass_before(table, played, will_be_asked(log[at:]), done)
        else:
            table.submit(played.side, played.body)
    raise AssertionError("a game does not end")


def will_be_asked(rest: Sequence[Played]) -> bool:
    """Whether the side of the first will have a window of its own in the same battle, or use one."""
    here = [each for each in rest if each.battle == rest[0].battle and each.side == rest[0].side]
    return any(each.asked == "window" or isinstance(parse(each.body), Challenge | Pass) for each in here)


def bid_about(table: Table, played: Played, done: Counter[str]) -> None:
    """Bid this in the end, but first other things if they stay sealed."""
    side = played.side
    if side.enemy not in table.asked():
        table.submit(side, played.body)
        return
    for card in table.view(side)["mine"]["hand"][:3]:
        table.submit(side, encode(Bid(card)))
        done["another bid"] += 1
    with meanwhile(+1):
        table.submit(side, played.body)


def pass_before(table: Table, played: Played, asked_again: bool, done: Counter[str]) -> None:
    """Do this with a window open, but pass it first, in the way that was least used so far."""
    side, ways = played.side, ["pass and undo"]
    if not isinstance(parse(played.body), Challenge | Pass):
        ways += ["pass", "in one list"]
        ways += [] if asked_again else ["pass for good"]
    way = min(ways, key=lambda way: done[way])
    done[way] += 1
    if way == "in one list":
        table.submit(side, PASS, played.body)
        return
    with meanwhile(-1):
        table.submit(side, PASS_FOR_GOOD if way == "pass for good" else PASS)
        if way == "pass and undo":
            table.undo(side)
    table.submit(side, played.body)


def meanwhile(minutes: int) -> time_machine.travel:
    """Some time before or after what everybody sees."""
    return time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False)
