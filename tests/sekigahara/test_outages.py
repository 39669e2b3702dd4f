"""What people and programs are answered while PostgreSQL or Redis is away, and what is logged then."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection, transaction
from django.test import Client
from psycopg import sql

from accounts.models.person import Person
from games.engine.side import EAST
from games.reads.turn_links import turn_link
from sekigahara.db.outages import is_outage
from sekigahara.errors.problems import RETRY_AFTER
from tests.kit.calling import token_of
from tests.kit.installation import web_server
from tests.kit.postgresql import server
from tests.kit.processes import free_port
from tests.kit.table import Table

PLAIN = "Your game is safe"


def cookies_of(person: Person) -> dict[str, str]:
    browser = Client()
    browser.force_login(person)
    return {name: morsel.value for name, morsel in browser.cookies.items()}


def pages(table: Table) -> list[str]:
    """Pages that are about something in the database."""
    game = f"/games/{table.game.public_id}/"
    link = turn_link(table.seat(EAST)).removeprefix("http://testserver")
    return [
        "/games/",
        "/games/open/",
        game,
        f"{game}history/",
        "/me/",
        "/clubs/",
        "/ratings/",
        "/archive/",
        link,
    ]


def operations(table: Table) -> list[tuple[str, str]]:
    game = f"/api/v1/games/{table.game.public_id}/"
    read = [game, f"{game}view/", f"{game}options/", f"{game}stream/", "/api/v1/games/", "/api/v1/me/stream/"]
    return [*(("GET", path) for path in read), ("POST", f"{game}actions/"), ("POST", "/api/v1/games/")]


def assert_unavailable(response: httpx2.Response) -> None:
    asked = f"{response.request.method} {response.request.url}"
    assert response.status_code == httpx2.codes.SERVICE_UNAVAILABLE, f"{asked}: {response.text}"
    assert response.headers["Retry-After"] == str(RETRY_AFTER), asked
    assert "no-store" in response.headers["Cache-Control"], asked


def assert_all_say_so(site: str, table: Table, cookies: dict[str, str], token: str) -> int:
    """Ask for everything; how many requests that were."""
    with httpx2.Client(base_url=site, cookies=cookies, timeout=30) as browser:
        for path in pages(table):
            page = browser.get(path)
            assert_unavailable(page)
            assert PLAIN in page.text
            assert '<main id="main"' in page.text
        program = {"Authorization": f"Bearer {token}", "If-Match": '"1"'}
        for method, path in operations(table):
            answer = browser.request(method, path, headers=program, json={} if method == "POST" else None)
            assert_unavailable(answer)
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.json()["code"] == "unavailable"
    return len(pages(table)) + len(operations(table))


@contextmanager
def refusing() -> Iterator[None]:
    """The test's database ends all connections but the test's own, and takes no new ones."""
    name = connection.settings_dict["NAME"]
    own = connection.connection.info.backend_pid
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with server() as control:
        control.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        try:
            control.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> %s",
                [name, own],
            )
            yield
        finally:
            control.execute(allow.format(sql.Identifier(name), sql.SQL("true")))


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_database_that_goes_away_and_comes_back_is_told_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(5)
    person = table.people[EAST]
    token = token_of(person)
    cookies = cookies_of(person)
    game = f"/games/{table.game.public_id}/"
    with web_server(DATABASE_POOL="2") as site:
        for _time in range(4):  # each thread has its connection
            assert httpx2.get(site + game, cookies=cookies, timeout=30).status_code == httpx2.codes.OK
        capfd.readouterr()
        with refusing():
            asked = assert_all_say_so(site, table, cookies, token)
            logged = capfd.readouterr().err
            assert httpx2.get(f"{site}/healthz").json() == {"status": "ok"}
            assert httpx2.get(f"{site}/readyz").json() == {"status": "down", "database": "away"}
        assert httpx2.get(site + game, cookies=cookies, timeout=30).status_code == httpx2.codes.OK
    lines = [json.loads(line) for line in logged.splitlines()]
    assert asked > 10
    assert len(lines) == len({line["logger"] for line in lines}) <= 2, "one a minute, whatever was asked for"
    assert all("the database is away" in line["event"] and "exception" not in line for line in lines)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_database_that_was_never_there_is_told_the_same() -> None:
    table = Table(5)
    person = table.people[EAST]
    token = token_of(person)
    cookies = cookies_of(person)
    nowhere = f"postgres://postgres@127.0.0.1:{free_port()}/sekigahara"
    with web_server(DATABASE_URL=nowhere, METRICS_TOKEN="word") as site:
        assert_all_say_so(site, table, cookies, token)
        figures = httpx2.get(f"{site}/metrics", headers={"Authorization": "Bearer word"}, timeout=30).text
        assert "\nsekigahara_database_up 0.0\n" in figures
        refused = f'{{kind="page",status="5xx"}} {len(pages(table))}.0'
        assert f"\nsekigahara_request_seconds_count{refused}\n" in figures
        assert httpx2.get(f"{site}/healthz").json() == {"status": "ok"}
        ready = httpx2.get(f"{site}/readyz", timeout=30)
        assert (ready.status_code, ready.json()) == (503, {"status": "down", "database": "away"})
        assert httpx2.get(f"{site}/rules/").status_code == httpx2.codes.OK, "it needs no database"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_without_redis_everything_is_answered(capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(5)
    token = token_of(table.people[EAST])
    cookies = cookies_of(table.people[EAST])
    with web_server(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0") as site:
        for path in pages(table):
            assert httpx2.get(site + path, cookies=cookies, timeout=30).status_code in (200, 302), path
        program = {"Authorization": f"Bearer {token}"}
        for method, path in operations(table):
            if method == "GET" and not path.endswith("stream/"):
                assert httpx2.get(site + path, headers=program, timeout=30).status_code == httpx2.codes.OK, (
                    path
                )
        logged = capfd.readouterr().err
        ready = httpx2.get(f"{site}/readyz", timeout=10)
        assert (ready.status_code, ready.json()["cache"]) == (200, "away"), "it turns nobody away"
    events = [json.loads(line)["event"] for line in logged.splitlines()]
    assert [event for event in events if "the cache is away" in event]
    assert len(events) == len(set(events)), "each once a minute"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_database_that_can_only_be_read_is_told_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(5)
    program = {"Authorization": f"Bearer {token_of(table.people[EAST])}"}
    game = f"/api/v1/games/{table.game.public_id}/"
    settle = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
    name = sql.Identifier(connection.settings_dict["NAME"])
    with web_server() as site, server() as control:
        control.execute(settle.format(name, sql.SQL("on")))
        try:
            assert httpx2.get(f"{site}/api/v1/clubs/").status_code == httpx2.codes.OK
            assert httpx2.get(f"{site}/readyz").json() == {"status": "down", "database": "read-only"}
            capfd.readouterr()
            answer = httpx2.post(f"{site}{game}resign/", headers=program | {"If-Match": '"1"'}, json={})
            assert_unavailable(answer)
            assert len(capfd.readouterr().err.splitlines()) == 1
        finally:
            control.execute(settle.format(name, sql.SQL("off")))
        assert httpx2.get(f"{site}/readyz").json()["database"] == "ok", "the connection is renewed"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_hangs_holds_nobody_for_long() -> None:
    with web_server(DATABASE_POOL="1", STATEMENT_TIMEOUT="0.5") as site, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("LOCK ladders_club")
        page = httpx2.get(f"{site}/clubs/", timeout=10)
        assert_unavailable(page)
        assert PLAIN in page.text
        answer = httpx2.get(f"{site}/api/v1/clubs/", timeout=10)
        assert_unavailable(answer)
        assert httpx2.get(f"{site}/healthz").status_code == httpx2.codes.OK


@pytest.mark.services
@pytest.mark.django_db
def test_a_host_that_falls_silent_is_noticed() -> None:
    connection.ensure_connection()
    kept = connection.connection.info.get_parameters()
    assert (kept["keepalives_idle"], kept["tcp_user_timeout"]) == ("10", "25000")


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def of_sqlite(statement: str) -> Exception:
    with sqlite3.connect(":memory:") as database, pytest.raises(sqlite3.OperationalError) as raised:
        database.execute(statement)
    database.close()
    return raised.value


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OperationalError("connection refused"), True),
        (InterfaceError("the connection is closed"), True),
        (caused(OperationalError("deadlock"), psycopg.errors.DeadlockDetected("deadlock")), True),
        (caused(InternalError("standby"), psycopg.errors.ReadOnlySqlTransaction("standby")), True),
        (caused(InternalError("failed"), psycopg.errors.InFailedSqlTransaction("failed")), False),
        (caused(OperationalError("no such table"), of_sqlite("SELECT * FROM nowhere")), False),
        (ValueError("a mistake"), False),
        (None, False),
    ],
)
def test_errors_that_count_as_outages(error: Any, *, expected: bool) -> None:
    assert is_outage(error) is expected
