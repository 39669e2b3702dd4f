"""Reading a body as what it should be."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from rest_framework.request import Request

from games.api.errors import MalformedBody

Wanted = TypeVar("Wanted", bound=Struct)


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing more to say: an empty object, or no body at all."""


def body(request: Request) -> bytes:
    """The body as it came; empty where there is none."""
    # Of a request without a body the framework makes an empty form.
    data: Any = request.data
    return data if isinstance(data, bytes) else b""


def decoded(request: Request, wanted: type[Wanted]) -> Wanted:
    """The body as what it should be; no body is an empty object.

    Raises:
        MalformedBody: it is not that.
    """
    try:
        return msgspec.json.decode(body(request) or b"{}", type=wanted)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error)) from None


def several(request: Request) -> list[bytes]:
    """The body as actions, each the very text that was sent: one, or a list of them.

    Whether they are any is for the engine to say.

    Raises:
        MalformedBody: nested too deeply.
    """
    sent = body(request)
    if not sent.lstrip().startswith(b"["):
        return [sent]
    try:
        return [bytes(raw) for raw in msgspec.json.decode(sent, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedBody(str(error)) from None
