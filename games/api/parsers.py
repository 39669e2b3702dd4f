"""Bodies of requests, of which no more is read than any honest one has."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.api.errors import TooLarge

MOST_BYTES = 16 * 1024
"""The longest action, a stack move of a whole army on many paths, has less than a quarter of this."""


class BodyParser(BaseParser):
    """The body as it came: the engine reads actions itself."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002 - REST framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise TooLarge
        return body


class ObjectParser(BodyParser):
    """The body as a JSON value."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = super().parse(stream, media_type, parser_context)
        try:
            return json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ParseError from error
