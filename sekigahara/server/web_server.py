"""Serves an ASGI application from several processes that listen on one socket.

`python -m sekigahara.server.web_server` serves the service. WEB_PROCESSES says with how many processes, HOST
and PORT where, unless systemd hands over a socket.

It does what `uvicorn --workers` does, and more:

- It loads the application once, for all processes.
- The socket has TCP_NODELAY. Uvicorn writes the head and the body of an answer separately. Without the option
  the system holds the body back until the client has acknowledged the head, which can take 40 ms on a
  connection that is kept open. `sekigahara/adr/0012-the-web-server-sets-tcp-nodelay.md` has the numbers.
- A second server can be started at the same address. From the moment when it listens it gets all new
  connections, so that the first can be stopped and none is lost
  (`sekigahara/adr/0029-a-new-server-takes-over.md`).
"""

import asyncio
import contextlib
import ctypes
import importlib
import logging
import os
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import uvicorn
from django.conf import settings

from sekigahara.jobs.supervisor import keep_running
from sekigahara.server.connections import Connection

log = logging.getLogger(__name__)

FIRST_SOCKET = 3
"""The file descriptor of the first socket that systemd hands over."""
STILL_ACCEPTING = 0.5
"""Seconds for which a server that ends takes the connections that the system has accepted for it."""
SO_ATTACH_REUSEPORT_CBPF = 51
RETURN = 0x06
"""The instruction of a packet filter that returns a number."""


class Server(uvicorn.Server):
    """Says when it takes connections, and ends without losing one that the system has accepted."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell the log and systemd."""
        await super().startup(sockets)
        for listening in sockets or []:
            if listening.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT):
                let_the_last_take_over(listening)
        log.info("web process %d of release %s takes connections", os.getpid(), settings.RELEASE)
        if address := os.environ.get("NOTIFY_SOCKET"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                systemd.sendto(b"READY=1", address.replace("@", "\0", 1))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept for a moment what has come in, then finish what there is."""
        await asyncio.sleep(STILL_ACCEPTING)
        await super().shutdown(sockets)


def serve(application: str, host: str, port: int, processes: int) -> None:
    """Serve until a signal ends it.

    Args:
        application: as ``module:name``.
    """
    config = uvicorn.Config(
        application,
        lifespan="on",
        http=Connection,
        proxy_headers=False,  # accounts.rate_limits and the settings decide what a proxy is believed
        log_level="warning",
        log_config=None,  # its loggers write like all others
        access_log=False,  # the proxy has one
        timeout_graceful_shutdown=20,  # seconds
    )
    with _shared_figures():
        listening = listen(host, port)
        importlib.import_module(application.partition(":")[0])
        task = partial(_serve, config, listening)
        keep_running({f"the web process {number}": task for number in range(processes)}, listening.close)


@contextlib.contextmanager
def _shared_figures() -> Iterator[None]:
    """A folder in which the processes count together, if figures are wanted.

    It is in memory where the system has such a place: a process whose file finds no room on a full disk would
    be killed.
    """
    if not os.environ.get("METRICS_TOKEN"):
        yield
        return
    in_memory = Path("/dev/shm")  # noqa: S108 - the folder in it is our own
    where = in_memory if in_memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="sekigahara-", dir=where) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def _serve(config: uvicorn.Config, listening: socket.socket) -> None:
    Server(config).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen on: that of systemd, or one that others of the same user may listen beside.

    Raises:
        OSError: the address cannot be used.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        listening = socket.socket(fileno=FIRST_SOCKET)
    else:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind((host, port))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
    return listening


def let_the_last_take_over(listening: socket.socket) -> None:
    """Let the second of two servers that listen at an address have all new connections.

    Linux counts the sockets at an address from 0 and asks this program for a number. Where only one listens
    there is no 1, and it takes that one. Other systems choose between both.
    """
    if sys.platform == "linux":
        program = ctypes.create_string_buffer(struct.pack("HBBI", RETURN, 0, 0, 1))
        told = struct.pack("HP", 1, ctypes.addressof(program))
        listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, told)


if __name__ == "__main__":
    serve(
        "sekigahara.asgi:application",
        os.environ.get("HOST", "127.0.0.1"),
        int(os.environ.get("PORT", "8000")),
        int(os.environ.get("WEB_PROCESSES", "2")),
    )
