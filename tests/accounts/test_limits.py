"""How often something may be done, and who is told what beyond that."""

import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import links, rate_limits
from accounts.rate_limits import Limit, count, count_often, hit, sender_of, waiting_time
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.accounts.conftest import mailed_link, new_address, new_browser
from tests.kit.processes import free_port

pytestmark = pytest.mark.django_db  # counted in the cache of either size

MOST_FROM_SENDER = links.LINKS_FROM_SENDER.most
MOST_TO_ADDRESS = links.LINKS_TO_ADDRESS.most


def new_limit(most: int = 2, seconds: int = 60) -> Limit:
    return Limit(f"test-{secrets.token_hex(4)}", most, seconds)


# --- counting ---


def test_attempts_above_the_limit_are_refused_until_the_window_ends() -> None:
    limit = new_limit()
    with time_machine.travel(1_800_000_015, tick=False):
        assert [hit(limit, "a") for _time in range(4)] == [0, 0, 45, 45]
        assert hit(limit, "b") == 0
        assert hit(new_limit(), "a") == 0
    with time_machine.travel(1_800_000_059, tick=False):
        assert hit(limit, "a") == 1
    with time_machine.travel(1_800_000_060, tick=False):
        assert hit(limit, "a") == 0


def test_limit_holds_for_many_attempts_at_once() -> None:
    allowed = 0
    with ThreadPoolExecutor(8) as threads:
        for _time in range(20):
            limit = new_limit(most=1, seconds=24 * 60 * 60)
            start = threading.Barrier(8)
            allowed += list(threads.map(hit_together, [limit] * 8, [start] * 8)).count(0)
    assert allowed == 20


def hit_together(limit: Limit, start: threading.Barrier) -> int:
    start.wait()
    return hit(limit, "a")


def test_no_address_is_kept_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    add = cache.add

    def listening(key: str, *args: Any) -> bool:
        seen.append(key)
        return bool(add(key, *args))

    monkeypatch.setattr(cache, "add", listening, raising=False)
    hit(new_limit(), "anna@example.org")
    assert seen
    assert "anna" not in seen[0]


def test_a_limit_is_not_washed_out_by_whatever_else_is_kept_meanwhile() -> None:
    limit = new_limit(most=1, seconds=24 * 60 * 60)
    hit(limit, "a")
    cache.set_many({f"{limit.name}:{number}": b"" for number in range(10_000)}, timeout=60)
    assert hit(limit, "a") > 0


def test_without_a_cache_everything_is_let_through(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "sekigahara.db.redis_cache.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    limit = new_limit(most=0)
    with caplog.at_level(logging.WARNING, "accounts"):
        assert hit(limit, "a") == 0
    assert limit.name in caplog.text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 minute"), (61, "2 minutes"), (90 * 60, "90 minutes"), (91 * 60, "2 hours"), (86400, "24 hours")],
)
def test_a_waiting_time_is_never_too_short(seconds: int, words: str) -> None:
    assert waiting_time(seconds) == words


@pytest.mark.parametrize(
    ("remote", "forwarded", "trusted", "sender"),
    [
        ("192.0.2.7", None, False, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.9", False, "192.0.2.7"),
        ("192.0.2.7", "invented, 203.0.113.9", True, "203.0.113.9"),
        ("192.0.2.7", "192.0.2.1,invented,203.0.113.9", True, "203.0.113.9"),
        ("192.0.2.7", "invented, 203.0.113.9:51724", True, "203.0.113.9"),
        ("192.0.2.7", "[2001:db8:1:2:aaaa::7]", True, "2001:db8:1:2::/64"),
        ("192.0.2.7", "[2001:db8:1:2:aaaa::7]:443", True, "2001:db8:1:2::/64"),
        ("192.0.2.7", "2001:db8:1:2:aaaa::7", True, "2001:db8:1:2::/64"),
        ("192.0.2.7", "::ffff:203.0.113.9", True, "203.0.113.9"),
        ("192.0.2.7", "203.0.113.9, unknown", True, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.9,", True, "192.0.2.7"),
        ("192.0.2.7", None, True, "192.0.2.7"),
        ("", "203.0.113.9", True, "203.0.113.9"),
        ("fe80::1%eth0", None, False, "fe80::/64"),
        ("2001:db8:1:2:aaaa::7", None, False, "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", None, False, "192.0.2.7"),
        ("", None, False, ""),
    ],
)
def test_sender_of_a_request(
    settings: Settings, remote: str, forwarded: str | None, trusted: bool, sender: str
) -> None:
    settings.TRUST_FORWARDED_FOR = trusted
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert sender_of(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers)) == sender


# --- signing in ---


def ask(browser: Client, address: str) -> Any:
    return browser.post("/sign-in/", {"email": address})


def test_one_sender_may_not_ask_for_ever(browser: Client) -> None:
    for _time in range(MOST_FROM_SENDER):
        assert ask(browser, new_address()).status_code == 302
    address = new_address()
    refused = ask(browser, address)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= links.LINKS_FROM_SENDER.seconds
    assert b"Try again in" in refused.content
    assert address.encode() in refused.content  # nothing typed is lost
    assert Notification.objects.count() == MOST_FROM_SENDER
    assert ask(new_browser(), address).status_code == 302


def test_an_address_is_not_flooded_and_nobody_learns_that_it_would_be(address: str) -> None:
    answers = set()
    for time in range(MOST_TO_ADDRESS + 2):
        browser = new_browser()
        answer = ask(browser, address.upper() if time % 2 else address)
        page = browser.get("/sign-in/sent/").content.replace(address.upper().encode(), address.encode())
        answers.add((answer.status_code, answer["Location"], page))
    assert len(answers) == 1
    deliver_due()
    assert [sent.to for sent in mail.outbox] == [[address]] * MOST_TO_ADDRESS
    assert not any(b"Try again" in page for _status, _location, page in answers)


def test_over_the_limit_of_an_address_the_same_is_done_before_the_answer(address: str) -> None:
    """Else how long it takes would tell that somebody is about to sign in there."""
    done = []
    for time in range(MOST_TO_ADDRESS + 1):
        deliver_due()
        if time in (1, MOST_TO_ADDRESS):  # at first nobody was known there; that is looked at elsewhere
            with CaptureQueriesContext(connection) as statements:
                ask(new_browser(), address)
            done.append([query["sql"].split()[0] for query in statements])
        else:
            ask(new_browser(), address)
    assert done[0] == done[1]
    assert "INSERT" in done[0]
    deliver_due()
    assert [sent.to for sent in mail.outbox] == [[address]] * MOST_TO_ADDRESS


def test_links_are_counted_over_any_half_hour(address: str) -> None:
    """And those that were not sent count for nothing."""
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        for minutes in (0, 10, 10, 10, 10, 10, 10, 21):
            clock.move_to(1_800_000_000 + 60 * minutes)
            ask(new_browser(), address)
            deliver_due()
        assert len(mail.outbox) == MOST_TO_ADDRESS
        clock.move_to(1_800_000_000 + 60 * 31)  # the first is older by now
        ask(new_browser(), address)
        deliver_due()
        assert len(mail.outbox) == MOST_TO_ADDRESS + 1


def test_nobody_is_locked_out_by_others_who_use_up_the_limit(address: str) -> None:
    with time_machine.travel(1_800_000_000, tick=False) as clock:  # where a window of any length begins
        for _time in range(MOST_TO_ADDRESS + 1):
            ask(new_browser(), address)
        deliver_due()
        assert len(mail.outbox) == MOST_TO_ADDRESS
        clock.shift(links.SIGN_IN_LINK_LIFETIME)  # none of them works any more
        ask(new_browser(), address)
        browser = new_browser()
        browser.get(mailed_link())
        assert browser.get("/sign-in/finish/").status_code == 200


def test_asking_for_a_fresh_link_counts_too(browser: Client, address: str) -> None:
    ask(browser, address)
    browser.get(mailed_link())
    for _time in range(MOST_FROM_SENDER - 1):
        assert browser.post("/sign-in/fresh/").status_code == 302
    refused = browser.post("/sign-in/fresh/")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert b"Try again in" in refused.content
    deliver_due()
    assert len(mail.outbox) == MOST_TO_ADDRESS


def left(limit: Limit, key: str) -> int:
    """What is, after one more."""
    counted = count_often(limit, key)
    assert counted is not None
    return counted.remaining


def test_frequent_count_is_shared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process that counts the same learns of it after a hundredth of the limit, or a second."""
    limit, key = Limit("test of often", 500, 60), secrets.token_hex(8)
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        assert [left(limit, key) for _ in range(5)] == [499, 498, 497, 496, 495]
        monkeypatch.setattr(
            rate_limits, "_tallies", {}
        )  # as another process begins: it hears of the first alone
        assert left(limit, key) == 498
        assert [left(limit, key) for _ in range(6)] == [497, 496, 495, 494, 493, 492]
        counted = count(limit, key)
        assert counted is not None
        assert counted.remaining == 491, "six more are shared: more than a hundredth"
        assert left(limit, key) == 491
        clock.shift(1)
        assert left(limit, key) == 489, "after a second it looks what others did"
        clock.shift(60)
        assert left(limit, key) == 499


def test_every_attempt_of_a_small_limit_is_shared() -> None:
    limit, key = Limit("test of few", 2, 60), secrets.token_hex(8)
    with time_machine.travel(1_800_000_000, tick=False):
        assert left(limit, key) == 1
        assert hit(limit, key) == 0
        assert count_often(limit, key) == (limit, 0, 60, True)


def test_no_more_tallies_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_TALLIES", 3)
    monkeypatch.setattr(rate_limits, "_tallies", {})
    limit = Limit("test of room", 5, 60)
    with time_machine.travel(1_800_000_000, tick=False):
        keys = [secrets.token_hex(8) for _ in range(7)]
        for key in keys:
            count_often(limit, key)
            assert len(rate_limits._tallies) <= 3
        assert left(limit, keys[0]) == 3, "what is forgotten here was shared"
