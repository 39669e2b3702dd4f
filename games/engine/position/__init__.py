"""Positions written by hand: to settle a rule question, test a rule, or keep a failing game.

``read`` makes a position from a text, ``run`` carries out its actions, ``write`` writes any state so that
reading it gives the state back exactly. The format is explained in fixtures/README.md.
"""

from games.engine.position.acting import with_ids
from games.engine.position.playing import PlayedStep, Reached, act, given, run, settle, steps
from games.engine.position.reading import Position, read
from games.engine.position.shape import PositionError
from games.engine.position.writing import write

__all__ = [
    "PlayedStep",
    "Position",
    "PositionError",
    "Reached",
    "act",
    "given",
    "read",
    "run",
    "settle",
    "steps",
    "with_ids",
    "write",
]
