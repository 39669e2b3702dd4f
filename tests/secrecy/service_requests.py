"""The requests of a viewer to the service, and their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
METHODS = ("HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Ask(NamedTuple):
    """One request.

    Attributes:
        what: what is tried; no two of a channel have the same.
        is_own: it is what the viewer is about to do. Whatever else they try must not make chance draw, and so
            chance would answer that otherwise in each telling.
        goes_on: what comes of it is looked at too: the page that is gone on to, and mail.
    """

    what: str
    method: str
    path: str
    body: str = ""
    kind: str = JSON
    headers: Mapping[str, str] = MappingProxyType({})
    is_own: bool = False
    goes_on: bool = False


class Case(NamedTuple):
    """A moment at which a viewer asks; the same in both tellings, as long as nothing shows.

    Attributes:
        game: its id.
        label: the viewer's side, or ``public``.
        enemy: a side that is not the viewer's.
        version: how many changes the viewer could see.
        etag: the tag of what the viewer sees now; ``old`` is that of the beginning.
        fight: where the combat is; without one, somewhere.
        due_at: until when the enemy has time; empty without a deadline.
        own: the actions that the viewer is about to take, as JSON; none while somebody else is.
        form: the first of them as the page's form sends it.
        refused: actions that are refused, or are none.
        tried: actions, legal or not, that are only tried out.
        everything: whether to ask also what is seldom worth asking.
    """

    game: str
    label: str
    enemy: str
    version: int
    etag: str
    old: str
    fight: str
    due_at: str
    own: list[str]
    form: str
    refused: list[str]
    tried: list[str]
    everything: bool


def get(address: str, *queries: str) -> Iterator[Ask]:
    """Look at an address, and at the same with other queries."""
    for query in ("", *queries):
        yield Ask(f"look{query}", "GET", address + query)


def looked_at(case: Case, address: str) -> Iterator[Ask]:
    """An address that is only looked at: through all eyes there are."""
    yield from get(address, f"?as={case.label}", "?as=public", f"?as={case.enemy}")


def moments(case: Case, address: str) -> Iterator[Ask]:
    """The latest moment but one through all eyes there are, and others: of old, the latest, and none."""
    yield from looked_at(case, address)
    yield Ask("look?as=referee", "GET", f"{address}?as=referee")
    folder = address.removesuffix("/").rpartition("/")[0]
    for number in dict.fromkeys((1, case.version // 2, case.version, case.version + 1, 10**6)):
        yield Ask(f"look at {number}", "GET", f"{folder}/{number}/?as={case.label}")


def any_method(address: str) -> Iterator[Ask]:
    """Every method that an address may or may not know."""
    for method in METHODS:
        yield Ask(f"just {method}", method, address)
