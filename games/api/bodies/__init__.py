"""The bodies of requests, and reading them."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from rest_framework.request import Request

from games.api import mistakes
from games.api.errors import MalformedBody

Body = TypeVar("Body", bound=Struct)


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object, or no body at all."""


def body(request: Request) -> bytes:
    """The raw body; empty if there is none."""
    # Of a request without a body the framework makes an empty form.
    data: Any = request.data
    return data if isinstance(data, bytes) else b""


def decoded(request: Request, kind: type[Body]) -> Body:
    """Decode a body. A missing body counts as an empty object.

    Raises:
        MalformedBody: the body does not match the type.
    """
    try:
        return msgspec.json.decode(body(request) or b"{}", type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error), mistakes.of_body(body(request), kind)) from None


def several(request: Request) -> list[bytes]:
    """Split a body into its actions, each as the exact text that was sent.

    The body is one action or a list of them. The engine validates them.

    Raises:
        MalformedBody: the list is not JSON, or nested too deeply.
    """
    sent = body(request)
    if not sent.lstrip().startswith(b"["):
        return [sent]
    try:
        return [bytes(raw) for raw in msgspec.json.decode(sent, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error)) from None
