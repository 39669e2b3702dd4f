"""Our own subjects: the engine at work on the recorded games of fixtures/games."""

from __future__ import annotations

import heapq
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

from games import engine
from games.engine import Ruleset, Side, actions, changes, core
from games.engine.chance import Seeded
from games.engine.history import effective
from games.engine.state import State
from tests.benchmarks import goals
from tests.benchmarks.measure import Subject
from tests.benchmarks.outcome import Row, judged
from tests.kit import random_play

GAMES = Path(__file__).resolve().parents[2] / "fixtures" / "games"
REVISION = 1
"""The revision of the rules by which the games were played."""
LATE = 1500
EARLY = 50
NEARBY = 25
"""How many actions from that point on are timed."""
RANDOM_GAMES = 40
SUSPECTS = 50
"""Of so many positions with long menus the one that really takes longest is judged."""

Log = list[tuple[Side | None, bytes]]


class Point(NamedTuple):
    """A position in which a side answers, as the service would find it: dumped, with the action's body."""

    state: State
    dumped: bytes
    side: Side
    body: bytes


def recorded(edition: str) -> list[Log]:
    """The logs of the recorded games of an edition, by the rules of ``REVISION``.

    Raises:
        FileNotFoundError: when there is none.
    """
    games = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(GAMES.glob("*.json"))]
    wanted = (edition, REVISION)
    logs = [_log(game["log"]) for game in games if (game["edition"], game.get("revision", 1)) == wanted]
    if not logs:
        raise FileNotFoundError(f"no recorded game of {edition} in {GAMES.name}")
    return logs


def _log(rows: Sequence[tuple[str | None, object]]) -> Log:
    return [(None if side is None else Side.named(side), msgspec.json.encode(body)) for side, body in rows]


def all_engine(rules: Ruleset) -> list[Subject]:
    """Every subject of ours, ready to be timed."""
    logs = recorded(rules.edition.id)
    played = [point for log in logs for point in _points(rules, log)]
    return [
        validated_replay(rules, logs),
        _trusted(rules, logs),
        _options(rules, played),
        Subject(goals.RESTORE, lambda: _each(engine.load, [point.dumped for point in played])),
        Subject(goals.CLONE, lambda: _each(State.copy, [point.state for point in played])),
        _round_trip(goals.ROUND_TRIP, rules, played[:: max(1, len(played) // 200)]),
        *_aging_round_trips(rules),
    ]


def extremes(rules: Ruleset, rounds: int) -> list[Row]:
    """The worst that was found among the positions of many games at random: menus, and what a cache holds."""
    played = [point for seed in range(RANDOM_GAMES) for point in _play_at_random(rules, seed)]
    suspects = heapq.nlargest(SUSPECTS, played, key=lambda point: _options_ms(rules, point))
    worst = max(suspects, key=lambda point: median(_options_ms(rules, point) for _ in range(5)))
    return [
        judged(goals.WORST_OPTIONS, [_options_ms(rules, worst) for _ in range(rounds)]),
        judged(goals.CACHED, [len(point.dumped) for point in played]),
    ]


def _options_ms(rules: Ruleset, point: Point) -> float:
    begin = time.perf_counter_ns()
    found = core.options(rules, point.state, point.side)
    if found is not None:
        msgspec.json.encode(found.describe())
    return (time.perf_counter_ns() - begin) / 1e6


def validated_replay(rules: Ruleset, logs: list[Log]) -> Subject:
    """Carrying out every entry through the rules, as if none could be trusted."""
    count = sum(side is not None for log in logs for side, _ in log)

    def work() -> int:
        for log in logs:
            engine.replay(rules, effective((side, actions.parse_body(body)) for side, body in log))
        return count

    return Subject(goals.VALIDATED_REPLAY, work)


def _trusted(rules: Ruleset, logs: list[Log]) -> Subject:
    """Carrying out what every entry was found to change, without running a rule."""
    start = engine.new_game(rules).state
    changed: list[list[bytes]] = []
    for log in logs:
        states = [start, *_states(rules, start, log)]
        changed.append([changes.between(before, after) for before, after in pairwise(states)])
    count = sum(side is not None for log in logs for side, _ in log)

    def work() -> int:
        for series in changed:
            changes.replay(start, series)
        return count

    return Subject(goals.TRUSTED_REPLAY, work)


def _states(rules: Ruleset, state: State, log: Log) -> Iterator[State]:
    for side, body in log:
        outcome = random_play.recorded(body)
        if isinstance(outcome, actions.Drawn):
            state = engine.draw(rules, state, outcome).state
        elif side is not None:
            state = engine.apply(rules, state, side, outcome).state
        yield state


def _points(rules: Ruleset, log: Log) -> list[Point]:
    start = engine.new_game(rules).state
    befores = [start, *_states(rules, start, log)]
    return [
        Point(state, engine.dump(state), side, body)
        for state, (side, body) in zip(befores, log, strict=False)
        if side is not None
    ]


def _options(rules: Ruleset, points: list[Point]) -> Subject:
    """Describing the options; a unit is a row listed, however many group sizes it stands for."""
    asked = points[:: max(1, len(points) // 300)]
    rows = sum(len(core.options(rules, point.state, point.side) or ()) for point in asked)

    def work() -> int:
        for point in asked:
            found = core.options(rules, point.state, point.side)
            if found is not None:
                found.describe()
        return rows

    return Subject(goals.OPTIONS, work)


def _each(done: Callable[[Any], object], items: Sequence[Any]) -> int:
    for item in items:
        done(item)
    return len(items)


def _aging_round_trips(played: Ruleset) -> list[Subject]:
    """Round trips early and late in a game: nothing may grow with what has been played."""
    rules, points = _long_game(played)
    return [
        _round_trip(goals.ROUND_TRIP_EARLY, rules, points[EARLY - NEARBY : EARLY + NEARBY]),
        _round_trip(goals.ROUND_TRIP_LATE, rules, points[LATE - NEARBY : LATE + NEARBY]),
    ]


def _round_trip(name: str, rules: Ruleset, points: Sequence[Point]) -> Subject:
    """A visit to a game: the position found in a cache, an action and its chance, what both then see."""
    chance = Seeded(b"round trip")

    def work() -> int:
        for point in points:
            state = engine.load(point.dumped)
            state = engine.apply(rules, state, point.side, actions.parse(point.body)).state
            state, _ = engine.settle(rules, state, chance)
            engine.dump(state)
            for side in engine.SIDES:
                msgspec.json.encode(engine.view(rules, state, side))
        return len(points)

    return Subject(name, work)


def _long_game(played: Ruleset) -> tuple[Ruleset, list[Point]]:
    """A game of far more weeks than any edition has, at random, so that it reaches action 1,500."""
    printed = played.edition
    weeks = 200
    flags = msgspec.structs.replace(
        printed.flags, weeks=weeks, reinforcement_blocks=(0,) + (1,) * (weeks - 1)
    )
    edition = msgspec.structs.replace(printed, flags=flags)
    for seed in range(100):
        rules = Ruleset(edition, "")
        points = _play_at_random(rules, seed)
        if len(points) >= LATE + NEARBY:
            return rules, points
    raise RuntimeError(f"no game of {LATE} actions among a hundred")


def _play_at_random(rules: Ruleset, seed: int) -> list[Point]:
    chance, chooser = Seeded(b"%d" % seed), random.Random(seed)
    state, _ = engine.settle(rules, engine.new_game(rules).state, chance)
    points: list[Point] = []
    while state.result is None and len(points) < LATE + NEARBY:
        asked = engine.pending(state)[0]
        options = engine.options(rules, state, asked.side)
        if options is None:
            break
        action = options.sample(chooser)
        points.append(Point(state, engine.dump(state), asked.side, actions.encode(action)))
        state, _ = engine.settle(rules, engine.apply(rules, state, asked.side, action).state, chance)
    return points
