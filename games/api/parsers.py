"""Parser of request bodies, with a size limit."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.api.errors import MalformedBody, TooLarge

MOST_BODY_BYTES = 64 * 1024
"""More than four times the longest list of actions, which is all the moves of a week."""


class BodyParser(BaseParser):
    """Returns the raw body after checking that it is unambiguous JSON.

    Views and the engine decode it to their own types.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002 - REST framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        """Read the body. Whole numbers in it have no point and no exponent any more.

        Raises:
            TooLarge: the body has more than ``MOST_BODY_BYTES``.
            MalformedBody: the body is not JSON, has duplicate keys or numbers such as NaN, or is nested too
                deeply.
        """
        body = stream.read(MOST_BODY_BYTES + 1)
        if len(body) > MOST_BODY_BYTES:
            raise TooLarge(MOST_BODY_BYTES)
        whole: list[int] = []

        def number(word: str) -> int | float:
            """A number that is written with a point or an exponent. JSON Schema has 10.0 for an integer."""
            value = float(word)
            if not value.is_integer():
                return value
            whole.append(int(value))
            return whole[-1]

        try:
            parsed = json.loads(
                body.decode(), object_pairs_hook=_once, parse_constant=_no_number, parse_float=number
            )
        except RecursionError:
            raise MalformedBody("nested too deeply") from None
        except ValueError as error:
            raise MalformedBody(str(error)) from None
        return json.dumps(parsed).encode() if whole else body


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without duplicate keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a JSON number")
