"""For whom a game waits: the projection after an entry, and the mail that goes with it."""

from collections.abc import Iterable

from games import engine
from games.engine.side import NOBODY, Side
from games.engine.state import State
from games.models.game import Game
from games.models.seat import Seat
from games.services.position import Position
from notifications.services import Announcement, announce

YOUR_PHASE = "games.your-phase"
WINDOW = "games.window"


def project(
    game: Game, seats: Iterable[Seat], position: Position, before: State | None, by: Side | None
) -> None:
    """Save what the game's row and its seats say about the position, and announce whom it now waits for.

    Args:
        position: after chance has settled.
        before: the state before the action; None when the game has only begun.
        by: who acted; None when the game has only begun.
    """
    state = position.state
    public = engine.view(position.rules, state, NOBODY)
    game.position = engine.digest(state)
    game.week, game.phase = public["week"], public["phase"]
    if state.result is not None:
        game.winner, game.victory = state.result.winner, state.result.victory
    game.save(update_fields=["version", "head", "position", "week", "phase", "winner", "victory"])
    announcements = []
    for seat in seats:
        if _changed(before, state, seat.plays, by):
            seat.asked_at = game.version
        is_asked = engine.pending_for(state, seat.plays) is not None
        if is_asked and seat.waiting_since is None:
            seat.waiting_since = game.version
            announcements.append(Announcement(_kind(state, seat.plays), seat.reference, str(game.version)))
        elif not is_asked:
            seat.waiting_since = None
        seat.save(update_fields=["asked_at", "waiting_since"])
    announce(announcements)


def _changed(before: State | None, after: State, side: Side, by: Side | None) -> bool:
    """Whether a side is asked something else than before.

    Its own action always changes that, the other side's not while the two decide at the same time (R-07).
    """
    if before is None or side == by:
        return True
    return engine.pending_for(before, side) != engine.pending_for(after, side)


def _kind(state: State, side: Side) -> str:
    combat = state.combat
    is_window = combat is not None and combat.window is not None and combat.window.side != side
    return WINDOW if is_window else YOUR_PHASE
