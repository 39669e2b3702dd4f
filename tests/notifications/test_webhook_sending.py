"""How webhooks are sent: over real sockets, to where they may go and nowhere else."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from pytest_django import Settings
from standardwebhooks import Webhook as Library
from standardwebhooks import WebhookVerificationError

from notifications.webhooks import sending, signing
from notifications.webhooks.models import LONGEST_ANSWER, DeliveryOutcome
from notifications.webhooks.sending import Post, post_all
from tests.kit.processes import free_port
from tests.kit.receiver import CERTIFICATE, Receiver, receiver
from tests.notifications.posting import named, post

NAME = "hooks.example.test"


# --- to whom it gets ---


def test_message_is_posted_unchanged(server: Receiver) -> None:
    server.body = b"gut <b>\n\x00 ok"
    answer = post(f"http://{server.address}/in?to=me", **{"webhook-id": "1"})
    assert (answer.outcome, answer.status, answer.text) == (None, 204, "")
    server.status = 200
    assert post(f"http://{server.address}/in?to=me").text == "gut <b>   ok"
    first, _second = server.got
    assert (first.path, first.body) == ("/in?to=me", '{"told":"関ヶ原"}')
    assert first.headers["content-type"] == "application/json"
    assert first.headers["host"] == server.address
    assert first.headers["webhook-id"] == "1"
    assert first.headers["user-agent"] == "Sekigahara webhooks (http://testserver)"
    assert 0 <= answer.milliseconds < 10_000


def test_no_proxy_of_the_environment_is_asked(server: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    assert post(f"http://{server.address}/").outcome is None


def test_several_are_posted_at_the_same_time(server: Receiver) -> None:
    together = threading.Barrier(3)
    server.status, server.linger = 200, lambda: together.wait(timeout=5)
    answers = post_all([Post(f"http://{server.address}/{n}", {}, "") for n in range(3)])
    assert [answer.outcome for answer in answers] == [None] * 3
    assert not together.broken


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, None),
        (202, None),
        (299, None),
        (301, DeliveryOutcome.REDIRECTED),
        (302, DeliveryOutcome.REDIRECTED),
        (307, DeliveryOutcome.REDIRECTED),
        (400, DeliveryOutcome.REFUSED),
        (404, DeliveryOutcome.REFUSED),
        (410, DeliveryOutcome.GONE),
        (429, DeliveryOutcome.REFUSED),
        (500, DeliveryOutcome.REFUSED),
    ],
)
def test_status_decides_the_outcome(server: Receiver, status: int, outcome: DeliveryOutcome | None) -> None:
    server.status, server.headers = status, {"Location": f"http://{server.address}/elsewhere"}
    answer = post(f"http://{server.address}/")
    assert (answer.outcome, answer.status) == (outcome, status)
    assert [got.path for got in server.got] == ["/"], "no redirect is followed"


@pytest.mark.parametrize("to", ["mailto:x", "http://[", "https://a b", "//\x7f", "", "x" * 60_000])
def test_target_of_a_redirect_is_not_read(server: Receiver, to: str) -> None:
    server.status, server.headers, server.body = 302, {"Location": to}, b"elsewhere"
    answer = post(f"http://{server.address}/")
    assert (answer.outcome, answer.status, answer.text) == (DeliveryOutcome.REDIRECTED, 302, "elsewhere")


def test_unexpected_error_affects_one_message_only(
    server: Receiver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def resolve(host: str, port: int, **_more: Any) -> list[Any]:
        if host == "odd.example.test":
            raise KeyError(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    hosts = ["one.example.test", "odd.example.test", "other.example.test"]
    answers = post_all([Post(f"http://{host}:{server.server_port}/secret", {}, "") for host in hosts])
    assert [answer.outcome for answer in answers] == [None, DeliveryOutcome.BROKEN, None]
    assert "KeyError" in caplog.text
    assert "secret" not in caplog.text


def test_names_that_take_for_ever_do_not_keep_others_waiting(
    server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even those of rounds before, whose answers nobody waits for any more."""
    over = threading.Event()

    def resolve(host: str, port: int, **_more: Any) -> list[Any]:
        if host != NAME:
            over.wait(timeout=30)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(sending, "MOST_SECONDS_A_POST", 3)
    slow = [Post(f"http://slow{n}.example.test:{server.server_port}/", {}, "") for n in range(40)]
    answers = post_all([*slow, Post(f"http://{NAME}:{server.server_port}/", {}, "")])
    over.set()
    assert [answer.outcome for answer in answers] == [*[DeliveryOutcome.SLOW] * 40, None]


def test_only_the_beginning_of_a_long_answer_is_read(server: Receiver) -> None:
    server.status, server.body = 200, b"x" * 50_000_000
    answer = post(f"http://{server.address}/")
    assert answer.outcome is None
    assert answer.text == "x" * LONGEST_ANSWER


def test_an_answer_that_does_not_end_is_given_up(server: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MOST_SECONDS_A_POST", 0.3)
    over = threading.Event()
    server.status, server.linger = 200, lambda: over.wait(timeout=10)
    answer = post(f"http://{server.address}/")
    over.set()
    assert answer.outcome == DeliveryOutcome.SLOW
    assert 300 <= answer.milliseconds < 5000


def test_a_head_that_trickles_in_is_given_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, the whole never: what counts is the time of everything."""
    monkeypatch.setattr(sending, "MOST_SECONDS_A_POST", 0.5)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.1:{listening.getsockname()[1]}"]

        def trickle() -> None:
            connection, _from = listening.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while not over.wait(timeout=0.05):
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        return

        thread = threading.Thread(target=trickle)
        thread.start()
        answer = post(f"http://{settings.WEBHOOK_TEST_ADDRESSES[0]}/")
        over.set()
        thread.join()
    assert answer.outcome == DeliveryOutcome.SLOW


def test_a_name_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MOST_SECONDS_A_POST", 0.3)
    over = threading.Event()

    def resolve(*_about: Any, **_more: Any) -> list[Any]:
        over.wait(timeout=10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert post("https://slow.example.org/").outcome == DeliveryOutcome.SLOW
    over.set()


def test_nobody_listens(settings: Settings) -> None:
    settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.1:{free_port()}"]
    answer = post(f"http://{settings.WEBHOOK_TEST_ADDRESSES[0]}/")
    assert (answer.outcome, answer.status, answer.text) == (DeliveryOutcome.UNREACHABLE, None, "")


def test_answer_that_is_not_http_is_malformed(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.1:{listening.getsockname()[1]}"]

        def grumble() -> None:
            connection, _from = listening.accept()
            with connection:
                while not connection.recv(65536).endswith(b"}"):  # what is left unread would break it
                    pass
                connection.sendall(b"220 mail.example.org ESMTP\r\n")

        thread = threading.Thread(target=grumble)
        thread.start()
        assert post(f"http://{settings.WEBHOOK_TEST_ADDRESSES[0]}/").outcome == DeliveryOutcome.MALFORMED
        thread.join()


# --- certificates ---


@pytest.fixture
def tls(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A server with a certificate for NAME, whose issuer is trusted here."""
    trusting = ssl.create_default_context(cafile=str(CERTIFICATE))
    monkeypatch.setattr(sending, "_tls", lambda: trusting)
    with receiver(is_tls=True) as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        named(monkeypatch, "127.0.0.1")
        yield server


def test_the_certificate_is_checked_for_the_name_though_a_number_is_connected_to(tls: Receiver) -> None:
    assert post(f"https://{NAME}:{tls.server_port}/in").outcome is None
    assert tls.got[0].headers["host"] == f"{NAME}:{tls.server_port}"


def test_a_certificate_of_another_name_is_none(tls: Receiver) -> None:
    assert post(f"https://other.example.test:{tls.server_port}/").outcome == DeliveryOutcome.CERTIFICATE
    assert not tls.got


def test_a_certificate_that_nobody_vouches_for_is_none(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiver(is_tls=True) as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        named(monkeypatch, "127.0.0.1")
        assert post(f"https://{NAME}:{server.server_port}/").outcome == DeliveryOutcome.CERTIFICATE
        assert not server.got


# --- signatures ---


def test_a_signature_is_what_the_library_checks() -> None:
    old, new, other = (signing.new_secret() for _ in range(3))
    now = datetime.now(UTC)
    body = json.dumps({"told": "関ヶ原"}, ensure_ascii=False)
    headers = signing.headers("m_1", now, body, [new, old])
    assert headers["webhook-timestamp"] == str(int(now.timestamp()))
    for secret in (old, new):
        assert Library(secret).verify(body, headers) == {"told": "関ヶ原"}
    refused: list[tuple[str, str, dict[str, str]]] = [
        (other, body, headers),
        (new, body + " ", headers),
        (new, body, {**headers, "webhook-id": "m_2"}),
    ]
    for secret, said, told in refused:
        with pytest.raises(WebhookVerificationError):
            Library(secret).verify(said, told)
    with time_machine.travel(now + timedelta(minutes=6)), pytest.raises(WebhookVerificationError):
        Library(new).verify(body, headers)


def test_a_secret_is_long_enough_and_never_the_same() -> None:
    made = {signing.new_secret() for _ in range(20)}
    assert len(made) == 20
    assert all(secret.startswith("whsec_") and len(secret) == 50 for secret in made)
