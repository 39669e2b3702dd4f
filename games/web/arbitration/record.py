"""The rulings of arbiters, as pages show them."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.arbitration import register
from games.ladders.arbitration.verbs import sentence_of
from games.ladders.clubs.games import club_of, is_ruled_on
from games.ladders.models.club import Club
from games.ladders.models.ruling import Ruling, RulingRequest
from games.models.game import Game
from games.reads.access import Viewer


class RulingRow(NamedTuple):
    """A ruling as pages show it."""

    number: int
    at: datetime
    by: str
    sentence: str
    reason: str
    chain: str


class Record(NamedTuple):
    """The rulings in a game.

    Attributes:
        club: whose arbiters decide; None for a game outside clubs.
        rows: the latest first.
        is_whole: whether the record is unaltered.
        question: the viewer's unanswered question; None for none.
    """

    club: Club | None
    rows: list[RulingRow]
    is_whole: bool
    question: RulingRequest | None = None


def record_of(game: Game) -> Record:
    """The rulings in a game, for everybody who may see it."""
    kept = register.record_of(game) if is_ruled_on(game) else []
    club = club_of(game)
    is_whole = not kept or register.is_whole(game, kept)
    return Record(club, list(ruling_rows(reversed(kept))), is_whole)


def record_for(viewer: Viewer) -> Record:
    """The rulings in a game, with the viewer's own unanswered question."""
    record = record_of(viewer.game)
    if viewer.seat is None or record.club is None:
        return record
    return record._replace(question=arbitration_queries.waiting_of(viewer.seat))


def ruling_rows(rows: Iterable[Ruling]) -> Iterable[RulingRow]:
    """Rulings as pages show them."""
    for row in rows:
        yield RulingRow(row.number, row.made_at, row.decided_by, sentence_of(row), row.reason, row.chain)
