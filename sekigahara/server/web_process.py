"""What a process of `sekigahara.server.web_server` does: it answers what comes on the common socket."""

import asyncio
import ctypes
import logging
import os
import socket
import struct
import sys

import uvicorn
from django.conf import settings

from sekigahara.server.connections import Connection

log = logging.getLogger(__name__)

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


def answer(application: str, listening: socket.socket) -> None:
    """Answer until a signal comes.

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
    Server(config).run([listening])


def let_the_last_take_over(listening: socket.socket) -> None:
    """Let the second of two servers that listen at an address have all new connections.

    Linux counts the sockets at an address from 0 and asks this program for a number. Where only one listens
    there is no 1, and it takes that one. Other systems choose between both.
    """
    if sys.platform == "linux":
        program = ctypes.create_string_buffer(struct.pack("HBBI", RETURN, 0, 0, 1))
        told = struct.pack("HP", 1, ctypes.addressof(program))
        listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, told)
