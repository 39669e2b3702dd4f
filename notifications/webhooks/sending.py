"""Posts messages to addresses that anyone may have entered.

The name of the host is resolved once, every address it has is checked, and the connection is made to one of
these addresses, so a name that resolves differently a moment later has no effect. The certificate is checked
for the name. No redirect is followed, no proxy of the environment is used, and a slow or endless response is
cut off.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from typing import NamedTuple

import httpx2
from django.conf import settings

from notifications.webhooks.addresses import AddressError, checked, may_reach, port_of
from notifications.webhooks.models import LONGEST_ANSWER, DeliveryOutcome

log = logging.getLogger(__name__)

MOST_SECONDS_A_POST = 10
"""For everything: name, connection, question and answer."""
CONNECTING = 4
"""Seconds for one of several addresses of a name; this many are tried."""
MOST_ADDRESSES = 3
MOST_READ = 4096
"""Bytes of an answer."""

GONE = 410

RESOLVERS = 128
"""Names that are resolved at the same time. Resolving a slow name may take up to a minute longer than anyone
waits for it; this is enough for a minute of deliveries to such names.
"""

# A name server may be slow on purpose: resolving is abandoned after our time limit.
_resolvers = ThreadPoolExecutor(RESOLVERS, "webhook-names")


class Post(NamedTuple):
    """A message to post.

    Attributes:
        headers: besides those of the transport; with a type other than JSON, if it is one.
    """

    url: str
    headers: dict[str, str]
    body: str | bytes


class PostResult(NamedTuple):
    """The result of an attempt.

    Attributes:
        outcome: why it failed; None for a success.
        status: the HTTP status; None without a response.
        text: the beginning of the response, without unprintable characters.
        milliseconds: the duration.
    """

    outcome: DeliveryOutcome | None
    status: int | None
    text: str
    milliseconds: int


class _FailedError(Exception):
    """An attempt failed.

    Attributes:
        outcome: why.
    """

    def __init__(self, outcome: DeliveryOutcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def post_all(posts: Sequence[Post]) -> list[PostResult]:
    """Post several messages at the same time, within ``MOST_SECONDS_A_POST``; return their results, in order.

    Whatever happens to one message affects only its own result.
    """
    return asyncio.run(_post_all(posts))


async def _post_all(posts: Sequence[Post]) -> list[PostResult]:
    return await asyncio.gather(*(_post(post) for post in posts))


async def _post(post: Post) -> PostResult:
    begin = perf_counter()
    status, text = None, ""
    outcome: DeliveryOutcome | None
    try:
        async with asyncio.timeout(MOST_SECONDS_A_POST):
            status, text = await _answered(post)
        outcome = _judged(status)
    except TimeoutError:
        outcome = DeliveryOutcome.SLOW
    except _FailedError as error:
        outcome = error.outcome
    except Exception:  # an unexpected error must not affect the messages of others
        log.exception("a webhook was not posted to")  # its address may hold a secret
        outcome = DeliveryOutcome.BROKEN
    return PostResult(outcome, status, text, int((perf_counter() - begin) * 1000))


def _judged(status: int) -> DeliveryOutcome | None:
    if 200 <= status < 300:
        return None
    if status == GONE:
        return DeliveryOutcome.GONE
    return DeliveryOutcome.REDIRECTED if 300 <= status < 400 else DeliveryOutcome.REFUSED


async def _answered(post: Post) -> tuple[int, str]:
    """The status and the beginning of the text."""
    try:
        url = checked(post.url)
    except AddressError:
        raise _FailedError(DeliveryOutcome.MALFORMED) from None
    outcome = DeliveryOutcome.UNREACHABLE
    for address in (await _addresses(url))[:MOST_ADDRESSES]:
        try:
            return await _requested(post, url, address)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            outcome = DeliveryOutcome.CERTIFICATE if _is_about_tls(error) else DeliveryOutcome.UNREACHABLE
        except httpx2.TimeoutException:
            raise _FailedError(DeliveryOutcome.SLOW) from None
        except (httpx2.RemoteProtocolError, httpx2.LocalProtocolError):
            raise _FailedError(DeliveryOutcome.MALFORMED) from None
        except httpx2.HTTPError:
            raise _FailedError(DeliveryOutcome.UNREACHABLE) from None
    raise _FailedError(outcome)


async def _addresses(url: httpx2.URL) -> list[str]:
    """The addresses of the host. If one of them is not allowed, none is used."""
    loop = asyncio.get_running_loop()
    name = url.raw_host.decode("ascii")
    try:
        found = await loop.run_in_executor(_resolvers, _resolved, name, port_of(url))
    except (OSError, UnicodeError):
        raise _FailedError(DeliveryOutcome.UNKNOWN) from None
    if not all(may_reach(address, url) for address in found):
        raise _FailedError(DeliveryOutcome.PRIVATE)
    return found


def _resolved(name: str, port: int) -> list[str]:
    found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_kind, address in found))


async def _requested(post: Post, url: httpx2.URL, address: str) -> tuple[int, str]:
    # A separate connection for each message: a connection kept open for an address must not serve another
    # name there. And no HTTP client, which would read more of a response than needed, such as the target of a
    # redirect.
    transport = httpx2.AsyncHTTPTransport(verify=_tls(), trust_env=False)
    headers = {
        "Content-Type": "application/json",
        **post.headers,
        "Host": url.netloc.decode("ascii"),
        "User-Agent": f"Sekigahara webhooks ({settings.SITE_URL})",
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    request = httpx2.Request(
        "POST",
        url.copy_with(host=address),
        content=post.body,
        headers=headers,
        extensions={
            "sni_hostname": url.raw_host.decode("ascii"),
            "timeout": httpx2.Timeout(MOST_SECONDS_A_POST, connect=CONNECTING).as_dict(),
        },
    )
    async with transport:
        response = await transport.handle_async_request(request)
        try:
            return response.status_code, _readable(await _beginning(response))
        finally:
            await response.aclose()


async def _beginning(response: httpx2.Response) -> bytes:
    read = b""
    async for part in response.aiter_raw():
        read += part
        if len(read) >= MOST_READ:
            break
    return read[:MOST_READ]


def _readable(answer: bytes) -> str:
    text = answer.decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()[:LONGEST_ANSWER]


@cache
def _tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


def _is_about_tls(error: BaseException) -> bool:
    return any(isinstance(each, ssl.SSLError) for each in _causes(error))


def _causes(error: BaseException | None) -> Iterable[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
