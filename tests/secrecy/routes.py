"""Every route of the service, found by walking the resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Route(NamedTuple):
    """One route.

    Attributes:
        name: with its namespaces; its path, where it has no name.
        path: from the root, with parameters in angle brackets.
    """

    name: str
    path: str

    def filled(self, **values: str) -> str:
        """Its address with these values for its parameters.

        Raises:
            KeyError: one has no value.
        """
        return PARAMETER.sub(lambda found: values[found[1]], self.path)


def routes(patterns: Sequence[URLPattern | URLResolver] | None = None) -> list[Route]:
    """All there are, or those of some patterns."""
    return list(_walk(get_resolver().url_patterns if patterns is None else patterns, (), "/"))


def _walk(
    patterns: Sequence[URLPattern | URLResolver], namespaces: tuple[str, ...], path: str
) -> Iterator[Route]:
    for each in patterns:
        here = path + str(each.pattern)
        if isinstance(each, URLResolver):
            inside = (*namespaces, each.namespace) if each.namespace else namespaces
            yield from _walk(each.url_patterns, inside, here)
        else:
            yield Route(":".join([*namespaces, each.name]) if each.name else here, here)
