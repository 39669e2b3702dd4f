"""Positions written by hand: how a rule question is settled, a rule tested and a failing game kept.

``read`` makes a position of a text, ``run`` carries its actions out, ``write`` writes any state down so that
reading gives it back exactly. The format is explained in fixtures/README.md.
"""

from games.engine.position.acting import with_ids
from games.engine.position.playing import Reached, act, run, settle
from games.engine.position.reading import Position, read
from games.engine.position.shape import PositionError
from games.engine.position.writing import write

__all__ = ["Position", "PositionError", "Reached", "act", "read", "run", "settle", "with_ids", "write"]
