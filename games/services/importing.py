"""Importing the record of a finished game from another installation."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from msgspec import UNSET

from games import engine
from games.engine import changes, history
from games.engine.history import Step
from games.engine.side import NOBODY, SIDES, Side
from games.log import heads, position
from games.log.portable import CompleteRecord, NotCarried, Unsound, identity
from games.log.verification import Verified, verify
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.reads.chronicle import noticed
from sekigahara.db import service_time
from sekigahara.db.writes import ensured

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
CLOCKS_DIFFER = timedelta(days=1)
"""How far the clock of another installation may be ahead."""
ENTRIES_IMPORTED_AT_ONCE = 500
"""In one statement. Databases limit the number of parameters."""


def take_in(document: CompleteRecord, *, is_public: bool = True) -> Game:
    """Store a finished game from its record. Its seats have no players, and nobody is notified.

    Args:
        document: the record.
        is_public: whether anybody may see it. Only commands can read a private one, because its players are
            unknown.

    Raises:
        Unsound: the record is not valid, or its times are impossible.
        NotCarried: the game is already stored, or another game has its id. The id cannot be changed, because
            the draws and the hash chain depend on it.
    """
    verified = verify(document)
    _check_times(document)
    steps = history.retell(verified.rules, verified.log).steps
    with transaction.atomic(durable=True):
        ensured(EditionText.objects.all(), {"text": document.edition_text}, digest=document.edition.digest)
        fields = identity(document) | _projection(document, verified, steps) | {"is_public": is_public}
        game, is_new = Game.objects.get_or_create(public_id=document.game, defaults=fields)
        if not is_new:
            raise NotCarried("id-taken" if bytes(game.chain) != fields["chain"] else "here-already")
        Seat.objects.bulk_create(
            Seat(game=game, side=side, version=len(noticed(steps, side)), changed_at=document.ended_at)
            for side in SIDES
        )
        _add_entries(game, document, verified)
    return game


def _check_times(document: CompleteRecord) -> None:
    latest = service_time.now() + CLOCKS_DIFFER
    for entry in document.entries:
        if not EARLIEST < entry.at < latest:
            raise Unsound("impossible-time", entry=entry.seq)
    if not EARLIEST < document.started_at <= document.ended_at < latest:
        raise Unsound("impossible-time", entry=0)


def _projection(document: CompleteRecord, verified: Verified, steps: Sequence[Step]) -> dict[str, Any]:
    """The fields of a finished game that are derived from its log."""
    public = engine.view(verified.rules, verified.state, NOBODY)
    *_others, head = filter(None, heads.of_record(document, steps))
    return {
        "status": Game.Status.OVER,
        "started_at": document.started_at,
        "ended_at": document.ended_at,
        "length": len(document.entries),
        "chain": bytes.fromhex(document.entries[-1].chain),
        **position.marks(verified.state),
        "version": head.version,
        "head_version": head.version,
        "head_public": bytes.fromhex(head.public),
        "head_chain": bytes.fromhex(head.chain),
        "changed_at": document.ended_at,
        "week": public["week"],
        "phase": public["phase"],
        "winner": Side.named(document.winner),
        "victory": document.victory,
    }


def _add_entries(game: Game, document: CompleteRecord, verified: Verified) -> None:
    entries = [
        Entry(
            game=game,
            seq=entry.seq,
            side=None if entry.side is None else Side.named(entry.side),
            body=entry.body,
            salt=bytes.fromhex(entry.salt),
            chain=bytes.fromhex(entry.chain),
            created_at=entry.at,
            by_order="" if entry.by_order is UNSET else entry.by_order,
        )
        for entry in document.entries
    ]
    entries[-1].change = changes.between(engine.new_game(verified.rules).state, verified.state)
    Entry.objects.bulk_create(entries, batch_size=ENTRIES_IMPORTED_AT_ONCE)
