"""Hatamoto: ashigaru that tries its turn out before it takes it.

Before each of its moves it plans the rest of the turn several times, each time with another temper. It
rehearses each plan in positions as they may be, through the fights and the enemy's answer, and begins the one
that leaves it best on average. All else it does as ashigaru. Notes of what it has tried out in a turn save it
time, and change no move.

Its moves follow from its own hand and blocks, as a person's do; they cannot follow from what its enemy hides.
"""

from __future__ import annotations

import zlib

from games.bots.ashigaru import Ashigaru
from games.bots.hatamoto.rehearsal import MOVING, Notes, Rehearsal
from games.bots.hatamoto.value import Valuation
from games.bots.levels import SMALL_BUDGET, Budget
from games.bots.players import Json, Worlds


class Hatamoto(Ashigaru):
    """A computer player that rehearses.

    Args:
        edition: public edition data as JSON.
        seed: its temper, and what it deals; one seed always plays the same way.
        character: a code of ``games.bots.characters``; empty for none.
        budget: how much it tries out.
    """

    def __init__(self, edition: Json, seed: int, character: str = "", budget: Budget = SMALL_BUDGET) -> None:
        super().__init__(edition, seed, character)
        self._value = Valuation(edition)
        self._seed = seed
        self._budget = budget
        self._noted = (seed, Notes())

    def rehearse(self, view: Json, options: Json, worlds: Worlds) -> Json:
        """The action to take now.

        Args:
            view: the seat's own view.
            options: what may be answered.
            worlds: the positions that the seat may be in.
        """
        if options["decision"] not in MOVING:
            return self.choose(view, options)
        temper = self._temper._replace(is_guarded=False)
        # Within a turn the same tempers meet the same enemies.
        seed = zlib.crc32(repr((self._seed, view["week"], view["turn"])).encode())
        if self._noted[0] != seed:
            self._noted = (seed, Notes())
        notes = self._noted[1]
        rehearsal = Rehearsal(self._board, self._value, temper, worlds, view["viewer"], seed, notes)
        return rehearsal.best(self._budget)
