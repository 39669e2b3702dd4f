"""Keyset pagination: each page continues after the last row of the previous one, even if the list has
changed.

A cursor holds the sort values of that row, which the row itself shows. It is signed together with the model
and the sort order, so it is valid only for the same kind of list.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from django.core.signing import BadSignature, Signer
from django.db.models import F, Model, OrderBy, Q, QuerySet
from msgspec import Meta, Struct

from games.api.errors import MalformedParameter
from games.ladders.clubs.name_rules import LONGEST_FOLDED
from sekigahara.db import replica

Row = TypeVar("Row", bound=Model)
Value = datetime | str | int | None

ROWS_A_PAGE = 25
"""Of a list, if the client does not say how many it wants."""
MOST_ROWS_A_PAGE = 100
CHANGES_A_PAGE = 100
"""Of the history of a game, if the client does not say how many it wants."""
MOST_CHANGES_A_PAGE = 500
LONGEST_CURSOR = 4 * LONGEST_FOLDED * 4 // 3 + 200
"""In characters: the longest name used for sorting, with four bytes per character, as base64; plus the rest
and the signature."""

Limit = Annotated[int, Meta(ge=1, le=MOST_ROWS_A_PAGE, description="The maximum number of items to return.")]


class Paged(Struct, frozen=True):
    """Query parameters that select a page of a list."""

    limit: Limit = ROWS_A_PAGE
    cursor: Annotated[str, Meta(max_length=LONGEST_CURSOR)] = ""
    """The position in the list, as in the `next` URL of the previous page."""


class _AsIs:
    """A JSON serializer that does not escape non-ASCII characters, so that names take at most a third of the
    space."""

    @staticmethod
    def dumps(values: Any) -> bytes:
        return msgspec.json.encode(values)

    @staticmethod
    def loads(written: bytes) -> Any:
        return msgspec.json.decode(written)


class Key(NamedTuple):
    """A field by which a list is sorted.

    Attributes:
        may_lack: the field may be null; such rows come last.
    """

    field: str
    is_descending: bool
    may_lack: bool


def page(rows: QuerySet[Row], limit: int, cursor: str, *, may_lag: bool = False) -> tuple[list[Row], str]:
    """Find a page of a sorted list. The sort fields together must be unique.

    Args:
        rows: the rows, sorted by fields; null values come last.
        cursor: the cursor of this page; empty for the first.
        may_lag: rows of the last seconds may be missing, so that a replica can say which there are.

    Returns:
        The rows and the cursor of the next page; empty if there is none.

    Raises:
        MalformedParameter: the cursor was not issued for this kind of list.
    """
    keys = list(_keys(rows))
    signer = Signer(salt=f"games.api.paging {rows.model.__module__} {[tuple(key) for key in keys]}")
    if cursor:
        values = _read(signer, cursor)
        rows = rows.filter(_bound(keys[0], values[0]), _after(keys, values))
    found = replica.first(rows, limit + 1) if may_lag else list(rows[: limit + 1])
    here = found[:limit]
    return here, _written(signer, keys, here[-1]) if len(found) > limit else ""


def _keys(rows: QuerySet[Row]) -> Iterator[Key]:
    for order in rows.query.order_by:
        if isinstance(order, OrderBy) and isinstance(order.expression, F):
            (field,) = order.expression.deconstruct()[1]
            yield Key(field, order.descending, may_lack=True)
        else:
            yield Key(str(order).removeprefix("-"), str(order).startswith("-"), may_lack=False)


def _after(keys: Sequence[Key], values: Sequence[Value]) -> Q:
    """Condition for rows after the given values: equal in the first keys and beyond in the next, for any
    number of keys."""
    after, alike = Q(pk__in=()), Q()
    for key, value in zip(keys, values, strict=True):
        if value is not None:
            beyond = Q(**{f"{key.field}__{'lt' if key.is_descending else 'gt'}": value})
            after |= alike & (beyond | Q(**{f"{key.field}__isnull": True}) if key.may_lack else beyond)
        alike &= Q(**{f"{key.field}__isnull": True} if value is None else {key.field: value})
    return after


def _bound(key: Key, value: Value) -> Q:
    """A redundant bound on the first key, which lets the database use an index."""
    if key.may_lack:
        return Q()
    return Q(**{f"{key.field}__{'lte' if key.is_descending else 'gte'}": value})


def _written(signer: Signer, keys: Sequence[Key], row: Model) -> str:
    return signer.sign_object([_plain(_value(row, key.field)) for key in keys], serializer=_AsIs)


def _value(row: Any, field: str) -> Value:
    for name in field.split("__"):
        row = getattr(row, name)
    value: Value = row
    return value


def _plain(value: Value) -> Any:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value


def _read(signer: Signer, cursor: str) -> list[Value]:
    try:
        values = signer.unsign_object(cursor, serializer=_AsIs)
    except BadSignature:
        raise MalformedParameter("the cursor does not belong to this list") from None
    return [datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value for value in values]
