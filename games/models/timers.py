"""Columns with times that an outage moves: deadlines, and the times from which idleness is counted."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

AT_ONCE = 500
"""Rows that one statement changes."""


class Timer(NamedTuple):
    """One such column. The caller holds the locks of its rows.

    Attributes:
        rows: whose times may be moved.
        column: with the time.
        begins: the column that says when a deadline was set; empty for a time that is no deadline.
        notes: columns to be cleared for a new deadline: that someone was reminded of the old one.
    """

    rows: QuerySet[Any]
    column: str
    begins: str = ""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The table and the column, as ``games_seat.due_at``."""
        return f"{self.rows.model._meta.db_table}.{self.column}"  # noqa: SLF001 - the documented way

    def move_on(self, since: datetime, until: datetime) -> dict[str, list[str]]:
        """Add to each time what an outage took of it.

        Returns:
            By the keys of the rows that were changed, the times before and after, as ISO 8601.
        """
        changes = {row: self._after(row, since, until) for row in self._concerned(since, until)}
        moved = {
            str(row.pk): [getattr(row, self.column).isoformat(), after.isoformat()]
            for row, after in changes.items()
        }
        self._save(changes)
        return moved

    def move_back(self, moved: Mapping[str, list[str]], earliest: datetime) -> int:
        """Undo `move_on` for rows whose time is still the one that it set.

        Args:
            moved: what it returned.
            earliest: no deadline is moved to before this.

        Returns:
            The number of rows.
        """
        changes = dict[Model, datetime]()
        for keys in _batches(moved):
            for row in self.rows.filter(pk__in=keys):
                before, after = map(datetime.fromisoformat, moved[str(row.pk)])
                if getattr(row, self.column) == after:
                    changes[row] = max(before, min(after, earliest)) if self.begins else before
        self._save(changes)
        return len(changes)

    def _concerned(self, since: datetime, until: datetime) -> QuerySet[Any]:
        if not self.begins:
            return self.rows.filter(**{f"{self.column}__lte": since})
        return self.rows.filter(**{f"{self.column}__gte": since, f"{self.begins}__lt": until})

    def _after(self, row: Model, since: datetime, until: datetime) -> datetime:
        begun = max(since, getattr(row, self.begins)) if self.begins else since
        after: datetime = getattr(row, self.column) + (until - begun)
        return after

    def _save(self, changes: Mapping[Any, datetime]) -> None:
        for row, time in changes.items():
            setattr(row, self.column, time)
            for note in self.notes:
                setattr(row, note, False)
        self.rows.model.objects.bulk_update(changes, [self.column, *self.notes], batch_size=AT_ONCE)


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    listed = list(keys)
    for begin in range(0, len(listed), AT_ONCE):
        yield listed[begin : begin + AT_ONCE]
