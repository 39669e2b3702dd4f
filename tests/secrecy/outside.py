"""The service as it runs: asked over HTTP, and its mail taken where it would leave the machine.

Its processes have a clock and secrets of their own. What these alone put into an answer is made plain: the
present moment, the keys of sessions and forms, and the tokens of links, in which the moment stands too. So
are the chain values of heads, each by the very value that the log has (see ``masked_heads``).
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from email.message import EmailMessage, Message
from typing import Any, Self

import httpx2

from games.log.heads import SHOWN_DIGITS
from games.models.log import Entry
from notifications.models import Notification
from sekigahara.celery import app, queue_woken
from sekigahara.jobs.schedule import PROCESSES, Queue
from tests.kit.processes import wait_until
from tests.secrecy.service import Answer, all_answers
from tests.secrecy.service_requests import Ask
from tests.secrecy.watchers import Watcher

OWN = [
    (re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+'), rb"\1KEY"),
    (re.compile(rb'(data-pass=")[^"]+'), rb"\1PASS"),
    (re.compile(rb"(/t/[\w-]+/(?:east|west)/)[^/\s\"]+"), rb"\1TOKEN"),
]
COOKIE = re.compile(rb"^(csrftoken|sessionid)=[^;]*|(?<=expires=)[^;]*")
SIGNED = re.compile(rb"^(messages=[^:;]*):[^;]*")
"""What a page will say next, with the time and the signature after it."""
OF_CONTENT = re.compile(rb'(?<=")[0-9a-f]{32}(?=")')
"""The tag of content, which is compared itself; a chain value in it moves the tag."""
HARMLESS = re.compile(r"wrong \d+|try \d+|act on (an old|no) view|no list")
"""What is refused for certain, or only tried out."""
SERVED = frozenset(Queue) - {Queue.CLOCKS}
"""The queues whose workers run. That for clocks calls the periodic jobs too, which would send mail by the
minute in the middle of a comparison."""


class Outside:
    """The service at an address.

    Args:
        site: the address.
        post: where its mail arrives.
    """

    carries_out = False

    def __init__(self, site: str, post: Post) -> None:
        # What is compressed is of a random length, so that nothing can be read from it.
        plainly = {"Accept-Encoding": "identity"}
        self._client = httpx2.Client(base_url=site, timeout=30, headers=plainly)
        self._post = post

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def answers(self, watcher: Watcher, ask: Ask, language: str) -> Iterator[Answer]:
        """See ``Service``; likewise below."""
        cookies = "; ".join(f"{name}={value}" for name, value in watcher.cookies.items())
        known = watcher._replace(headers={**watcher.headers, **({"Cookie": cookies} if cookies else {})})
        return all_answers(self._answer, known, ask, language)

    def may_be_asked(self, ask: Ask) -> bool:
        return ask.method in ("GET", "HEAD", "OPTIONS") or bool(HARMLESS.fullmatch(ask.what))

    def taken_back(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def work(self) -> None:
        queue_woken()
        wait_until(lambda: not Notification.objects.filter(status="waiting").exists(), what="all mail sent")
        # What it still does after the last mail would find the next one, before that is looked for.
        wait_until(_is_idle, what="an idle worker")

    def mail_to(self, address: str) -> list[bytes]:
        return [_plain_mail(mail) for mail in self._post.mails.pop(address, [])]

    def _answer(self, ask: Ask, headers: Mapping[str, str]) -> Answer:
        kind = {"Content-Type": ask.kind} if ask.body else {}
        body = ask.body.encode("latin-1")
        response = self._client.request(ask.method, ask.path, content=body, headers={**headers, **kind})
        head = [f"{response.status_code} {response.reason_phrase}".encode()]
        head += [name + b": " + _plain_value(name, value) for name, value in response.headers.raw]
        told = _plain(response.content)
        tag, location = response.headers.get("ETag", ""), response.headers.get("Location", "")
        everything = b"\r\n".join(head) + b"\r\n\r\n" + told
        return Answer(ask.what, response.status_code, tag, location, response.content, everything)


class Post:
    """Takes every mail, for an aiosmtpd controller.

    Attributes:
        mails: by address, the bytes as they came.
    """

    def __init__(self) -> None:
        self.mails: defaultdict[str, list[bytes]] = defaultdict(list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        for address in envelope.rcpt_tos:
            self.mails[address].append(envelope.original_content)
        return "250 OK"


def _is_idle() -> bool:
    serving = len([share for share in PROCESSES if SERVED.intersection(share)])
    active = app.control.inspect(timeout=2, limit=serving).active()
    return active is not None and len(active) == serving and not any(active.values())


def _plain(told: bytes) -> bytes:
    for own, instead in OWN:
        told = own.sub(instead, told)
    for chain in Entry.objects.values_list("chain", flat=True):
        digits = bytes(chain).hex().encode()
        told = told.replace(digits, b"CHAIN").replace(digits[:SHOWN_DIGITS], b"CHAIN")
    return told


def _plain_value(name: bytes, value: bytes) -> bytes:
    match name.lower():
        case b"date" | b"expires" | b"ratelimit":  # of the last: how much of a minute of the clock is left
            return b"NOW"
        case b"etag":
            return OF_CONTENT.sub(b"OF-CONTENT", value)
        case b"set-cookie":
            plain = SIGNED.sub(rb"\1:OWN", value)
            return COOKIE.sub(lambda found: (found[1] or b"") + b"=OWN", plain)
    return value


def _plain_mail(raw: bytes) -> bytes:
    """Every header and every part of a mail."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return b"\r\n\r\n".join(_plain_part(part, mail.get_boundary("")) for part in mail.walk())


def _plain_part(part: Message[Any, Any], boundary: str) -> bytes:
    heads = [f"{name}: {value}" for name, value in part.items() if name != "Date"]
    body = part.get_payload(decode=True) or b""
    assert isinstance(body, bytes)
    head = re.sub(r'boundary="[^"]*"', "boundary", "\r\n".join(heads))
    return head.encode() + b"\r\n\r\n" + _plain(body)
