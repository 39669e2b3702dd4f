"""How the players of finished games answered in time, computed once for each game from its log.

A page about a person, and a list of offers, would otherwise read thousands of entries of every game of
theirs. Only answers by hand count: no orders, no silence, no computer players, and nothing of running games,
with a clock or without. What one's own holiday or a pause took counts too; as three of four answers decide, a
few long ones change nothing.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, get_args

import msgspec
from django.db import transaction

from games.engine import actions
from games.engine.side import SIDES, Side
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat, Tempo
from games.models.seat_change import SeatChange

FEWEST_ANSWERS: Final = 5
"""Of fewer answers in a game nothing is said."""
SEATS_A_PART: Final = 50
BY_HAND: Final = frozenset(each.__struct_config__.tag for each in get_args(actions.Action))
SEALED: Final = frozenset(each.__struct_config__.tag for each in (actions.Bid, actions.Discard))
"""What both sides are asked for at the same time."""


class _Kind(msgspec.Struct):
    type: str


class TimedEntry(NamedTuple):
    """An entry of a side, when it was written, and whether the player gave it by hand."""

    side: Side
    at: datetime
    is_by_hand: bool
    is_sealed: bool


def measure_next() -> int:
    """Measure some seats of finished games that have not been measured.

    Returns:
        How many.
    """
    seats = Seat.objects.filter(tempo=None, game__status=Game.Status.OVER)
    part = list(seats.select_related("game").defer("game__dump").order_by("pk")[:SEATS_A_PART])
    for seat in part:
        seat.tempo = _measured(seat)
    with transaction.atomic(durable=True):
        Seat.objects.bulk_update(part, ["tempo"])
    return len(part)


def answer_times(entries: Iterable[TimedEntry], begun: datetime, side: Side) -> Iterator[timedelta]:
    """How long a side took, each time the game was handed to it, until it had given its last answer by hand.

    It was asked by what the other side did last; where both were asked at once, by what came before. Where
    orders and silence alone answered there is no time.

    Args:
        entries: of both sides, in order.
        begun: when the game began.
        side: which.
    """
    latest = dict.fromkeys(SIDES, begun)
    opened = dict(latest)
    asked, answered = begun, None
    before: Side | None = None
    for entry in entries:
        if entry.side == side:
            if before != side:
                asked = max(opened[side.enemy], latest[side]) if entry.is_sealed else latest[side.enemy]
            if entry.is_by_hand:
                answered = entry.at
        elif answered is not None:
            yield answered - asked
            answered = None
        before, latest[entry.side] = entry.side, entry.at
        if not entry.is_sealed:
            opened[entry.side] = entry.at
    if answered is not None:
        yield answered - asked


def tempo_of(times: Iterable[timedelta]) -> Tempo:
    """The word for how long answers took: the time in which three of four came."""
    taken = sorted(times)
    if len(taken) < FEWEST_ANSWERS:
        return Tempo.UNKNOWN
    days = taken[(3 * len(taken) - 1) // 4] / timedelta(days=1)
    return Tempo.SAME_DAY if days <= 1 else Tempo.TWO_DAYS if days <= 2 else Tempo.SLOWER


def _measured(seat: Seat) -> Tempo:
    """The tempo of a seat; unknown where its player did not have it from the beginning, or played alone."""
    game = seat.game
    others = Seat.objects.filter(game=game, player__isnull=False).exclude(player=seat.player_id)
    kinds = SeatChange.objects.filter(game=game, side=seat.side, kind=SeatChange.Kind.SUBSTITUTE)
    is_alone = seat.player_id is None or game.begins_from_position or not others.exists()
    if is_alone or game.started_at is None or kinds.exists():
        return Tempo.UNKNOWN
    return tempo_of(answer_times(_entries(game), game.started_at, seat.plays))


def _entries(game: Game) -> Iterator[TimedEntry]:
    entries = Entry.objects.filter(game=game, side__isnull=False).order_by("seq")
    rows: Iterable[Any] = entries.values_list("side", "created_at", "by_order", "body")
    for side, at, by_order, body in rows:
        kind = msgspec.json.decode(body, type=_Kind).type
        yield TimedEntry(SIDES[side], at, not by_order and kind in BY_HAND, kind in SEALED)
