from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models.person import Person
from accounts.time_away import LAST_HOUR
from games.models import playing_time


class Outage(models.Model):
    """A time that did not count, because the service was down.

    Attributes:
        since: when it began.
        until: when it ended.
        is_by_hand: whether an operator entered it. Otherwise the clock job found it.
        made_at: when deadlines were moved.
        moved: by kind, as ``games_seat.due_at``, and by the key of a row, the time before and after the move.
        undone_at: when an operator took it back; null for never.
    """

    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))
    is_by_hand = models.BooleanField(_("entered by hand"))
    made_at = models.DateTimeField(_("made at"))
    moved = models.JSONField(_("moved"), default=dict)
    undone_at = models.DateTimeField(_("taken back at"), null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(since__lt=models.F("until")), name="outage_lasted"),
        ]

    def __str__(self) -> str:
        return f"outage {self.pk}"

    @property
    def count(self) -> int:
        """How many times it moved."""
        return sum(map(len, self.moved.values()))


class Pulse(models.Model):
    """A single row with the time at which the service was last known to be up.

    Attributes:
        at: when clocks were last checked. Deadlines are extended by longer gaps.
    """

    at = models.DateTimeField(_("at"))

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_pulse")]

    def __str__(self) -> str:
        return self.at.isoformat()


ROWS_MOVED_AT_ONCE = 500


def _nobody(_row: Model) -> Sequence[Person]:
    return ()


class Timer(NamedTuple):
    """A column with times that outages move: deadlines, and the times from which idleness is counted.

    Deadlines also move when people change the days on which they are away.

    The caller holds the locks of its rows.

    Attributes:
        rows: whose times may be moved.
        column: with the time.
        begins: the column that says when a deadline was set; empty for a time that is no deadline.
        notes: columns to be cleared for a new deadline: that someone was reminded of the old one.
        people: by a row, those on whose days off a deadline stands still.
    """

    rows: QuerySet[Any]
    column: str
    begins: str = ""
    notes: tuple[str, ...] = ()
    people: Callable[[Any], Sequence[Person]] = _nobody

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

    def work_out_again(
        self, person: Person, before: str, now: datetime, stopped_at: Callable[[Any], datetime | None]
    ) -> None:
        """Move each deadline for which a person's days off count, after these have changed.

        Args:
            person: as they are now.
            before: their ``time_away`` until now.
            now: the present time. Deadlines within ``LAST_HOUR`` stay as they are.
            stopped_at: by a row, when its clock was stopped; None while it runs.
        """
        changes = dict[Model, datetime]()
        for row in self.rows:
            due, begun, people = getattr(row, self.column), getattr(row, self.begins), self.people(row)
            since = max(stopped_at(row) or now, begun)
            if person not in people or due <= since + LAST_HOUR:
                continue
            texts = [each.time_away for each in people]
            former = [before if each == person else each.time_away for each in people]
            after = playing_time.moved(due, since, since, begun, texts, before=former)
            if after != due:
                changes[row] = after
        self._save(changes)

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
        time: datetime = getattr(row, self.column)
        if not self.begins:
            return time + (until - since)
        begun: datetime = getattr(row, self.begins)
        texts = [person.time_away for person in self.people(row)]
        return playing_time.moved(time, max(since, begun), until, begun, texts)

    def _save(self, changes: Mapping[Any, datetime]) -> None:
        for row, time in changes.items():
            setattr(row, self.column, time)
            for note in self.notes:
                setattr(row, note, False)
        self.rows.model.objects.bulk_update(
            changes, [self.column, *self.notes], batch_size=ROWS_MOVED_AT_ONCE
        )


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    listed = list(keys)
    for begin in range(0, len(listed), ROWS_MOVED_AT_ONCE):
        yield listed[begin : begin + ROWS_MOVED_AT_ONCE]
