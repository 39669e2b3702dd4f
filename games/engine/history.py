"""What a side may take back of its own actions: nothing that anybody could have learnt something from.

The service keeps the log; this module says, for one action just carried out, whether its side may still undo
it, and which entries of a log count once the undone ones are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine import core
from games.engine.actions import Outcome
from games.engine.errors import CorruptLog
from games.engine.events import Event
from games.engine.side import Side
from games.engine.state import State

UNDO = "undo"
"""Stands in a log in place of an action: the side's latest action is taken back."""
LogItem = tuple[Side | None, Outcome | str]

TELLING = frozenset(
    {"deployed", "challenged", "refuted", "defected", "blocks-lost", "overrun", "mori-arrived"}
)
"""Events that always show an identity; others do so only by what they carry."""
SEALING = frozenset({"discards-sealed", "bid-sealed"})
"""A sealed choice is not undone; a bid may be replaced while the other is not in (R-07)."""


def can_take_back(events: Sequence[Event], after: State, side: Side) -> bool:
    """Whether the action that caused these events may be undone by the side that took it.

    Args:
        events: everything the action caused.
        after: the position it led to, before chance acts.
    """
    asked = {decision.side for decision in core.pending(after)}
    if core.pending_draw(after) is not None or asked != {side}:
        return False
    return not any(_shows(event) for event in events)


def _shows(event: Event) -> bool:
    public = event.public
    if event.kind in TELLING or event.kind in SEALING:
        return True
    if event.kind == "level-chosen":
        return bool(public["cards"])
    if event.kind == "stack-moved":
        return bool(public["force_marches"] or public["leader"])
    return event.kind == "mustered" and bool(public["openly"])


def effective(log: Iterable[LogItem]) -> list[tuple[Side | None, Outcome]]:
    """The entries that count: each undo takes its side's latest entry with it.

    Raises:
        CorruptLog: for an undo of what its side did not do last.
    """
    kept: list[tuple[Side | None, Outcome]] = []
    for side, outcome in log:
        if not isinstance(outcome, str):
            kept.append((side, outcome))
        elif kept and kept[-1][0] == side:
            kept.pop()
        else:
            raise CorruptLog("nothing-to-undo", "", entry=len(kept))
    return kept
