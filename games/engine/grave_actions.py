"""Why a whole action is grave: what its options warn of, and what comes of it (``engine.grave``)."""

from __future__ import annotations

from games.engine import actions as a
from games.engine import core
from games.engine.errors import EngineError
from games.engine.grave import GraveReasons, uncovered
from games.engine.play import Play
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State


def grave_reasons(rules: Ruleset, state: State, side: Side, action: a.Reply | a.Forfeit) -> GraveReasons:
    """Why an answer of a side is grave; empty if it is not, or is illegal.

    It says all that the ``warns`` of options say, and what exactly these blocks meet.
    """
    if isinstance(action, a.Forfeit | a.Silence):
        return ("resigns",) if isinstance(action, a.Resign) else ()
    offered = core.options(rules, state, side)
    if offered is None:
        return ()
    found = offered.warns_of(action)
    if isinstance(action, a.Move | a.Muster | a.Mori | a.Retreat):
        found = (*_caused(rules, state, side, action), *found)
    return tuple(dict.fromkeys(found))


def _caused(rules: Ruleset, state: State, side: Side, action: a.Action) -> GraveReasons:
    """What comes of it that blocks arrive, and that a phase ends with the last of them.

    It depends on numbers of blocks and on what the side has (R-38).
    """
    try:
        turned = core.apply(rules, state, side, action)
    except EngineError:
        return ()
    found: GraveReasons = ()
    if any(event.kind == "overrun" and event.side == side for event in turned.events):
        found = ("runs-into-overrun",)
        result = turned.state.result
        if result is not None and result.winner != side:
            found = ("loses-leader", *found)
    if any(event.kind == "movement-ended" for event in turned.events):
        found = (*found, *uncovered(Play(rules.components, turned.state), side))
    return found
