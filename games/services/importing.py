"""A game that was played elsewhere, taken in with its record: over, and read and replayed like any other."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import engine
from games.engine import changes, history
from games.engine.history import VIEWERS, Step
from games.engine.side import NOBODY, SIDES, Side
from games.log import position
from games.log.portable import CompleteRecord, NotCarried, Unsound, identity
from games.log.record import ENTRIES
from games.log.verification import Verified, verify
from games.models.edition import EditionText
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
CLOCKS_DIFFER = timedelta(days=1)
"""How far the clock of another service may be ahead of ours."""
AT_ONCE = 500
"""Entries added by one statement: a database takes only so many values."""


def take_in(told: CompleteRecord, *, is_public: bool = True) -> Game:
    """Keep a game that was played elsewhere. Nobody sits at it, and nobody is told.

    Args:
        is_public: whether anybody may look at it. Who played it is not known, so a private one has nobody who
            could, and is for commands alone.

    Raises:
        Unsound: the record is not true, or its times cannot be.
        NotCarried: this very game is here already; or its id, which its chance was derived from and its log
            is chained to, is that of another.
    """
    verified = verify(told)
    _check_times(told)
    steps = history.retell(verified.rules, verified.log).steps
    with transaction.atomic(durable=True):
        EditionText.objects.get_or_create(digest=told.edition.digest, defaults={"text": told.edition_text})
        fields = identity(told) | _projection(told, verified, steps) | {"is_public": is_public}
        game, is_new = Game.objects.get_or_create(public_id=told.game, defaults=fields)
        if not is_new:
            raise NotCarried("id-taken" if bytes(game.head) != fields["head"] else "here-already")
        Seat.objects.bulk_create(_seat(game, side, told, steps) for side in SIDES)
        _add_entries(game, told, verified)
    return game


def _check_times(told: CompleteRecord) -> None:
    latest = timezone.now() + CLOCKS_DIFFER
    for entry in told.entries:
        if not EARLIEST < entry.at < latest:
            raise Unsound("impossible-time", entry=entry.seq)
    if not EARLIEST < told.started_at <= told.ended_at < latest:
        raise Unsound("impossible-time", entry=0)


def _projection(told: CompleteRecord, verified: Verified, steps: Sequence[Step]) -> dict[str, Any]:
    """What the row of a finished game says of its log."""
    public = engine.view(verified.rules, verified.state, NOBODY)
    return {
        "status": Game.Status.OVER,
        "started_at": told.started_at,
        "ended_at": told.ended_at,
        "length": len(told.entries),
        "head": bytes.fromhex(told.entries[-1].chain),
        **position.marks(verified.state),
        "version": _seen(steps, NOBODY),
        "changed_at": told.ended_at,
        "week": public["week"],
        "phase": public["phase"],
        "winner": Side.named(told.winner),
        "victory": told.victory,
    }


def _seat(game: Game, side: Side, told: CompleteRecord, steps: Sequence[Step]) -> Seat:
    return Seat(game=game, side=side, version=_seen(steps, side), changed_at=told.ended_at)


def _seen(steps: Sequence[Step], viewer: int) -> int:
    """How many changes a viewer could see."""
    place = VIEWERS.index(viewer)
    return sum(step.seen[place] for step in steps)


def _add_entries(game: Game, told: CompleteRecord, verified: Verified) -> None:
    entries = [
        Entry(
            game=game,
            seq=entry.seq,
            side=None if entry.side is None else Side.named(entry.side),
            body=entry.body,
            salt=bytes.fromhex(entry.salt),
            chain=bytes.fromhex(entry.chain),
            created_at=entry.at,
        )
        for entry in told.entries
    ]
    entries[-1].change = changes.between(engine.new_game(verified.rules).state, verified.state)
    for first in range(0, len(entries), AT_ONCE):
        ENTRIES.add(entries[first : first + AT_ONCE], as_they_are=True)
