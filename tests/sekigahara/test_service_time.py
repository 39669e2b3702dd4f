"""The time by which everything is decided is that of the database, whatever a host believes."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.engine.side import EAST, WEST
from games.models.outage import Outage, Pulse
from games.services import lobby, outages
from sekigahara.db import service_time
from tests.kit.processes import PROJECT, environment
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

SECOND = timedelta(seconds=1)

AN_HOUR_AHEAD = """
import time
from datetime import datetime, timedelta
import time_machine
time_machine.travel(datetime.now().astimezone() + timedelta(hours=1)).start()
import django
django.setup()
from games.tasks import look_at_clocks
print(look_at_clocks(), round(time.time()))
"""


@pytest.fixture(autouse=True)
def _time_of_the_database(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.HAS_DATABASE_CLOCK = True
    monkeypatch.setattr(service_time, "_asked", None)
    monkeypatch.setattr(service_time, "_database_is_ahead", timedelta())
    yield
    connection.close()


@pytest.mark.parametrize("wrong", [timedelta(hours=1), timedelta(days=-400)])
def test_a_host_whose_clock_is_wrong_knows_the_time(wrong: timedelta) -> None:
    right = datetime.now(UTC)
    with time_machine.travel(right + wrong):
        assert abs(service_time.now() - right) < 5 * SECOND
        table = Table(terms=lobby.Terms(pace=2))
    due_at = table.seat(EAST).due_at
    assert due_at is not None
    assert abs(due_at - timedelta(days=2) - right) < 20 * SECOND
    assert abs(table.game.created_at - right) < 20 * SECOND


@pytest.mark.parametrize("wrong", [timedelta(days=30), timedelta(days=-30)])
def test_a_host_whose_clock_is_wrong_says_so(wrong: timedelta, caplog: pytest.LogCaptureFixture) -> None:
    outages.go_on(service_time.now())
    assert outages.standing() == "ok"
    with time_machine.travel(datetime.now(UTC) + wrong):
        connection.close()
        service_time._asked = None
        assert outages.standing() == "that of a host is wrong"
    assert "the clock of this host is wrong" in caplog.text


def test_a_worker_whose_clock_is_an_hour_ahead_moves_no_deadline() -> None:
    outages.go_on(service_time.now())
    table = Table(terms=lobby.Terms(pace=2))
    before = [table.seat(side).due_at for side in (EAST, WEST)]
    done = subprocess.run(
        [sys.executable, "-c", AN_HOUR_AHEAD],
        cwd=PROJECT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    told, believed = map(int, done.stdout.split())
    assert (told, believed - time.time() > 3000) == (0, True)
    assert [table.seat(side).due_at for side in (EAST, WEST)] == before
    assert not Outage.objects.exists()
    assert abs(Pulse.objects.get().at - datetime.now(UTC)) < 60 * SECOND


def test_the_database_is_asked_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with CaptureQueriesContext(connection) as captured:
        for _request in range(3):
            service_time.refresh()
            service_time.now()
        assert not captured, "it was asked when it was connected"
        monkeypatch.setattr(service_time, "TIME_KEPT_FOR", 0)
        before = service_time.now()
        service_time.refresh()
        assert len(captured) == 1
    assert before <= service_time.now() < before + 5 * SECOND


@pytest.fixture
def set_database() -> Iterator[Callable[[timedelta], None]]:
    """What sets the clock of the database, as this connection sees it, and lets the process ask for it."""

    def set_ahead(by: timedelta) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA IF EXISTS wrong CASCADE; CREATE SCHEMA wrong")
            cursor.execute(
                "CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
                f"'SELECT pg_catalog.clock_timestamp() + make_interval(days => {by.days})'"
            )
            cursor.execute("SET search_path TO wrong, pg_catalog, public")
        service_time._ask(connection)

    yield set_ahead
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS wrong CASCADE")


def is_right() -> bool:
    return abs(service_time.now() - datetime.now(UTC)) < 10 * SECOND


@pytest.mark.parametrize("days", [30, 3, -30])
def test_database_clock_that_is_set_moves_nothing_and_stops_nothing(
    set_database: Callable[[timedelta], None], days: int, caplog: pytest.LogCaptureFixture
) -> None:
    outages.go_on(service_time.now())
    table = Table(terms=lobby.Terms(pace=2))
    before = [table.seat(side).due_at for side in (EAST, WEST)]
    set_database(timedelta(days=days))
    assert is_right()
    assert outages.standing() == "that of the database is wrong"
    assert "the clock of the database was set" in caplog.text
    assert outages.catch_up(service_time.now()), "clocks go on"
    assert [table.seat(side).due_at for side in (EAST, WEST)] == before
    assert not Outage.objects.exists()
    set_database(timedelta())
    assert is_right()
    assert outages.standing() == "ok"


def test_process_that_begins_by_a_wrong_database_clock_decides_nothing_and_follows_the_right_one(
    set_database: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    outages.go_on(service_time.now())
    monkeypatch.setattr(service_time, "_asked", None)
    set_database(timedelta(days=30))
    assert not is_right()
    assert not outages.catch_up(service_time.now())
    set_database(timedelta())
    assert is_right()
    assert outages.catch_up(service_time.now())


def test_host_that_was_asleep_follows_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = service_time._Asked(datetime.now(UTC) - timedelta(hours=1), time.monotonic())
    monkeypatch.setattr(service_time, "_asked", slept)
    service_time._ask(connection)
    assert is_right()
    assert not service_time.database_is_wrong()


def test_host_with_a_wrong_clock_follows_the_database(set_database: Callable[[timedelta], None]) -> None:
    """It cannot know which of the two is right, so nothing is decided."""
    outages.go_on(service_time.now())
    with time_machine.travel(datetime.now(UTC) + timedelta(days=300)):
        set_database(timedelta(days=30))
        assert not outages.catch_up(service_time.now())


def test_while_the_database_is_away_the_time_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    before = service_time.now()
    monkeypatch.setattr(service_time, "TIME_KEPT_FOR", 0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (ours,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ours])
    other.close()
    service_time.refresh()
    assert before < service_time.now() < before + 30 * SECOND
