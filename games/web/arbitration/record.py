"""What pages show of arbiters' rulings."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.arbitration import register
from games.ladders.arbitration.verbs import sentence_of
from games.ladders.models.club import Club
from games.ladders.models.club_game import ClubGame
from games.ladders.models.ruling import Ruling
from games.ladders.models.ruling_request import RulingRequest
from games.models.game import Game
from games.reads.access import Viewer


class Told(NamedTuple):
    """A ruling in words."""

    number: int
    at: datetime
    by: str
    told: str
    reason: str
    chain: str


class Record(NamedTuple):
    """What was decided of a game.

    Attributes:
        club: whose arbiters decide; None where there are none.
        rows: the latest first.
        is_whole: whether it is as it was written.
        question: what the viewer has asked and nobody has answered.
    """

    club: Club | None
    rows: list[Told]
    is_whole: bool
    question: RulingRequest | None = None


def record_of(game: Game) -> Record:
    """For everybody who may look at a game."""
    held = ClubGame.objects.select_related("club").filter(game=game).first()
    kept = register.record_of(game)
    is_whole = not kept or register.is_whole(game, kept)
    return Record(None if held is None else held.club, list(told(reversed(kept))), is_whole)


def record_for(viewer: Viewer) -> Record:
    """The record of a game's rulings, with the viewer's own open question."""
    record = record_of(viewer.game)
    if viewer.seat is None or record.club is None:
        return record
    return record._replace(question=arbitration_queries.waiting_of(viewer.seat))


def told(rows: Iterable[Ruling]) -> Iterable[Told]:
    """Rulings in words."""
    for row in rows:
        yield Told(row.number, row.made_at, row.decided_by, sentence_of(row), row.reason, row.chain)
