"""How webhooks are sent: over real sockets, to where they may go and nowhere else."""

from __future__ import annotations

import ipaddress
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
from notifications.webhooks.addresses import AddressError, checked, is_public
from notifications.webhooks.models import LONGEST_ANSWER, LONGEST_URL
from notifications.webhooks.outcomes import Outcome
from notifications.webhooks.sending import Answer, Letter, post_all
from tests.kit.processes import free_port
from tests.kit.receiver import CERTIFICATE, Receiver, receiver

NAME = "hooks.example.test"


@pytest.fixture
def server(settings: Settings) -> Iterator[Receiver]:
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        yield server


def post(url: str, **headers: str) -> Answer:
    (answer,) = post_all([Letter(url, headers, '{"told":"関ヶ原"}')])
    return answer


def named(patch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """From now on every name has these addresses; the names that were asked for."""
    asked: list[str] = []

    def resolve(host: str, port: int, *_rest: Any, **_more: Any) -> list[Any]:
        asked.append(host)
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in addresses
        ]

    patch.setattr(socket, "getaddrinfo", resolve)
    return asked


# --- to whom it gets ---


def test_it_is_posted_as_it_is(server: Receiver) -> None:
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
    answers = post_all([Letter(f"http://{server.address}/{n}", {}, "") for n in range(3)])
    assert [answer.outcome for answer in answers] == [None] * 3
    assert not together.broken


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, None),
        (202, None),
        (299, None),
        (301, Outcome.REDIRECTED),
        (302, Outcome.REDIRECTED),
        (307, Outcome.REDIRECTED),
        (400, Outcome.REFUSED),
        (404, Outcome.REFUSED),
        (410, Outcome.GONE),
        (429, Outcome.REFUSED),
        (500, Outcome.REFUSED),
    ],
)
def test_what_the_status_says(server: Receiver, status: int, outcome: Outcome | None) -> None:
    server.status, server.headers = status, {"Location": f"http://{server.address}/elsewhere"}
    answer = post(f"http://{server.address}/")
    assert (answer.outcome, answer.status) == (outcome, status)
    assert [got.path for got in server.got] == ["/"], "no redirect is followed"


def test_of_a_long_answer_only_the_beginning_is_read(server: Receiver) -> None:
    server.status, server.body = 200, b"x" * 50_000_000
    answer = post(f"http://{server.address}/")
    assert answer.outcome is None
    assert answer.text == "x" * LONGEST_ANSWER


def test_an_answer_that_does_not_end_is_given_up(server: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    over = threading.Event()
    server.status, server.linger = 200, lambda: over.wait(timeout=10)
    answer = post(f"http://{server.address}/")
    over.set()
    assert answer.outcome == Outcome.SLOW
    assert 300 <= answer.milliseconds < 5000


def test_a_head_that_trickles_in_is_given_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, the whole never: what counts is the time of everything."""
    monkeypatch.setattr(sending, "SECONDS", 0.5)
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
    assert answer.outcome == Outcome.SLOW


def test_a_name_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    over = threading.Event()

    def resolve(*_about: Any, **_more: Any) -> list[Any]:
        over.wait(timeout=10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert post("https://slow.example.org/").outcome == Outcome.SLOW
    over.set()


def test_nobody_listens(settings: Settings) -> None:
    settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.1:{free_port()}"]
    answer = post(f"http://{settings.WEBHOOK_TEST_ADDRESSES[0]}/")
    assert (answer.outcome, answer.status, answer.text) == (Outcome.UNREACHABLE, None, "")


def test_what_is_no_http_is_told_apart(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.1:{listening.getsockname()[1]}"]

        def grumble() -> None:
            connection, _from = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"220 mail.example.org ESMTP\r\n")

        thread = threading.Thread(target=grumble)
        thread.start()
        assert post(f"http://{settings.WEBHOOK_TEST_ADDRESSES[0]}/").outcome == Outcome.MALFORMED
        thread.join()


# --- where it may go ---

PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:c0a8:101::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = [
    "1.1.1.1",
    "93.184.216.34",
    "::ffff:1.1.1.1",
    "64:ff9b::101:101",
    "2002:101:101::1",
    "2606:4700:4700::1111",
    "2a00:1450::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_public_gets_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by its number nor by a name for it, nor where a public one stands beside it."""
    assert not is_public(ipaddress.ip_address(address))
    named(monkeypatch, address)
    assert post("https://hooks.example.org/").outcome == Outcome.PRIVATE
    named(monkeypatch, "1.1.1.1", address)
    assert post("https://hooks.example.org/").outcome == Outcome.PRIVATE


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is_known_as_such(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("host", ["127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "localhost"])
def test_other_ways_to_write_this_machine_lead_nowhere(host: str) -> None:
    """The machine's own resolver reads these as 127.0.0.1, or not at all."""
    assert post(f"https://{host}/").outcome in {Outcome.PRIVATE, Outcome.UNKNOWN, Outcome.MALFORMED}


def test_a_name_is_resolved_once_and_that_address_is_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever answers for a name may say something else the second time."""
    with receiver() as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        asked = named(monkeypatch, "127.0.0.1")
        assert post(f"http://rebinding.example.org:{server.server_port}/").outcome is None
        assert asked == ["rebinding.example.org"]
        assert server.got[0].headers["host"] == f"rebinding.example.org:{server.server_port}"


def test_the_next_address_is_tried_where_one_does_not_answer(
    server: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_TEST_ADDRESSES = [f"127.0.0.2:{server.server_port}", server.address]
    named(monkeypatch, "127.0.0.2", "127.0.0.1")
    assert post(f"http://two.example.org:{server.server_port}/").outcome is None


def test_a_name_without_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_about: Any, **_more: Any) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "nothing of that name")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert post("https://nothing.example.org/").outcome == Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "bad-address"),
        ("hooks.example.org/in", "bad-address"),
        ("https://", "bad-address"),
        ("https:///in", "bad-address"),
        ("ftp://hooks.example.org/", "bad-address"),
        ("javascript:alert(1)", "bad-address"),
        ("https://a:b@hooks.example.org/", "bad-address"),
        ("https://hooks.example.org/\nHost: elsewhere", "bad-address"),
        ("https://hooks.example.org:99999/", "bad-port"),
        ("https://hooks.example.org/" + "x" * LONGEST_URL, "bad-address"),
        ("http://hooks.example.org/", "not-https"),
        ("https://hooks.example.org:8443/", "bad-port"),
        ("https://hooks.example.org:22/", "bad-port"),
        ("http://hooks.example.org:443/", "not-https"),
        ("https://127.0.0.1/", "private-address"),
        ("https://[::1]/", "private-address"),
        ("https://169.254.169.254/latest/meta-data/", "private-address"),
        ("https://[::ffff:10.0.0.1]/", "private-address"),
    ],
)
def test_what_is_refused_before_it_is_stored(url: str, code: str) -> None:
    with pytest.raises(AddressError) as refused:
        checked(url)
    assert refused.value.code == code
    assert str(refused.value.words)


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.org/in?a=b#c",
        "https://hooks.example.org:443/",
        "https://93.184.216.34/",
        "https://関ヶ原.example.org/",
        "HTTPS://Hooks.Example.org",
    ],
)
def test_what_may_be_stored(url: str) -> None:
    assert checked(url).scheme == "https"


def test_without_the_setting_nothing_on_this_machine_is_reached(settings: Settings) -> None:
    assert settings.WEBHOOK_TEST_ADDRESSES == []
    with receiver() as server:
        assert post(f"http://{server.address}/").outcome == Outcome.MALFORMED
        assert post(f"https://{server.address}/").outcome == Outcome.MALFORMED
        assert not server.got


def test_the_setting_is_for_one_address_and_not_for_its_port_elsewhere(
    server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, "127.0.0.3")
    assert post(f"http://other.example.org:{server.server_port}/").outcome == Outcome.PRIVATE
    named(monkeypatch, "1.1.1.1")
    assert post(f"http://other.example.org:{server.server_port}/").outcome == Outcome.PRIVATE


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
    assert post(f"https://other.example.test:{tls.server_port}/").outcome == Outcome.CERTIFICATE
    assert not tls.got


def test_a_certificate_that_nobody_vouches_for_is_none(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiver(is_tls=True) as server:
        settings.WEBHOOK_TEST_ADDRESSES = [server.address]
        named(monkeypatch, "127.0.0.1")
        assert post(f"https://{NAME}:{server.server_port}/").outcome == Outcome.CERTIFICATE
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
