"""What the service says about itself to whatever watches it."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg.errors import DiskFull

from accounts.models.person import Person
from games.models import guard
from games.models.outage import Pulse
from games.services import outages
from games.tasks import look_at_clocks
from notifications import outbox, queries
from notifications.models import Notification
from notifications.services import TRIAL, Announcement, announce
from sekigahara.db import outages as database_outages
from sekigahara.db import service_time
from sekigahara.pages import health

PARTS = ("database", "migrations", "schema", "log", "cache", "clocks", "worker", "mail")
FINE = {"status": "ok", **dict.fromkeys(PARTS, "ok")}


@pytest.fixture(autouse=True)
def _fresh_process() -> None:
    health._is_complete.clear()
    health._told.clear()
    database_outages._noted.clear()


@pytest.fixture
def _checked() -> None:
    """The clocks were checked just now."""
    look_at_clocks()


def told() -> dict[str, str]:
    """What `/readyz` says now, with status 200."""
    health._told.clear()
    response = Client().get("/readyz")
    assert response.status_code == 200
    answer: dict[str, str] = response.json()
    return answer


def test_a_process_that_answers_is_up_and_asks_no_database() -> None:
    """Without the mark django_db a query would fail."""
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


@pytest.mark.django_db
@pytest.mark.usefixtures("_checked")
def test_all_is_well() -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, FINE)
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies
    assert Client().post("/readyz").status_code == 405


@pytest.mark.django_db
@pytest.mark.usefixtures("_checked")
def test_mail_that_nobody_takes_up_is_told_and_turns_nobody_away() -> None:
    person = Person.objects.at("someone@example.org")
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    assert told() == FINE
    Notification.objects.update(due_at=timezone.now() - queries.LATE - timedelta(seconds=1))
    assert told() == FINE | {"status": "degraded", "worker": "late"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_checked")
def test_mail_with_which_workers_die_is_late() -> None:
    person = Person.objects.at("someone@example.org")
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    assert outbox.claim() is not None
    assert told() == FINE
    Notification.objects.update(created_at=timezone.now() - queries.LATE - timedelta(seconds=1))
    assert told() == FINE | {"status": "degraded", "worker": "late"}


@pytest.mark.django_db
@pytest.mark.both
def test_clocks_that_nobody_checks_are_told() -> None:
    assert told()["clocks"] == "never checked"
    look_at_clocks()
    assert told()["clocks"] == "ok"
    Pulse.objects.update(at=service_time.now() - outages.CHECKS_ARE_LATE - timedelta(minutes=1))
    assert told() == FINE | {"status": "degraded", "clocks": "not checked for 4 minutes"}
    Pulse.objects.update(at=service_time.now() + timedelta(hours=1))
    assert told()["clocks"] == "in doubt: manage.py outages says why"


@pytest.mark.services
@pytest.mark.django_db
@pytest.mark.usefixtures("_checked")
def test_database_that_stores_nothing_more_is_told_within_minutes() -> None:
    """A full disk lets everything be read."""
    Pulse.objects.update(at=service_time.now() - outages.CHECKS_ARE_LATE - timedelta(seconds=1))
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER full_disk BEFORE UPDATE ON games_pulse FOR EACH ROW EXECUTE FUNCTION full_disk()"
        )
    with pytest.raises(OperationalError):
        look_at_clocks()
    assert told() == FINE | {"status": "degraded", "clocks": "not checked for 3 minutes"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_checked")
def test_full_disk_is_told_by_the_process_that_met_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object) -> str:
        raise OperationalError("could not extend file") from DiskFull()

    asking = Client(raise_request_exception=False)
    with monkeypatch.context() as patch:
        patch.setattr(health, "_cache", fails)
        patch.setattr(health, "Error", KeyError)
        assert asking.get("/readyz").status_code == 503
    assert told() == FINE | {"status": "degraded", "database": "full"}
    monkeypatch.setattr(database_outages, "FULL_FOR", 0.0)
    assert told() == FINE


@pytest.mark.django_db
@pytest.mark.both
def test_strangers_who_ask_write_nothing() -> None:
    look_at_clocks()
    with CaptureQueriesContext(connection) as asked:
        assert told() == FINE
    assert {query["sql"].split()[0] for query in asked} <= {"SELECT", "SHOW", "PRAGMA"}


@pytest.mark.django_db
def test_a_database_that_is_behind_takes_no_requests(caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notifications'")
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "down", "database": "ok", "migrations": "behind"}
    assert "notifications.0001_" in caplog.text


@pytest.mark.django_db
def test_a_database_without_a_column_takes_no_requests(caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_person RENAME COLUMN zone TO another")
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "down", "database": "ok", "migrations": "ok", "schema": "incomplete"}
    assert "accounts_person.zone" in caplog.text


@pytest.mark.django_db
def test_a_complete_schema_is_not_compared_again() -> None:
    assert Client().get("/readyz").status_code == 200
    health._told.clear()
    with CaptureQueriesContext(connection) as queries:
        assert Client().get("/readyz").status_code == 200
    assert len(queries) < 7
    assert not [query for query in queries if "django_migrations" in query["sql"]]


@pytest.mark.django_db
def test_process_that_is_ready_does_not_look_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Client().get("/readyz").json()
    with CaptureQueriesContext(connection) as queries:
        assert Client().get("/readyz").json() == first
    assert not queries
    monkeypatch.setattr(health, "READY_FOR", 0.0)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get("/readyz").json() == first
    assert queries


@pytest.mark.django_db
def test_a_log_that_could_be_changed_takes_no_requests(caplog: pytest.LogCaptureFixture) -> None:
    table, name, _does = guard.triggers(connection.vendor)[0]
    with connection.cursor() as cursor:
        of_table = f" ON {table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{of_table}")
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["log"]) == (503, "unguarded")
    assert name not in response.content.decode()
    assert name in caplog.text
