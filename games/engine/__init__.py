"""The rules of Sekigahara as pure functions: no clock, no randomness, no files, no framework.

``new_game`` sets up, ``settle`` resolves draws, ``options`` lists what a side may do, ``apply`` does it,
``view`` is what a viewer knows, ``replay`` rebuilds a position from its log, ``digest`` identifies it. See
the README in this folder.
"""

from games.engine.core import (
    apply,
    ask_chance,
    draw,
    forfeit,
    new_game,
    options,
    pending,
    pending_for,
    replay,
    settle,
)
from games.engine.errors import EngineError
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.engine.state import digest, digest_of, dump, load
from games.engine.view import phase, points, view

__all__ = [
    "EAST",
    "NOBODY",
    "SIDES",
    "WEST",
    "EngineError",
    "Ruleset",
    "Side",
    "apply",
    "ask_chance",
    "digest",
    "digest_of",
    "draw",
    "dump",
    "forfeit",
    "load",
    "new_game",
    "options",
    "pending",
    "pending_for",
    "phase",
    "points",
    "replay",
    "settle",
    "view",
]
