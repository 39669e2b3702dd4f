"""Bodies of requests, of which no more is read than any honest one has."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.api.errors import MalformedBody, TooLarge

MOST_BYTES = 64 * 1024
"""The longest list of actions, all the moves of a week, has less than a quarter of this."""


class BodyParser(BaseParser):
    """The body as it came, in bytes, once it is sure to be JSON that means one thing.

    Decoding it is left to whoever knows what it should be; the engine reads actions itself.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002 - REST framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        """Read the body.

        Raises:
            TooLarge: more than ``MOST_BYTES``.
            MalformedBody: no JSON; or with a key twice, a number that is none, or nested beyond all reason.
        """
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise TooLarge(MOST_BYTES)
        try:
            json.loads(body.decode(), object_pairs_hook=_once, parse_constant=_no_number)
        except RecursionError:
            raise MalformedBody("nested too deeply") from None
        except ValueError as error:
            raise MalformedBody(str(error)) from None
        return body


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two values for one key nobody could say which is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
