"""Our service and a raw application, served alike by processes of their own, and eight clients at them."""

import contextlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from tests.benchmarks import goals, raw
from tests.benchmarks.load import CLIENTS, Heard, post, post_of, send
from tests.benchmarks.measure import Subject, run
from tests.benchmarks.moves import enough_moves, moves, new_game
from tests.benchmarks.outcome import Row, Table, UnexpectedAnswerError, judged
from tests.kit.processes import free_port, running, started, wait_until_listening

EACH = 25
"""Requests of one client in a round: of all together 200, two of which are above p99."""
CONTENDED = 40
"""Actions that all clients try to take at once."""
TAKEN = 201
CONFLICTS = {409, 412}


class Ports(NamedTuple):
    """Where the two are reached."""

    ours: int
    raw: int


def table(rounds: int, edition: str) -> Table:
    """Time both, judge how evenly ours answers, and let all clients loose on one game."""
    with _servers() as ports:
        heard: list[Heard] = []
        subjects = [_ours(ports.ours, rounds, heard, edition), _raw(ports.raw)]
        timed = run(rounds, subjects, goals.SERVED_GOALS)
        evenness = [one.percentile(99) / one.percentile(50) for one in heard[1:]]  # the first was the warm-up
        errors = [float(_errors_at_one_game(ports.ours, edition))]
    rows: tuple[Row, ...] = (judged(goals.P99, evenness), judged(goals.CONTENDED, errors))
    return Table(rounds, timed.costs, timed.rows + rows)


@contextlib.contextmanager
def _servers() -> Iterator[Ports]:
    """Both started as an installation starts the service, each with as many processes."""
    ports = Ports(free_port(), free_port())
    processes = str(raw.PROCESSES)
    with (
        started("deploy/web", PORT=str(ports.ours), WEB_PROCESSES=processes),
        running("tests.benchmarks.raw", PORT=str(ports.raw)),
    ):
        for port in ports:
            wait_until_listening(port)
        yield ports


def _ours(port: int, rounds: int, heard: list[Heard], edition: str) -> Subject:
    """Each client plays games of its own, for both sides; what was heard in each round goes to `heard`."""
    wanted = EACH * (rounds + 1)
    games = [iter([post_of(move) for move in enough_moves(wanted, edition)]) for _ in range(CLIENTS)]

    def work() -> int:
        heard.append(_all_taken(port, [list(islice(game, EACH)) for game in games]))
        return CLIENTS * EACH

    return Subject(goals.SERVED_SUBMIT, work)


def _raw(port: int) -> Subject:
    posts = [[post(f"/{game}", raw.BODY.encode())] * EACH for game in range(CLIENTS)]

    def work() -> int:
        _all_taken(port, posts)
        return CLIENTS * EACH

    return Subject(goals.RAW_REQUEST, work, raw.SOURCE)


def _all_taken(port: int, posts: list[list[bytes]]) -> Heard:
    heard = send(port, posts)
    if set(heard.statuses) != {TAKEN}:
        raise UnexpectedAnswerError(f"{dict(heard.statuses)}, as {heard.problem!r}")
    return heard


def _errors_at_one_game(port: int, edition: str) -> int:
    """All clients send the same action at once: one is taken, the others are told of the conflict."""
    errors = 0
    for move in islice(moves(*new_game(edition)), CONTENDED):
        same: list[Iterable[bytes]] = [[post_of(move)]] * CLIENTS
        statuses = send(port, same).statuses
        errors += sum(count for status, count in statuses.items() if status not in {TAKEN, *CONFLICTS})
        errors += abs(statuses[TAKEN] - 1)
    return errors
