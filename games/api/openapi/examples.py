"""The examples of the OpenAPI document: requests written by hand, and responses recorded from the service.

``requests.json`` has bodies by operation and title. A test in ``tests/api/test_openapi.py`` writes
``responses.json``, and fails if it is out of date.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from drf_spectacular.plumbing import build_examples_list
from drf_spectacular.utils import OpenApiExample
from msgspec import Struct

REQUESTS = Path(__file__).with_name("requests.json")
RESPONSES = Path(__file__).with_name("responses.json")

Titled = dict[str, Any]
"""Examples by their title."""


class Responses(Struct, frozen=True):
    """Recorded responses.

    Attributes:
        components: one for each component, by its name.
        operations: those of operations that have an example of their own, by operation.
        problems: those of error statuses, by status.
    """

    components: dict[str, Any]
    operations: dict[str, Titled]
    problems: dict[str, Titled]


@cache
def requests() -> dict[str, Titled]:
    """The bodies, by operation."""
    return msgspec.json.decode(REQUESTS.read_bytes(), type=dict[str, Titled])


@cache
def responses() -> Responses:
    """The recorded responses."""
    return msgspec.json.decode(RESPONSES.read_bytes(), type=Responses)


def add(content: dict[str, Any], examples: Titled | None) -> None:
    """Add examples to the media types of a body."""
    if examples:
        for media in content.values():
            media["examples"] = build_examples_list(
                [OpenApiExample(title, each) for title, each in examples.items()]
            )
