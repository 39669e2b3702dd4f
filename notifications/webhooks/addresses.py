"""Which addresses webhooks may have: https on port 443, at addresses of the public internet.

Anyone can enter an address here, and our server connects to it: without this check they could reach or probe
what is behind our firewall. Names are checked when something is sent, by what they resolve to then (see
``notifications.webhooks.sending``).

For development ``WEBHOOK_TEST_ADDRESSES`` lists addresses with ports, such as ``127.0.0.1:9000``, that are
always allowed, over http too.
"""

import ipaddress

import httpx2
from django.conf import settings

from notifications.webhooks.models import LONGEST_URL
from sekigahara.errors.exceptions import RefusalError

HTTPS_PORT = 443
PORTS = {"https": HTTPS_PORT, "http": 80}
"""What the schemes mean where an address names no port."""

PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
TUNNELS = (
    ipaddress.IPv6Network("2001::/32"),  # Teredo
    ipaddress.IPv6Network("2001:db8::/32"),  # printed examples
)

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressError(RefusalError):
    """An address that webhooks may not go to."""


def checked(url: str) -> httpx2.URL:
    """An address that may be stored; where its name leads is found out when something is sent.

    Raises:
        AddressError: it is none, or webhooks never go there.
    """
    try:
        read = httpx2.URL(url)
    except httpx2.InvalidURL:
        raise AddressError("bad-address") from None
    if read.scheme not in PORTS or not read.host or len(url) > LONGEST_URL:
        raise AddressError("bad-address")
    if read.userinfo:
        raise AddressError("bad-address", "userinfo")
    if _is_test_port(port_of(read)):
        return read
    if read.scheme != "https":
        raise AddressError("not-https")
    if port_of(read) != HTTPS_PORT:
        raise AddressError("bad-port")
    literal = _literal(read.host)
    if literal is not None and not is_public(literal):
        raise AddressError("private-address")
    return read


def port_of(url: httpx2.URL) -> int:
    """The port an address means."""
    return url.port or PORTS[url.scheme]


def may_reach(address: str, url: httpx2.URL) -> bool:
    """Whether a message for an address may be sent to what its name resolved to."""
    port = port_of(url)
    if _with_port(address, port) in settings.WEBHOOK_TEST_ADDRESSES:
        return True
    found = _literal(address)
    return url.scheme == "https" and port == HTTPS_PORT and found is not None and is_public(found)


def is_public(address: IpAddress) -> bool:
    """Whether an address is public, including any address embedded in it."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = _embedded(address)
        if inner is not None:
            return is_public(inner)
        if address not in PUBLIC_V6 or any(address in tunnel for tunnel in TUNNELS):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of IPv4 that one of IPv6 leads to: mapped, by 6to4, or by NAT64."""
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_test_port(port: int) -> bool:
    return any(each.endswith(f":{port}") for each in settings.WEBHOOK_TEST_ADDRESSES)


def _with_port(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
