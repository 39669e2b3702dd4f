"""A running installation of the full size, on the test's own database and Redis prefix.

Its processes are started by the very commands of `deploy/`.
"""

import contextlib
import re
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any, Protocol, Self

import httpx2

from games.rulebook.editions import DEFAULT
from sekigahara.celery import app
from sekigahara.jobs.schedule import PROCESSES, Queue
from tests.kit.processes import answers, free_port, started, wait_until


@contextlib.contextmanager
def web_server(**environment: str) -> Iterator[str]:
    """`deploy/web`; the address it is reached at."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    with started(
        "deploy/web", PORT=str(port), SITE_URL=site, **{"WEB_PROCESSES": "1"} | environment
    ) as process:
        wait_until(lambda: process.poll() is not None or answers(site), what="the web server's answer")
        assert process.poll() is None
        yield site


@contextlib.contextmanager
def worker(*queues: Queue, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """`deploy/worker`, ready to take the tasks of the queues, or of every queue."""
    expected = len([share for share in PROCESSES if not queues or set(queues).intersection(share)])
    with started("deploy/worker", *queues, WORKER_PROCESSES="1", **environment) as process:
        # On a busy machine so many processes take their time to begin.
        wait_until(
            lambda: process.poll() is not None or len(_answering()) == expected,
            seconds=90,
            what="the workers",
        )
        assert process.poll() is None
        yield process


def process_of(queue: Queue) -> int:
    """The id of the process that serves a queue, the first of them."""
    (found,) = (name for name in _answering() if queue in name.partition("@")[0].split("-")[0].split("+"))
    return int(found.partition("@")[0].rpartition("-")[2])


def _answering() -> list[str]:
    """The names of the workers that answer."""
    return [name for answer in app.control.ping(timeout=1, limit=len(PROCESSES)) or () for name in answer]


class Mailbox(Protocol):
    """Where mail arrives."""

    def next_for(self, address: str, seconds: float) -> EmailMessage | None:
        """The next mail to an address, or None when there is none within that time."""


class Guest:
    """A browser of somebody at a site, who fills in plain forms.

    Args:
        boxes: where their mail arrives.
    """

    def __init__(self, site: str, address: str, boxes: Mailbox) -> None:
        self.address = address
        self._site = site
        self._boxes = boxes
        self._client = httpx2.Client(base_url=site, timeout=60, follow_redirects=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def sign_in(self) -> None:
        """Ask for a link, follow it, press the button."""
        self._fill_in("/sign-in/", email=self.address)
        finish = self._client.get(self._mailed_link("sign-in"))
        assert finish.status_code == httpx2.codes.OK, finish.text
        # whoever comes for the first time is asked for a name
        named = {"name": "Chikuzen"} if 'name="name"' in finish.text else {}
        signed_in = self._fill_in(finish.url.path, **named)
        assert signed_in.url.path == "/games/", signed_in.text

    def invite(self, address: str, side: str, edition: str = DEFAULT) -> str:
        """Begin a game against an address; its id."""
        page = self._fill_in("/games/new/", edition=edition, opponent="invite", invited=address, side=side)
        assert "invitation is on its way" in page.text, page.text
        return page.url.path.split("/")[2]

    def accept(self) -> None:
        """Follow the link of the invitation, and accept."""
        page = self._client.get(self._mailed_link("i"))
        accepted = self._fill_in(page.url.path, answer="accept")
        assert accepted.status_code == httpx2.codes.OK, accepted.text

    def resign(self, game: str) -> None:
        """Give a game up, and confirm it."""
        page = self._fill_in(f"/games/{game}/resign/")
        assert page.url.path == f"/games/{game}/", page.text

    def record(self, game: str) -> dict[str, Any]:
        """The record of a game, as downloaded."""
        response = self._client.get(f"/games/{game}/record.json")
        assert response.status_code == httpx2.codes.OK, response.text
        environment: dict[str, Any] = response.json()
        return environment

    def _mailed_link(self, kind: str) -> str:
        mail = self._boxes.next_for(self.address, seconds=30)
        assert mail is not None, "no mail came"
        body = mail.get_body(preferencelist=("plain",))
        assert body is not None
        link = re.search(rf"{re.escape(self._site)}/{kind}/\S+", body.get_content())
        assert link, body.get_content()
        return link[0]

    def _fill_in(self, path: str, **fields: str) -> httpx2.Response:
        page = self._client.get(path)
        forged = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert forged, page.text
        return self._client.post(page.url, data={"csrfmiddlewaretoken": forged[1], **fields})
