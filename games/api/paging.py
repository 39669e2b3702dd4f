"""Pages of lists that change while they are read: each page goes on after the last row of the one before.

A cursor holds what the list is sorted by, of that row. It is signed together with what the list is of and how
it is sorted, so that whatever comes back is ours, and of such a list; it holds nothing that the row did not
show.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.core.signing import BadSignature, Signer
from django.db.models import F, Model, OrderBy, Q, QuerySet

from games.api.errors import MalformedParameter
from games.ladders.clubs.name_rules import LONGEST_FOLDED

Row = TypeVar("Row", bound=Model)
Value = datetime | str | int | None

LONGEST_CURSOR = 4 * LONGEST_FOLDED * 4 // 3 + 200
"""Letters: the longest name that a list is sorted by, in signs of four bytes, as base64; then the rest, and
the signature."""


class _AsIs:
    """Writes JSON without spelling foreign letters out: so a name takes a third of the room at most."""

    @staticmethod
    def dumps(values: Any) -> bytes:
        return msgspec.json.encode(values)

    @staticmethod
    def loads(written: bytes) -> Any:
        return msgspec.json.decode(written)


class Key(NamedTuple):
    """One thing that a list is sorted by.

    Attributes:
        may_lack: some rows have none of it, and come last.
    """

    field: str
    is_descending: bool
    may_lack: bool


def page(rows: QuerySet[Row], limit: int, cursor: str) -> tuple[list[Row], str]:
    """Some rows of a sorted list, no two of which are alike in all that they are sorted by.

    Args:
        rows: sorted by fields, where some may be null with nulls last.
        cursor: where to go on; empty to begin.

    Returns:
        The rows and the cursor of those after them; an empty one when there are none.

    Raises:
        MalformedParameter: the cursor is none of ours, or of a list of something else, or sorted otherwise.
    """
    keys = list(_keys(rows))
    signer = Signer(salt=f"games.api.paging {rows.model.__module__} {[tuple(key) for key in keys]}")
    if cursor:
        values = _read(signer, cursor)
        rows = rows.filter(_bound(keys[0], values[0]), _after(keys, values))
    found = list(rows[: limit + 1])
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
    """Rows alike in the first keys and beyond in the next, for any number of first ones."""
    after, alike = Q(pk__in=()), Q()
    for key, value in zip(keys, values, strict=True):
        if value is not None:
            beyond = Q(**{f"{key.field}__{'lt' if key.is_descending else 'gt'}": value})
            after |= alike & (beyond | Q(**{f"{key.field}__isnull": True}) if key.may_lack else beyond)
        alike &= Q(**{f"{key.field}__isnull": True} if value is None else {key.field: value})
    return after


def _bound(key: Key, value: Value) -> Q:
    """What all rows after have in common, said once more: by this an index knows where to begin."""
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
        raise MalformedParameter("the cursor is none that was given out for this list") from None
    return [datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value for value in values]
