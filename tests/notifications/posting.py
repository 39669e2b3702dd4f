"""Posting to addresses over real sockets, where names are what a test says."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from notifications.webhooks.sending import Post, PostResult, post_all


def post(url: str, **headers: str) -> PostResult:
    (answer,) = post_all([Post(url, headers, '{"told":"関ヶ原"}')])
    return answer


def named(patch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """From now on every name has these addresses; the names that were asked for."""
    asked: list[str] = []

    def resolve(host: str, port: int, *_rest: Any, **_more: Any) -> list[Any]:
        asked.append(host)
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in addresses
        ]

    patch.setattr(socket, "getaddrinfo", resolve)
    return asked
