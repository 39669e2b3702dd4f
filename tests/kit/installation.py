"""A running installation of the full size, on the test's own database and Redis prefix."""

import contextlib
from collections.abc import Iterator
from typing import Any

import httpx

from sekigahara.celery import app
from tests.kit.processes import free_port, running, wait_until

CREATE_TOKEN = "lets a test create games"


@contextlib.contextmanager
def web_server(**told: str) -> Iterator[str]:
    """The ASGI application in a process of its own; the address it is reached at."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    command = ["sekigahara.asgi:application", f"--port={port}", "--log-level=warning", "--lifespan=off"]
    with running("uvicorn", *command, SITE_URL=site, SEKIGAHARA_CREATE_TOKEN=CREATE_TOKEN, **told) as process:
        wait_until(lambda: process.poll() is not None or _answers(site), what="the web server's answer")
        assert process.poll() is None
        yield site


def _answers(site: str) -> bool:
    try:
        return httpx.get(f"{site}/api/v1/").status_code == httpx.codes.NOT_FOUND
    except httpx.ConnectError:
        return False


@contextlib.contextmanager
def worker(**told: str) -> Iterator[None]:
    """A Celery worker in a process of its own, ready to take jobs."""
    command = ["worker", "--pool=solo", "--loglevel=WARNING", "--without-gossip", "--without-mingle"]
    with running("celery", "--app=sekigahara", *command, **told) as process:
        wait_until(lambda: process.poll() is not None or app.control.ping(timeout=0.2), what="a worker")
        assert process.poll() is None
        yield


def create_game(site: str, east: str, west: str) -> dict[str, Any]:
    """A new game between two addresses, as the API tells it."""
    response = httpx.post(
        f"{site}/api/v1/games/",
        json={"edition": "kessen", "east_email": east, "west_email": west},
        headers={"Authorization": f"Bearer {CREATE_TOKEN}"},
        timeout=5,  # nothing a request does may take longer
    )
    assert response.status_code == httpx.codes.CREATED, response.text
    told: dict[str, Any] = response.json()
    return told
