"""Which actions end a list of actions, and a preview."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import core
from games.engine.actions import Deploy, Reply
from games.engine.events import Event
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State


def learns(rules: Ruleset, action: Reply, events: Sequence[Event], after: State, side: Side) -> bool:
    """Whether an action tells its own side what it could not know, or it is not this side alone that goes on.

    Such an action ends a list of actions, and a preview. A list that went on after it, to an illegal end,
    would be refused, and would have revealed it for nothing. What only others learn ends neither.

    Args:
        rules: of the game. In revision 1 a window is skipped where the other side has passed, sealed, on all
            of them; so what follows a deployment with a card tells that.
        action: what the side did.
        events: everything it caused.
        after: the position it led to, before chance acts.
    """
    deciding = {decision.side for decision in core.pending(after)}
    if core.pending_draw(after) is not None or deciding != {side}:
        return True
    if rules.revision < 2 and isinstance(action, Deploy) and action.card is not None:
        return after.combat is None or not after.combat.siege
    return any(tells(event, side) for event in events)


def tells(event: Event, side: Side) -> bool:
    """Whether an event shows a side blocks, cards or a bid of its enemy."""
    if event.kind in ("bids-revealed", "challenged"):  # a challenge is refuted, or could not be
        return True
    return event.kind in ("blocks-lost", "overrun", "discards-revealed") and event.side != side
