"""Serves an ASGI application from several processes that listen on one socket.

`python -m sekigahara.server.web_server` serves the service. WEB_PROCESSES says with how many processes, HOST
and PORT where, unless systemd hands over a socket.

It does what `uvicorn --workers` does, and more:

- It loads the application once, for all processes, in none that only waits (`sekigahara.jobs.supervisor`).
- The socket has TCP_NODELAY. Uvicorn writes the head and the body of an answer separately. Without the option
  the system holds the body back until the client has acknowledged the head, which can take 40 ms on a
  connection that is kept open. `sekigahara/adr/0012-the-web-server-sets-tcp-nodelay.md` has the numbers.
- A second server can be started at the same address. From the moment when it listens it gets all new
  connections, so that the first can be stopped and none is lost
  (`sekigahara/adr/0029-a-new-server-takes-over.md`).
"""

import contextlib
import os
import socket
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from sekigahara.jobs.supervisor import keep_running

FIRST_SOCKET = 3
"""The file descriptor of the first socket that systemd hands over."""


def serve(application: str, host: str, port: int, processes: int) -> None:
    """Serve until a signal ends it.

    Args:
        application: as ``module:name``.
        host: the address to listen at, and ``port`` its port.
        processes: how many.
    """
    with _shared_figures():
        listening = listen(host, port)
        load, task = partial(_load, application), partial(_answer, application, listening)
        tasks = {f"web-{number}": task for number in range(processes)}
        keep_running(load, tasks, listening.close)


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


def _load(application: str) -> None:
    import_module("sekigahara.server.web_process")
    import_module(application.partition(":")[0])


def _answer(application: str, listening: socket.socket) -> None:
    from sekigahara.server import web_process  # noqa: PLC0415 - only the loading process loads it

    web_process.answer(application, listening)


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


if __name__ == "__main__":
    serve(
        "sekigahara.asgi:application",
        os.environ.get("HOST", "127.0.0.1"),
        int(os.environ.get("PORT", "8000")),
        int(os.environ.get("WEB_PROCESSES", "2")),
    )
