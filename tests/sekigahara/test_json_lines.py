"""The process log as JSON: one line an event, and one thread from a request to its mail."""

import io
import json
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from games.models.outage import Pulse
from games.services import outages
from games.tasks import look_at_clocks
from notifications.delivery import deliver_due
from sekigahara.db import service_time
from sekigahara.server import log_filters
from tests.architecture.test_settings import FULL, read
from tests.kit.process_log import process_log

OF_THE_PROXY = "4f9c3a7e01b2d5886611aa00ffee1234"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with process_log(is_json=True) as text:
        yield text


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_full_size_writes_json_and_the_embedded_one_text() -> None:
    assert json.loads(read("LOG_FORMAT", **FULL).stdout) == ["json"]
    assert json.loads(read("LOG_FORMAT", **FULL, LOG_FORMAT="text").stdout) == ["text"]
    assert json.loads(read("LOG_FORMAT").stdout) == ["text"]
    assert read("LOG_FORMAT", LOG_FORMAT="xml").returncode != 0


def test_an_event_is_one_line(log: io.StringIO) -> None:
    try:
        int("two\nlines")
    except ValueError:
        logging.getLogger("games.somewhere").exception("could not %s\n", "go")
    (line,) = lines(log)
    assert line.pop("exception").startswith("Traceback (most recent call last):\n")
    assert datetime.fromisoformat(line.pop("at")).utcoffset() == timedelta(0)
    assert line == {"level": "error", "logger": "games.somewhere", "event": "could not go\n"}


@pytest.mark.django_db
@pytest.mark.parametrize("is_trusted", [True, False])
@pytest.mark.parametrize("sent", [OF_THE_PROXY, "short", "a b c d e f g h", 'a"},{"b' * 3, "ä" * 9])
def test_request_has_the_id_of_its_proxy_if_that_is_trusted_and_sane(
    log: io.StringIO, settings: Settings, sent: str, is_trusted: bool
) -> None:
    settings.TRUST_FORWARDED_FOR = is_trusted
    for _time in range(2):
        Client().get("/no/such/page/", headers={"X-Request-ID": sent})
        Client().get("/no/such/thing/", headers={"X-Request-ID": sent})
    ids = [line["request"] for line in lines(log)]
    if is_trusted and sent == OF_THE_PROXY:
        assert ids == [OF_THE_PROXY] * 2
    else:
        assert len(set(ids)) == 2
        assert all(len(each) == 16 and each.isalnum() for each in ids)


@pytest.mark.django_db(transaction=True)
def test_mail_is_found_from_the_request_that_queued_it(log: io.StringIO, settings: Settings) -> None:
    settings.TRUST_FORWARDED_FOR = True
    logging.getLogger("notifications.journal").setLevel("INFO")
    try:
        Client().post("/sign-in/", {"email": "yodo@example.org"}, headers={"X-Request-ID": OF_THE_PROXY})
        deliver_due()
    finally:
        logging.getLogger("notifications.journal").setLevel("WARNING")
    (sent,) = mail.outbox
    told = [(line["event"], line.get("request")) for line in lines(log)]
    name = sent.extra_headers["Message-ID"]
    assert told == [(f"queues {name}", OF_THE_PROXY), (f"sent {name}", None)]
    assert "yodo" not in log.getvalue()


@pytest.mark.django_db
def test_lines_of_a_job_name_it(log: io.StringIO) -> None:
    outages.go_on(service_time.now())
    Pulse.objects.update(at=service_time.now() - timedelta(days=8))
    look_at_clocks.apply(task_id="one")
    logging.getLogger("games").warning("after it")
    told = {line["event"][:20]: (line.get("job"), line.get("task")) for line in lines(log)}
    assert told == {"the clocks stand sti": ("games.tasks.look_at_clocks", "one"), "after it": (None, None)}


def test_what_is_alike_is_said_once_a_minute_and_counted(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(700):
        logging.getLogger("accounts.rate_limits").warning("the cache is away: %s", "refused")
        logging.getLogger("accounts.rate_limits").warning("number %d", number % 2)
    logging.getLogger("games").warning("the cache is away: %s", "refused")
    assert len(lines(log)) == 1 + 2 + 1
    monkeypatch.setattr(log_filters, "ALIKE_FOR", 0)
    log.seek(0)
    log.truncate()
    logging.getLogger("games").warning("another")
    told = [(line["logger"], line["event"]) for line in lines(log)]
    left_out = "left out 699 lines like this one: the cache is away: refused"
    assert ("accounts.rate_limits", left_out) in told
    assert ("games", "another") in told
    assert len(told) == 1 + 2 + 1
