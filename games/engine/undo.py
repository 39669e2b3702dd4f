"""What can be taken back: an action that showed nobody an identity.

While its own side alone goes on, it can undo the action. Once the other side alone has to decide, that must
agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import core, grave_actions, information_barrier
from games.engine.actions import Action, Bid, Discard, Pass, Reply, Silence
from games.engine.events import Event
from games.engine.grave import GraveReasons
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State

MOST_UNDOS = 100
"""The most actions that a side can take back in one turn: each stays in the log for good."""
REVEALING = frozenset(
    {"deployed", "challenged", "refuted", "defected", "blocks-lost", "overrun", "mori-arrived", "daimyo-led"}
)
"""Events that always show something of an identity; others do so only by their contents."""


def can_take_back(action: Reply, events: Sequence[Event], after: State, side: Side) -> bool:
    """Whether the side that took an action may undo it, as long as nothing else happens.

    Args:
        action: what the side did. A sealed choice is not undone; a bid may be replaced instead (R-07). Nor is
            silence, which the side did not choose.
        events: everything it caused.
        after: the position it led to, before chance acts.
        side: that must be the only one to go on.
    """
    if isinstance(action, (Discard, Bid, Silence)) or (isinstance(action, Pass) and action.rest_of_battle):
        return False
    deciding = {decision.side for decision in core.pending(after)}
    if core.pending_draw(after) is not None or deciding != {side}:
        return False
    return not any(_shows(event) for event in events)


def can_be_given_back(action: Reply, events: Sequence[Event], after: State, side: Side) -> bool:
    """Whether the side that took an action may take it back if the other side agrees, as long as nothing
    else happens: the other side alone goes on, and the action told its own side nothing either.

    Args:
        action, events, after: as for ``can_take_back``.
        side: that took the action.
    """
    told = any(information_barrier.tells(event, side) for event in events)
    return not told and can_take_back(action, events, after, side.enemy)


def grave_for_good(rules: Ruleset, state: State, side: Side, action: Action) -> GraveReasons:
    """Why an answer of a side is grave that it cannot take back; empty for any other, also an illegal one."""
    reasons = grave_actions.grave_reasons(rules, state, side, action)
    if not reasons:
        return ()
    turned = core.apply(rules, state, side, action)
    return () if can_take_back(action, turned.events, turned.state, side) else reasons


def _shows(event: Event) -> bool:
    public = event.public
    if event.kind in REVEALING:
        return True
    if event.kind == "level-chosen":
        return bool(public["cards"])
    if event.kind == "stack-moved":
        return bool(public["force_marches"] or public["leader"])
    return event.kind == "mustered" and bool(public["openly"])
