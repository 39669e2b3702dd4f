"""A position with nothing hidden, for the replay of a finished game.

It is combined from what each side knows of its own pieces, and what neither knows: bags and draw piles. The
views in `games.engine.view` never use it, and no one may see it while a game runs.
"""

from __future__ import annotations

from typing import Any, Final

from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, NOBODY, SIDES, Side
from games.engine.state import State
from games.engine.view import view

REFEREE: Final = 2
"""The viewer who sees everything: neither a side nor the public."""


def everything(rules: Ruleset, state: State) -> dict[str, Any]:
    """The position as JSON-ready data: the public's view, and everything that either side or no one knows.

    Both sides' blocks are named, ``secrets`` holds by side what a side's view has as ``mine`` together with
    what is in its bag and its piles, and everything in a combat is listed by side.
    """
    seen = view(rules, state, NOBODY)
    own = {side.label: view(rules, state, side) for side in SIDES}
    for name, place in seen["locations"].items():
        place.update({label: own[label]["locations"][name][label] for label in LABELS if label in place})
    if seen["combat"] is not None:
        seen["combat"] |= _combat([own[label]["combat"] for label in LABELS])
    secrets = {side.label: own[side.label]["mine"] | _unknown(rules, state, side) for side in SIDES}
    return seen | {"viewer": "referee", "secrets": secrets}


def _combat(own: list[dict[str, Any]]) -> dict[str, Any]:
    """What only the sides know of a combat; an open window may be known to only one of them."""
    east, west = own
    row = {key: {"east": east[key], "west": west[key]} for key in ("waiting", "passing")}
    return row | {"window": east["window"] or west["window"]}


def _unknown(rules: Ruleset, state: State, side: Side) -> dict[str, Any]:
    """What a side has and does not know the order or the whole of."""
    c = rules.components
    return {
        "bag": c.ids(side, state.at[side][c.bag]),
        "draw_pile": c.card_ids(side, state.deck[side]),
        "discards": c.card_ids(side, state.discards[side]),
    }
