"""Errors of the API itself, beyond those of the engine and the services.

The statuses and sentences are in `sekigahara.errors.codes`. The parameters of an error appear in its problem
document, so they must not contain anything hidden from the caller.
"""

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import APIException

from games.api.answers.terms import Mistake
from games.api.streams.limits import RETRY_STREAM_AFTER
from sekigahara.errors.codes import CODES

LONGEST_REASON = 200
"""The maximum length of a parser's message, which may quote the whole body."""
MOST_NAMED = 10
"""The maximum number of unknown query parameters that a response names."""


class ApiRefusal(APIException):
    """A refusal of the API.

    Args:
        code: a code in the table of error codes.
        variant: the cause, where the code has several texts.
        parameters: what the sentence needs.

    Attributes:
        mistakes: all that is wrong with the body or the query.
    """

    mistakes: Sequence[Mistake] = ()

    def __init__(self, code: str, *, variant: str = "", **parameters: Any) -> None:
        declared = CODES[code]
        self.status_code = declared.status
        self.parameters = parameters
        super().__init__(declared.sentence(parameters, variant), code)


class MalformedBody(ApiRefusal):
    """The body is not JSON, or not the JSON that is expected."""

    def __init__(self, reason: str, mistakes: Sequence[Mistake] = ()) -> None:
        super().__init__("malformed-body", reason=_readable(reason))
        self.mistakes = mistakes


class MalformedParameter(ApiRefusal):
    """A query parameter is invalid."""

    def __init__(self, reason: str, mistakes: Sequence[Mistake] = ()) -> None:
        super().__init__("malformed-parameter", reason=_readable(reason))
        self.mistakes = mistakes


class UnknownParameter(ApiRefusal):
    """The operation does not have a query parameter of that name.

    Args:
        unknown: the names that it does not have.
        known: the names that it has.
        mistakes: these, and what is wrong with others.
    """

    def __init__(self, unknown: Sequence[str], known: Sequence[str], mistakes: Sequence[Mistake]) -> None:
        names = [_readable(name) for name in unknown[:MOST_NAMED]]
        super().__init__("unknown-parameter", variant="" if known else "none", unknown=names, known=[*known])
        self.mistakes = mistakes


class MalformedKey(ApiRefusal):
    """An Idempotency-Key is invalid."""

    def __init__(self) -> None:
        super().__init__("malformed-idempotency-key")


class MalformedHeader(ApiRefusal):
    """The value of a header is invalid.

    Args:
        name: the name of the header.
    """

    def __init__(self, name: str) -> None:
        super().__init__("malformed-header", header=name)


class TooManyStreams(ApiRefusal):
    """Too many streams are open.

    Args:
        most: the limit per caller; None if the server has reached its own limit.
    """

    wait = RETRY_STREAM_AFTER
    """Seconds until the client may retry."""

    def __init__(self, most: int | None) -> None:
        if most is None:
            super().__init__("too-many-streams", variant="server")
        else:
            super().__init__("too-many-streams", most=most)


class NoSeat(ApiRefusal):
    """The caller tries to act in a game that they only watch."""

    def __init__(self) -> None:
        super().__init__("no-seat")


class OrdersChanged(ApiRefusal):
    """The orders have changed since the version in If-Match.

    Args:
        version: of the orders now.
        etag: their current tag.
    """

    def __init__(self, version: int, etag: str) -> None:
        super().__init__("orders-changed", version=version, etag=etag)


class NoMoment(ApiRefusal):
    """A game has no moment of that number.

    Args:
        last: the number of the latest moment.
    """

    def __init__(self, last: int) -> None:
        super().__init__("no-moment", last=last)


class LengthRequired(ApiRefusal):
    """A request with a body does not say how long it is."""

    def __init__(self) -> None:
        super().__init__("length-required")


class TooLarge(ApiRefusal):
    """The body is too long.

    Args:
        most: the maximum number of bytes.
    """

    def __init__(self, most: int) -> None:
        super().__init__("too-large", most=most)


class Unknown(ApiRefusal):
    """The request names something that this installation does not have.

    Args:
        what: the kind, such as ``edition`` for the code ``unknown-edition``.
        name: the unknown name.
        known: the available names.
    """

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        super().__init__(f"unknown-{what}", **{what: _readable(name)}, known=known)


class Unfit(ApiRefusal):
    """The body is well-formed, but a value in it is not acceptable.

    Args:
        code: such as ``not-an-address``.
        variant: the cause, where the code has several texts.
    """

    def __init__(self, code: str, *, variant: str = "") -> None:
        super().__init__(code, variant=variant)


class VersionRequired(ApiRefusal):
    """A write has no If-Match."""

    def __init__(self) -> None:
        super().__init__("version-required")


def _readable(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= LONGEST_REASON else shown[: LONGEST_REASON - 1] + "…"
