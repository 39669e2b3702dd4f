"""Serves an ASGI application from several processes that listen together.

`python -m sekigahara.server.web_server` serves the service; HOST and PORT say where, WEB_PROCESSES how many.

It does what `uvicorn --workers` does, and two things more. Each process has its share of the connections
(`sekigahara.server.fair_socket`). And answers leave at once: uvicorn writes the head of one and its body
apart, and the system holds the second back until the client has confirmed the first, which clients do after
40 ms. The event loop sees to that where it opens the socket itself, and with several processes it does not.
"""

import os
import socket

import uvicorn
from uvicorn.supervisors import Multiprocess

from sekigahara.server.fair_socket import FairSocket


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
        proxy_headers=False,  # who the client is, and whether it came by https, is read in one place each
        log_level="warning",
        access_log=False,  # the proxy has one; each line is made up even where the level keeps it away
        timeout_graceful_shutdown=20,  # seconds
        # One that does not answer is killed with all requests in it. On a busy machine five seconds, which is
        # the default, are soon over.
        timeout_worker_healthcheck=60,  # seconds
    )
    Multiprocess(config, sockets=[listen(config)]).run()


def listen(config: uvicorn.Config) -> socket.socket:
    """The socket to listen at. What connects to it inherits that nothing waits."""
    listening = config.bind_socket()
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return FairSocket.of(listening)


if __name__ == "__main__":
    serve(
        "sekigahara.asgi:application",
        os.environ.get("HOST", "127.0.0.1"),
        int(os.environ.get("PORT", "8000")),
        int(os.environ.get("WEB_PROCESSES", "2")),
    )
