"""`/metrics`: who is shown it, and that each figure tells what it says."""

import io
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from time import perf_counter
from types import FrameType
from typing import Any

import httpx2
import pytest
from django.conf import settings as project
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.services import suspension
from games.services.computers import play_computers
from games.tasks import look_at_clocks
from notifications import figures as of_mail
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, Notification
from notifications.services import TRIAL, Announcement, announce
from sekigahara import batch
from sekigahara.celery import app
from sekigahara.db import service_time
from sekigahara.requests import figures
from sekigahara.server.handler import Handler
from tests.benchmarks.moves import moves, new_game
from tests.kit.calling import token_of
from tests.kit.installation import web_server, worker
from tests.kit.processes import wait_until
from tests.kit.table import Table
from tests.kit.thoughtful import think_and_act, thoughtful

TOKEN = "a-long-and-random-word"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
MOST_CALLS = 25
"""Python calls that counting may add to an action."""
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def _open(settings: Settings) -> Iterator[None]:
    settings.METRICS_TOKEN = TOKEN
    figures.time_statements()
    connection.ensure_connection()
    figures._time(connection)  # it was made before
    yield
    connection.execute_wrappers.remove(figures._timed)


def samples(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scraped() -> Samples:
    response = Client().get("/metrics", headers=HEADERS)
    assert response.status_code == 200
    return samples(response.text)


def value(found: Samples, name: str, **labels: str) -> float:
    return found.get((f"sekigahara_{name}", frozenset(labels.items())), 0)


def answered(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
    """The status of a request, answered on this thread by the handler of the web processes."""
    own = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    named = {"Host": project.ALLOWED_HOSTS[0], **own, **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.lower().encode(), word.encode()) for name, word in named.items()],
    }
    response: Any = Handler(1)._answer(scope, io.BytesIO(body), perf_counter())
    response.close()
    return int(response.status_code)


@pytest.mark.django_db
def test_without_a_token_there_is_no_such_address() -> None:
    assert Client().get("/metrics", headers=HEADERS).status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer another", TOKEN, "Bearer ä"])
def test_strangers_are_shown_nothing(given: str) -> None:
    response = Client().get("/metrics", headers={"Authorization": given})
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert b"sekigahara_" not in response.content


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
def test_figures_are_never_stored() -> None:
    response = Client().get("/metrics", headers=HEADERS)
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Type"].startswith("text/plain; version=")
    assert not response.cookies
    assert Client().post("/metrics", headers=HEADERS).status_code == 405


@pytest.mark.django_db
@pytest.mark.both
@pytest.mark.usefixtures("_open")
def test_database_is_asked_a_dozen_statements_whatever_is_in_it() -> None:
    Table(5)
    scraped()
    with CaptureQueriesContext(connection) as asked:
        scraped()
    assert len(asked) <= 12


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
def test_figures_name_nobody_and_no_game() -> None:
    table = Table(5)
    response = Client().get("/metrics", headers=HEADERS)
    names = [table.game.public_id, *(each for person in table.people for each in (person.email, person.name))]
    assert not [name for name in names if name and name in response.text]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_open")
def test_requests_are_counted_by_kind_and_status() -> None:
    table = Table(5)
    program = {"Authorization": f"Bearer {token_of(table.people[EAST])}"}
    game = f"/api/v1/games/{table.game.public_id}/"
    before = scraped()
    for _time in range(3):
        assert answered("GET", "/rules/", {}) == 200
    assert answered("GET", "/no/such/page/", {}) == 404
    assert answered("GET", f"{game}view/", program) == 200
    assert answered("POST", f"{game}actions/", program, b"{}") == 428
    assert answered("POST", f"{game}resign/", program | {"If-Match": '"east.0.en"'}, b"{}") == 201
    assert answered("PATCH", "/api/v1/me/", program, b"{") == 400
    assert answered("GET", "/healthz", {}) == 200
    after = scraped()

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    expected = {
        ("page", "2xx"): 3,
        ("page", "4xx"): 1,
        ("api-read", "2xx"): 1,
        ("action", "2xx"): 1,
        ("action", "4xx"): 1,
        ("api-write", "4xx"): 1,
        ("monitor", "2xx"): 1,
    }
    for (kind, status), count in expected.items():
        assert more("request_seconds_count", kind=kind, status=status) == count, kind
    assert (
        0
        < more("database_seconds_total", kind="api-read")
        < more("request_seconds_sum", kind="api-read", status="2xx")
    )


def test_addresses_of_actions_exist() -> None:
    def names(resolver: Any) -> Iterator[str]:
        for pattern in resolver.url_patterns:
            yield from names(pattern) if hasattr(pattern, "url_patterns") else [pattern.name]

    assert set(names(get_resolver())) >= project.ADDRESSES_OF_ACTIONS


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
@pytest.mark.usefixtures("_open")
def test_counting_adds_few_calls_to_an_action() -> None:
    game, tokens = new_game()
    own = ("prometheus_client", figures.__file__)
    calls = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call" and any(part in frame.f_code.co_filename for part in own)

    for number, move in enumerate(islice(moves(game, tokens), 8)):
        headers = {"Authorization": f"Bearer {move.token}", "If-Match": move.tag}
        sys.setprofile(note if number >= 2 else None)  # figures that were not there are made first
        try:
            assert answered("POST", move.path, headers, move.body) == 201
        finally:
            sys.setprofile(None)
    assert 0 < calls / 6 < MOST_CALLS


@pytest.mark.django_db
@pytest.mark.both
@pytest.mark.usefixtures("_open")
def test_mail_that_waits_is_told_with_its_age() -> None:
    person = Person.objects.at("someone@example.org")
    announce([Announcement(TRIAL, str(person.pk), str(number), person.pk) for number in range(3)])
    first = Notification.objects.order_by("pk")[0]
    hour = service_time.now() - timedelta(hours=1)
    Notification.objects.filter(pk=first.pk).update(
        created_at=hour, due_at=service_time.now() + timedelta(hours=1), attempts=3
    )
    found = scraped()
    assert value(found, "queue_length", queue="mail") == 3
    assert 3590 < value(found, "queue_oldest_seconds", queue="mail") < 3660, "however often it was put off"
    Notification.objects.filter(pk=first.pk).update(outcome=MailOutcome.SET_ASIDE)
    found = scraped()
    assert value(found, "queue_length", queue="mail") == 2
    assert value(found, "queue_oldest_seconds", queue="mail") < 60
    for queue in ("webhooks", "push", "orders", "thoughts"):
        assert ("sekigahara_queue_length", frozenset({("queue", queue)})) in found


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
def test_mails_are_told_by_the_largest_domains_only() -> None:
    for number in range(of_mail.MOST_DOMAINS + 3):
        for mail in range(2 if number < of_mail.MOST_DOMAINS else 1):
            person = Person.objects.at(f"{mail}@d{number}.example.org")
            announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    deliver_due()
    Notification.objects.filter(recipient__email="0@d0.example.org").update(
        status=Notification.Status.FAILED, outcome=MailOutcome.REFUSED
    )
    found = scraped()
    assert value(found, "latest_mails", outcome="refused", domain="d0.example.org") == 1
    assert value(found, "latest_mails", outcome="sent", domain="d0.example.org") == 1
    assert value(found, "latest_mails", outcome="sent", domain=of_mail.OTHER_DOMAINS) == 3
    domains = {labels for name, labels in found if name == "sekigahara_latest_mails"}
    assert len({dict(labels)["domain"] for labels in domains}) == of_mail.MOST_DOMAINS + 1


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
def test_clocks_and_stopped_games_are_told() -> None:
    found = scraped()
    assert ("sekigahara_clocks_age_seconds", frozenset()) not in found, "never checked"
    look_at_clocks()
    Pulse.objects.update(at=service_time.now() - timedelta(minutes=5))
    table = Table(5)
    suspension.freeze(Game.objects.get(pk=table.game.pk), "entry-differs")
    found = scraped()
    assert 299 < value(found, "clocks_age_seconds") < 330
    assert value(found, "stopped_games") == 1
    assert value(found, "resident_bytes", process="web") > 10_000_000
    assert value(found, "database_up") == 1
    assert value(found, "build_info", version=project.RELEASE) == 1


@pytest.mark.django_db
@pytest.mark.both
@pytest.mark.usefixtures("_open")
def test_action_of_a_computer_player_raises_the_latest_entry() -> None:
    table = Table(5)
    before = scraped()
    assert value(before, "latest_entry") > 0
    Seat.objects.filter(game=table.game, side=table.asked()[0]).update(player=None, computer="ashigaru")
    assert play_computers()
    assert value(scraped(), "latest_entry") > value(before, "latest_entry")


@pytest.mark.django_db
@pytest.mark.usefixtures("_open")
def test_thoughts_are_counted_with_their_time() -> None:
    before = scraped()
    thoughtful()
    assert value(scraped(), "queue_length", queue="thoughts") == 1
    think_and_act()
    found = scraped()
    assert value(found, "thoughts_total") == value(before, "thoughts_total") + 1
    assert value(found, "thought_seconds_total") > value(before, "thought_seconds_total")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_open")
def test_what_only_workers_know_reaches_the_scrape() -> None:
    with worker(METRICS_TOKEN=TOKEN):
        for task in ("games.tasks.look_at_clocks", "notifications.tasks.send_mail"):
            app.send_task(task)
        told = {"games.tasks.look_at_clocks", "notifications.tasks.send_mail"}
        wait_until(lambda: batch.latest_runs().keys() >= told, what="the notes of both jobs")
        found = scraped()
    assert value(found, "resident_bytes", process="clocks") > 40_000_000
    assert value(found, "resident_bytes", process="mail") > 40_000_000
    assert value(found, "clocks_age_seconds") < 60


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_processes_of_a_web_server_count_together() -> None:
    table = Table(5)
    program = {"Authorization": f"Bearer {token_of(table.people[WEST])}"}
    game = f"/api/v1/games/{table.game.public_id}/"

    def asked() -> Samples:
        return samples(httpx2.get(f"{site}/metrics", headers=HEADERS, timeout=30).text)

    with web_server(METRICS_TOKEN=TOKEN, WEB_PROCESSES="2") as site:
        for _time in range(20):  # each on a connection of its own, which either process may take
            assert httpx2.get(f"{site}{game}view/", headers=program, timeout=30).status_code == 200
        with httpx2.stream("GET", f"{site}{game}stream/", headers=program, timeout=30) as stream:
            assert stream.status_code == 200
            for _time in range(10):
                found = asked()
                assert value(found, "request_seconds_count", kind="api-read", status="2xx") == 20
                assert value(found, "open_streams") == 1
        wait_until(lambda: value(asked(), "open_streams") == 0, what="the end of the stream")
        assert value(asked(), "request_seconds_count", kind="stream", status="2xx") == 1
        assert value(asked(), "resident_bytes", process="web") > 2 * 40_000_000, "of both"
