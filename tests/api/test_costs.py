"""What a request costs, where noise cannot touch it: statements of SQL, and nudges of the worker."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest
from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from knox.crypto import hash_token
from pytest_django import Settings

from accounts.models.api_token import ApiToken
from games.api.streams.game_stream import GameStream
from games.api.streams.process import look
from games.engine.side import EAST, SIDES
from games.reads.access import Visitor, viewer_of
from tests.kit import cached_positions
from tests.kit.calling import Seated, caller_at
from tests.kit.table import Table, is_window_open, table_where

pytestmark = pytest.mark.django_db(transaction=True)

IS_FULL = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
MOST_STATEMENTS = 6 if IS_FULL else 13
"""Of a submitted action, the token's and the commit included (S5). SQLite writes each table by itself.

In a battle one or two of them read orders (decision record 20).
"""
MOST_CALLS = 1_600 if IS_FULL else 1_750
"""Of functions written in Python by a submitted action, on average (S8)."""

FRAME = ("BEGIN", "SAVEPOINT", "RELEASE")
nudges: list[None] = []


def nudge() -> None:
    """Stands where the worker is woken: ``delay()`` in the full size."""
    nudges.append(None)


@pytest.fixture(autouse=True)
def _nudges_are_counted(settings: Settings) -> None:
    nudges.clear()
    settings.NUDGE = f"{__name__}.nudge"


def statements(do: Callable[[], Any]) -> list[str]:
    """Those that something runs, without the beginning of a transaction."""
    with CaptureQueriesContext(connection) as captured:
        answer = do()
    assert answer.status_code in (200, 201), answer.content
    return [query["sql"] for query in captured if not query["sql"].startswith(FRAME)]


def act_on(seated: Seated, **headers: str) -> list[str]:
    """Submit something legal; the token was used before, since its use is noted once an hour."""
    body, tag = seated.table.any_action(seated.side), seated.tag()
    seated.get(seated.game)
    return statements(lambda: seated.act(body, tag=tag, **headers))


def test_no_action_of_a_game_takes_more_statements_than_allowed() -> None:
    """Of a whole game, with a key in every request, as careful clients do."""
    table = Table(3)
    callers = [Seated(table, side) for side in SIDES]
    counts: list[int] = []
    while (asked := table.asked()) and len(counts) < 150:
        ran = act_on(callers[asked[0]], **{"Idempotency-Key": f"number {len(counts)}"})
        counts.append(len(ran))
        assert len(ran) <= MOST_STATEMENTS, "\n".join(ran)
    assert len(counts) > 100
    assert max(counts) > 2


def test_an_action_calls_few_functions(settings: Settings) -> None:
    """Between the request and the answer, on average over 60 actions."""
    settings.WHITENOISE_AUTOREFRESH = False  # as a server does, which knows all files
    table = Table(3)
    callers = [Seated(table, side) for side in SIDES]
    handler = BaseHandler()
    handler.load_middleware()
    counts = []
    for _action in range(64):
        side = table.asked()[0]
        request = RequestFactory().post(
            f"/api/v1/{callers[side].game}actions/",
            table.any_action(side),
            content_type="application/json",
            headers={"If-Match": callers[side].tag(), **callers[side].headers},
        )
        counts.append(python_calls(partial(handler.get_response, request)))
    usual = counts[4:]  # what is made once is made by then
    assert sum(usual) / len(usual) <= MOST_CALLS


def python_calls(do: Callable[[], Any]) -> int:
    """How many functions written in Python something calls."""
    calls = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return calls


def test_a_long_game_takes_no_more_statements_than_a_short_one() -> None:
    short = Table(3)
    long = table_where(lambda state: state.week >= 4)
    ran = [len(act_on(Seated(table, table.asked()[0]))) for table in (short, long)]
    assert ran[1] <= ran[0] + 1  # a game that turns to somebody owes them a message


def test_without_the_cache_the_position_is_read_at_once(east: Seated) -> None:
    warm = act_on(east)
    cached_positions.forget()
    cold = statements(lambda: east.act(east.table.a_bid(EAST), tag=east.tag()))
    assert len(cold) <= len(warm) + 4


@pytest.mark.parametrize("path", ["", "view/", "options/", "history/", "moments/1/", "record/"])
def test_reading_takes_few_statements(east: Seated, path: str) -> None:
    east.get(east.game + path)
    # Every change comes with its head, whose chain hashes are read once more.
    has_heads = path in {"history/", "record/", "moments/1/"}
    assert len(statements(lambda: east.get(east.game + path))) <= (5 if has_heads else 4)


@pytest.mark.parametrize("path", ["view/", "options/", "history/", "history/?since=1"])
def test_unchanged_reads_take_two_statements(east: Seated, path: str) -> None:
    known = {"If-None-Match": east.get(f"{east.game}{path}")["ETag"]}
    with CaptureQueriesContext(connection) as captured:
        assert east.get(f"{east.game}{path}", **known).status_code == 304
    assert len(captured) == 2


def test_history_without_changes_takes_two_statements(east: Seated) -> None:
    """Also of a client that remembers its version and no tag."""
    path = f"{east.game}history/?since={east.table.version(EAST)}"
    east.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert east.get(path).json()["changes"] == []
    assert len(captured) == 2


@pytest.mark.parametrize("path", ["games/?list=waiting", "games/next/"])
def test_waiting_list_takes_two_statements_while_nothing_waits(east: Seated, path: str) -> None:
    """The token, and the seats that wait."""
    east.act(east.table.a_bid(EAST))
    known = {"If-None-Match": east.get(path)["ETag"]}
    with CaptureQueriesContext(connection) as captured:
        assert east.get(path, **known).status_code == 304
    assert len(captured) == 2


POLLED = (
    "view/",
    "options/",
    "history/",
    "history/?since=1",
    "record/",
    "games/?list=waiting",
    "games/next/",
)


@pytest.mark.parametrize("path", POLLED)
def test_unchanged_reads_run_no_rules(east: Seated, path: str) -> None:
    """Nor anything else of the engine, with a shortcut to the position and without one."""
    where = path if path.startswith("games/") else east.game + path
    known = {"If-None-Match": east.get(where)["ETag"]}
    assert engine_calls(lambda: east.get(f"{east.game}view/")) != set()
    # A grade is read from the row of a game.
    assert engine_calls(lambda: east.get(where, **known)) <= {"chance.py graded"}
    cached_positions.forget()
    # A grade is read from the row of a game.
    assert engine_calls(lambda: east.get(where, **known)) <= {"chance.py graded"}


def engine_calls(do: Callable[[], Any]) -> set[str]:
    """The functions of the engine that something calls, but for what knows the names of the sides."""
    called = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        module = frame.f_code.co_filename.partition("/games/engine/")[2]
        if event == "call" and module not in ("", "side.py"):
            called.add(f"{module} {frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return called


# --- streams ---


def test_a_look_for_streams_to_which_nothing_happened_takes_two_statements_for_all(table: Table) -> None:
    """One for their tokens, one for the versions of their games."""
    streams = [a_stream(caller) for caller in (Seated(table, side) for side in SIDES) for _time in range(3)]
    with CaptureQueriesContext(connection) as captured:
        assert look(streams) == {}
    assert len(captured) == 2


def test_a_look_tells_a_log_once_for_all_who_see_the_same(table: Table) -> None:
    east, west = (Seated(table, side) for side in SIDES)
    few, many = ([a_stream(east), a_stream(west), *(a_stream(east) for _time in range(n))] for n in (0, 5))
    west.act()
    counts = []
    for streams in (few, many):
        with CaptureQueriesContext(connection) as captured:
            told = look(streams)
        assert set(told) == set(streams)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 9


def a_stream(caller: Seated) -> GameStream:
    """Of the present version of a caller's game."""
    viewer = viewer_of(Visitor(caller.table.people[caller.side]), caller.table.game.public_id)
    token = caller.headers["Authorization"].removeprefix("Bearer ")
    ApiToken.objects.filter(pk=hash_token(token)).update(
        used_at=timezone.now()
    )  # by the request for the stream
    return GameStream("somebody", hash_token(token), viewer, b"")


# --- nudges ---


def test_no_action_nudges_the_worker_twice() -> None:
    table = Table(3)
    callers = [Seated(table, side) for side in SIDES]
    most = 0
    for _ in range(60):
        (side, *_both) = table.asked()
        nudges.clear()
        assert callers[side].act().status_code == 201
        most = max(most, len(nudges))
    assert most == 1, "one action at least turned the game to the other side, and none was told twice"


def test_a_list_of_actions_nudges_once(mover: Seated) -> None:
    nudges.clear()
    answer = mover.act([{"type": "level", "level": "minimal"}, {"type": "end-movement"}])
    assert answer.status_code == 201
    assert len(nudges) <= 1


@pytest.mark.parametrize("verb", ["resign", "undo"])
def test_other_verbs_nudge_once_at_most(mover: Seated, verb: str) -> None:
    assert mover.act({"type": "level", "level": "minimal"}).status_code == 201
    nudges.clear()
    assert mover.act(b"", verb=verb).status_code == 201
    assert len(nudges) == (1 if verb == "resign" else 0)


def test_a_refused_action_nudges_nobody(east: Seated) -> None:
    nudges.clear()
    assert east.act({"type": "bid", "card": "none such"}).status_code == 400
    assert not nudges


def test_creating_and_joining_nudge_once() -> None:
    anna, berta = caller_at("anna@example.org"), caller_at("berta@example.org")
    for opponent in (
        {"kind": "invite", "email": "berta@example.org"},
        {"kind": "computer", "computer": "random"},
        {"kind": "myself"},
        {"kind": "open"},
    ):
        nudges.clear()
        assert anna.post("games/", {"opponent": opponent}).status_code == 201
        assert len(nudges) == (0 if opponent["kind"] == "open" else 1), opponent
    nudges.clear()
    (game,) = berta.get("games/?list=invitations").json()["games"]
    assert berta.post(f"games/{game['id']}/join/").status_code == 200
    assert len(nudges) == 1


def test_looking_nudges_nobody(east: Seated) -> None:
    nudges.clear()
    for path in ("", "view/", "options/", "history/", "record/"):
        east.get(east.game + path)
    assert not nudges


def test_a_window_is_answered_within_the_same_bounds() -> None:
    table = table_where(is_window_open)
    (side,) = table.asked()
    nudges.clear()
    assert len(act_on(Seated(table, side))) <= MOST_STATEMENTS
    assert len(nudges) <= 1
