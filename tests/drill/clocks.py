"""Clocks that are a month wrong, of web servers, workers and the database, while time is up in games."""

import platform
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import psycopg
from django.db import connections

from tests.drill.faults import Fault
from tests.drill.servers import Installation
from tests.kit.processes import listeners, wait_until

GAMES = 5
"""In which time is up, and as many in which it is not."""
WRONG = {"ahead": 30, "behind": -30}
"""Days."""
FAKING = Path("/usr/lib") / f"{platform.machine()}-linux-gnu" / "faketime" / "libfaketime.so.1"
"""Debian's libfaketime."""
SECONDS_TO_BE_CHECKED = 150
"""Deadlines are, each minute, counted from the start of beat."""


def shown(days: int) -> dict[str, str]:
    """What a process is told so that its clock is some days ahead, or behind."""
    return {"PYTHONPATH": str(Path(__file__).parent / "wrong_clock"), "WRONG_CLOCK_DAYS": str(days)}


def _wrong(part: str, look: Callable[[Installation], str]) -> Callable[[Installation], str]:
    """Give a part of the service a clock that is ahead, then one that is behind, then the right one.

    Args:
        look: acts while it is wrong, and returns what was seen.
    """

    def inflict(service: Installation) -> str:
        seen = []
        for word, days in WRONG.items():
            _replace(service, part, shown(days))
            seen.append(f"{word}: {look(service)}")
        _replace(service, part, {})
        return "; ".join(seen)

    return inflict


def _wrong_database(service: Installation) -> str:
    """Give the host of the database such clocks, one after the other."""
    seen = []
    for word, days in WRONG.items():
        told = {"LD_PRELOAD": str(FAKING), "FAKETIME": f"{days:+}d", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        _restart_database(service, told)
        assert abs(_days_of_database_ahead(service) - days) < 1
        seen += [f"{word}: {look(service)}" for look in (_claimed, _checked)]
    _restart_database(service, {})
    return "; ".join(seen)


def _restart_database(service: Installation, told: dict[str, str]) -> None:
    service.database.stop(signal.SIGINT)  # ends all connections
    service.database = service.new_database(**told)
    service.database.start()
    wait_until(service.is_database_up, what="the database")
    connections.close_all()  # it has ended those of this thread


def _days_of_database_ahead(service: Installation) -> float:
    with psycopg.connect(service.database_url) as server:
        shown = server.execute("SELECT clock_timestamp()").fetchone()
    assert shown is not None
    return float((shown[0] - datetime.now(UTC)) / timedelta(days=1))


def _lacking() -> str:
    return "" if FAKING.exists() else "no libfaketime is installed"


def _replace(service: Installation, part: str, told: dict[str, str]) -> None:
    old, new = getattr(service, part), getattr(service, f"new_{part}")(**told)
    setattr(service, part, new)
    new.start()
    try:
        if part == "web":
            wait_until(lambda: listeners(service.web_port) == 2, what="the next web server")
    finally:
        old.stop()


def _claimed(service: Installation) -> str:
    """What web servers answer to those who claim wins."""
    told = tuple(
        [_claim(service, seat) for seat in {seat.game_id: seat for seat in seats}.values()]
        for seats in _games()
    )
    assert told == ([httpx2.codes.CREATED] * GAMES, [httpx2.codes.CONFLICT] * GAMES), told
    clocks = httpx2.get(f"{service.sites[0]}/readyz", timeout=30).json()["clocks"]
    return f"{GAMES} wins on time were claimed, none of {GAMES} before it, /readyz says of clocks: {clocks}"


def _claim(service: Installation, loser: Any) -> int:
    """The status of a claim of whoever plays against a seat."""
    from accounts import services as accounts  # settings are known only now
    from accounts.scopes import Scope
    from games.models.seat import Seat

    winner = Seat.objects.select_related("player").get(game=loser.game, side=loser.plays.enemy)
    assert winner.player is not None
    token = accounts.create_token(person=winner.player, name="drill", scopes=[Scope.PLAY])[1]
    address = f"{service.sites[0]}/api/v1/games/{loser.game.public_id}"
    with httpx2.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30) as client:
        tag = client.get(f"{address}/options/").headers["ETag"]
        return client.post(f"{address}/claim/", json={}, headers={"If-Match": tag}).status_code


def _checked(service: Installation) -> str:
    """What jobs do about deadlines."""
    from games.models.outage import Outage, Pulse  # settings are known only now
    from games.models.seat import Seat
    from games.services.clock import OVERDUE
    from notifications.models import Notification
    from sekigahara.db import service_time

    late, early = _games()
    due = {seat.pk: seat.due_at for seat in early}
    begun = service_time.now()
    wait_until(
        Pulse.objects.filter(at__gt=begun).exists, seconds=SECONDS_TO_BE_CHECKED, what="a check of deadlines"
    )
    seconds = (service_time.now() - begun).total_seconds()
    told = Notification.objects.filter(kind=OVERDUE, created_at__gt=begun)
    wait_until(lambda: told.count() >= len(late), what="mails about deadlines")
    assert told.count() == len(late)
    assert dict(Seat.objects.filter(pk__in=due).values_list("pk", "due_at")) == due
    assert not Seat.objects.filter(pk__in=due, is_reminded=True).exists()
    assert not Outage.objects.exists()
    return f"checked after {seconds:.0f} s, {len(late)} told as over, none of {len(early)} before it"


def _games() -> tuple[list[Any], list[Any]]:
    """Seats in games that run: some whose time is up, and some whose time is up in three days."""
    from games.models.seat import Seat  # settings are known only now
    from games.models.time_out_policy import OnTimeOut
    from games.services.creation import Terms
    from sekigahara.db import service_time
    from tests.factories.games import GameFactory

    terms = Terms(pace=3, on_time_out=OnTimeOut.CLAIM)
    games = [game.pk for game in GameFactory.create_batch(2 * GAMES, running=True, terms=terms)]
    asked = Seat.objects.filter(due_at__isnull=False).select_related("game")
    asked.filter(game__in=games[:GAMES]).update(due_at=service_time.now() - timedelta(minutes=1))
    return [*asked.filter(game__in=games[:GAMES])], [*asked.filter(game__in=games[GAMES:])]


FAULTS = {
    "web-clock-wrong": Fault(_wrong("web", _claimed)),
    "worker-clock-wrong": Fault(_wrong("worker", _checked)),
    "database-clock-wrong": Fault(_wrong_database, repeats=1, lacking=_lacking),
}
