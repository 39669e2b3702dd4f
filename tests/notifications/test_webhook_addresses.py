"""Where webhooks may lead: to what is public, by the very address that was looked up, and nowhere else."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

import pytest
from pytest_django import Settings

from notifications.webhooks.addresses import AddressError, checked, is_public
from notifications.webhooks.models import LONGEST_URL, DeliveryOutcome
from tests.kit.receiver import Receiver, receiver
from tests.notifications.posting import named, post

PRIVATE = [
    *("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"),
    *("192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1"),
    *("239.1.1.1", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
    *("64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1"),
    *("2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::", "fc00::1", "fd12:3456::1", "fe80::1"),
    *("fe80::1%eth0", "fec0::1", "ff02::1"),
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
def test_private_address_gets_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by its number nor by a name for it, nor where a public one stands beside it."""
    assert not is_public(ipaddress.ip_address(address))
    named(monkeypatch, address)
    assert post("https://hooks.example.org/").outcome == DeliveryOutcome.PRIVATE
    named(monkeypatch, "1.1.1.1", address)
    assert post("https://hooks.example.org/").outcome == DeliveryOutcome.PRIVATE


@pytest.mark.parametrize("address", PUBLIC)
def test_public_address_is_recognised(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("host", ["127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "localhost"])
def test_other_ways_to_write_this_machine_lead_nowhere(host: str) -> None:
    """The machine's own resolver reads these as 127.0.0.1, or not at all."""
    assert post(f"https://{host}/").outcome in {
        DeliveryOutcome.PRIVATE,
        DeliveryOutcome.UNKNOWN,
        DeliveryOutcome.MALFORMED,
    }


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
    assert post("https://nothing.example.org/").outcome == DeliveryOutcome.UNKNOWN


def test_name_that_decodes_to_nothing_is_kept_as_it_is() -> None:
    assert checked("https://xn--a/").host == "xn--a"


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
def test_address_refused_before_it_is_stored(url: str, code: str) -> None:
    with pytest.raises(AddressError) as refused:
        checked(url)
    assert refused.value.code == code
    assert str(refused.value)


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
def test_address_that_may_be_stored(url: str) -> None:
    assert checked(url).scheme == "https"


def test_without_the_setting_nothing_on_this_machine_is_reached(settings: Settings) -> None:
    assert settings.WEBHOOK_TEST_ADDRESSES == []
    with receiver() as server:
        assert post(f"http://{server.address}/").outcome == DeliveryOutcome.MALFORMED
        assert post(f"https://{server.address}/").outcome == DeliveryOutcome.MALFORMED
        assert not server.got


def test_the_setting_is_for_one_address_and_not_for_its_port_elsewhere(
    server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, "127.0.0.3")
    assert post(f"http://other.example.org:{server.server_port}/").outcome == DeliveryOutcome.PRIVATE
    named(monkeypatch, "1.1.1.1")
    assert post(f"http://other.example.org:{server.server_port}/").outcome == DeliveryOutcome.PRIVATE
