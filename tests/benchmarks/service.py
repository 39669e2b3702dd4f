"""Our service called in this process: all there is between a request read and an answer to be sent."""

import asyncio
import contextlib
import io
import re
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from time import perf_counter
from types import FrameType
from typing import Any
from unittest.mock import patch

from celery.signals import before_task_publish
from django.conf import settings
from django.db import connection

from games.engine.side import SIDES
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import edition_text
from games.services import play
from sekigahara.asgi import application, pages
from tests.benchmarks import goals
from tests.benchmarks.measure import Subject
from tests.benchmarks.moves import Move, moves, new_game, played
from tests.benchmarks.outcome import Row, UnexpectedAnswerError, judged
from tests.kit import cached_positions

TIMES = 40
PROFILED = 60
LONG = 1_000
MOST_TRIES = 500
WEEKS = 200
"""Far more than any edition has, so that a game at random is long enough."""


@contextlib.contextmanager
def keeping_house() -> Iterator[None]:
    """Do what a web process does beside its requests, such as telling event streams, on a thread as there."""
    is_up, is_to_end = threading.Event(), threading.Event()

    async def receive() -> dict[str, str]:
        if is_up.is_set():
            await asyncio.to_thread(is_to_end.wait)
        return {"type": "lifespan"}

    async def send(_message: object) -> None:
        is_up.set()

    def live() -> None:
        asyncio.run(application({"type": "lifespan"}, receive, send))

    thread = threading.Thread(target=live, name="house", daemon=True)
    thread.start()
    is_up.wait()
    try:
        yield
    finally:
        is_to_end.set()
        thread.join()


def submit(move: Move) -> None:
    """Have the ASGI application's own threads' work done in this one: from the body to the bytes to be sent.

    Raises:
        UnexpectedAnswerError: it was refused.
    """
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": move.path,
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "headers": [
            (b"host", settings.ALLOWED_HOSTS[0].encode()),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(move.body)),
            (b"authorization", b"Bearer " + move.token.encode()),
            (b"if-match", move.tag.encode()),
        ],
    }
    response: Any = pages._answer(scope, io.BytesIO(move.body), perf_counter())
    if response.status_code != 201:
        raise UnexpectedAnswerError(f"{response.status_code}: {response.content!r}")


def submitting(all_moves: Iterator[Move]) -> Subject:
    """Submit the next few of the moves."""

    def work() -> int:
        for move in islice(all_moves, TIMES):
            submit(move)
        return TIMES

    return Subject(goals.SUBMIT, work)


def cold_load(edition: str) -> Subject:
    """Load a long game of which no cache knows anything; a unit is one of its actions."""
    game = _long_game(edition)

    def work() -> int:
        position.load(Game.objects.get(pk=game.pk))
        return LONG

    return Subject(goals.COLD_LOAD, work, before=cached_positions.forget)


def _long_game(edition: str) -> Game:
    """Few games at random last so long: it is looked for before it is played."""
    rules_text = _endless(edition)
    for _ in range(MOST_TRIES):
        game, _tokens = new_game(edition, rules_text)
        actions = list(islice(played(game), LONG))
        if len(actions) == LONG:
            for side, version, body in actions:
                seat = Seat.objects.select_related("game").get(game=game, side=side)
                play.submit(seat=seat, bodies=[body], expected_version=version)
            return game
    raise RuntimeError(f"no game of {LONG} actions among {MOST_TRIES}")


def _endless(edition: str) -> str:
    text = re.sub(r"(?m)^(flags\.weeks +=).*", rf"\1 {WEEKS}", edition_text(edition))
    drawn = ", ".join(["0", *["1"] * (WEEKS - 1)])
    return re.sub(r"(?m)^(flags\.reinforcement_blocks +=).*", rf"\1 [{drawn}]", text)


def counts(edition: str) -> list[Row]:
    """What noise cannot touch, of every request of a whole game."""
    game, tokens = new_game(edition)
    whole = moves(game, tokens)
    for move in islice(whole, 2 * len(SIDES)):  # the first use of a token is noted, once an hour
        submit(move)
    with keeping_house():
        calls = [_calls(move) for move in islice(whole, PROFILED)]
    statements, nudges, early = zip(*(_counted(move) for move in whole), strict=True)
    found = ((goals.STATEMENTS, statements), (goals.NUDGES, nudges), (goals.EARLY_NUDGES, early))
    return [*(judged(goal, numbers) for goal, numbers in found), judged(goals.CALLS, [fmean(calls)])]


def _calls(move: Move) -> int:
    """How many functions written in Python the thread of one request calls."""
    calls = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        submit(move)
    finally:
        sys.setprofile(None)
    return calls


def _counted(move: Move) -> tuple[int, int, int]:
    """Of one request the statements, the tasks sent to workers, and those sent before it was committed.

    What the database does not commit by itself is committed by one statement more.
    """
    statements: list[str] = []
    in_transaction: list[bool] = []

    def executing(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    def publishing(**_signal: Any) -> None:
        in_transaction.append(connection.in_atomic_block)

    def committing() -> None:
        statements.append("COMMIT")
        commit()

    commit = connection.commit
    before_task_publish.connect(publishing)
    try:
        with patch.object(connection, "commit", committing), connection.execute_wrapper(executing):
            submit(move)
    finally:
        before_task_publish.disconnect(publishing)
    return len(statements), len(in_transaction), sum(in_transaction)
