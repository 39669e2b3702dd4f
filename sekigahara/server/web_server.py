"""Serves an ASGI application from several processes that listen on one socket.

`python -m sekigahara.server.web_server` serves the service. HOST and PORT say where, WEB_PROCESSES with how
many processes.

It does what `uvicorn --workers` does, and sets TCP_NODELAY on the socket. Uvicorn writes the head and the
body of an answer separately. Without the option the system holds the body back until the client has
acknowledged the head, which can take 40 ms on a connection that is kept open. The event loop sets the option
where it opens the socket itself, but with several processes uvicorn opens it.
`sekigahara/adr/0012-the-web-server-sets-tcp-nodelay.md` has the numbers.
"""

import contextlib
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from uvicorn.supervisors import Multiprocess

from sekigahara.server.connections import Connection


def serve(application: str, host: str, port: int, processes: int) -> None:
    """Serve until a signal ends it.

    Args:
        application: as ``module:name``.
    """
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        workers=processes,
        lifespan="on",
        http=Connection,
        proxy_headers=False,  # accounts.rate_limits and the settings decide what a proxy is believed
        log_level="warning",
        log_config=None,  # its loggers write like all others
        access_log=False,  # the proxy has one
        timeout_graceful_shutdown=20,  # seconds
        # A process that does not answer is killed with all its requests. On a busy machine the default of
        # five seconds is too short.
        timeout_worker_healthcheck=60,  # seconds
    )
    with _shared_figures():
        Multiprocess(config, sockets=[listen(config)]).run()


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


def listen(config: uvicorn.Config) -> socket.socket:
    """The socket to listen on. Connections to it inherit TCP_NODELAY."""
    listening = config.bind_socket()
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


if __name__ == "__main__":
    serve(
        "sekigahara.asgi:application",
        os.environ.get("HOST", "127.0.0.1"),
        int(os.environ.get("PORT", "8000")),
        int(os.environ.get("WEB_PROCESSES", "2")),
    )
