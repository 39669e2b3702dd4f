"""Keeps the tables of seasons as lines, so that reading some lines costs the same however many there are.

Everything that a table depends on, matches with results and who takes part, is changed in a transaction that
also calls ``changed``. ``keep`` then computes the whole table by ``standings`` and stores the lines that
differ. Small tables are updated at once, large ones by the worker some minutes later; until then they show
the old state. Lines can be computed again at any time: set ``Season.tabled`` to 0.
"""

from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from games.ladders.models.season import Line, Season
from games.ladders.tables import queries
from games.ladders.tables.standings import TableRow

SMALL_TABLE_LINES: Final = 200
"""A change waits for the update of a table with up to this number of lines."""
LINES_A_STATEMENT: Final = 1_000
"""Lines that one statement writes."""
STORED_COLUMNS: Final = ("position", "place", "points", "wins", "ties", "losses", "tie_breaks")


def changed(seasons: QuerySet[Season]) -> None:
    """Mark the tables of these seasons as out of date, in the transaction that changes them."""
    seasons.update(changes=F("changes") + 1)


def keep_small(seasons: QuerySet[Season]) -> None:
    """Update those of these tables that are out of date and small."""
    for season in _due(seasons):
        if not Line.objects.filter(season=season, position__gt=SMALL_TABLE_LINES).exists():
            keep(season)


def keep_due() -> int:
    """Update every table that is out of date.

    Returns:
        How many.
    """
    return sum(keep(season) for season in _due(Season.objects.all()))


def keep(season: Season) -> bool:
    """Compute the table of a season, and store the lines that have changed.

    It reads without a lock, so that no one has to wait. Changes made meanwhile make the table out of date
    again.

    Args:
        season: with the ``changes`` that were read before.

    Returns:
        Whether it was stored; False if another worker was first.
    """
    rows = queries.table_of(season)
    mine = Season.objects.filter(pk=season.pk, tabled__lt=season.changes)
    with transaction.atomic(durable=True):
        if not mine.update(tabled=season.changes):
            return False
        before = {line.person_id: line for line in Line.objects.filter(season=season)}
        lines = [_line(season, position, row) for position, row in enumerate(rows, start=1)]
        gone = before.keys() - {line.person_id for line in lines}
        Line.objects.filter(season=season, person__in=gone).delete()
        Line.objects.bulk_create(
            (line for line in lines if not _is_same(line, before.get(line.person_id))),
            batch_size=LINES_A_STATEMENT,
            update_conflicts=True,
            unique_fields=["season", "person"],
            update_fields=STORED_COLUMNS,
        )
    return True


def _due(seasons: QuerySet[Season]) -> QuerySet[Season]:
    return seasons.filter(tabled__lt=F("changes")).select_related("ladder").order_by("pk")


def _line(season: Season, position: int, row: TableRow) -> Line:
    return Line(
        season=season,
        person_id=row.player,
        position=position,
        place=row.place,
        points=row.points,
        wins=row.tally.wins,
        ties=row.tally.ties,
        losses=row.tally.losses,
        tie_breaks={str(tie_break): value for tie_break, value in row.tie_breaks.items()},
    )


def _is_same(line: Line, before: Line | None) -> bool:
    return before is not None and all(getattr(line, name) == getattr(before, name) for name in STORED_COLUMNS)
