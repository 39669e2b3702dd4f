"""Goals of lessons: what must be so in a position, in terms of the rules."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from games.engine.components import Components
from games.engine.rules import control
from games.engine.side import Side
from games.engine.state import State

Count = Annotated[int, Meta(ge=1, le=48)]


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side must reach. All that is said must be so at the same time.

    Attributes:
        holds: locations where the side has blocks and the enemy has none.
        blocks: by location, how many of the side's blocks are there at least.
        mustered: how many blocks have left the recruitment box.
        enemy_lost: how many blocks the enemy has lost since the beginning.
        defected: how many enemy blocks fight for the side, in the combat that goes on.
        wins: whether the side must win the game.
    """

    holds: tuple[str, ...] = ()
    blocks: dict[str, Count] = {}
    mustered: Count | None = None
    enemy_lost: Count | None = None
    defected: Count | None = None
    wins: bool = False

    def is_reached(self, c: Components, side: Side, start: State, state: State) -> bool:
        """Whether a position is what the side must reach in a game that began with another."""
        return all(self._judged(c, side, start, state))

    def is_out_of_reach(self, c: Components, side: Side, state: State) -> bool:
        """Whether the side can no longer reach it, although its turn goes on: it lacks a card for it.

        Args:
            c: the tables of the edition.
            side: that was to reach it, and has not.
            state: the position.
        """
        return self.defected is not None and not state.hand[side][c.loyalty[side]]

    def _judged(self, c: Components, side: Side, start: State, state: State) -> Iterator[bool]:
        own, enemy = state.at[side], state.at[side.enemy]
        for name in self.holds:
            place = c.location_index[name]
            yield control.has_units(c, state, side, place) and not enemy[place]
        for name, count in self.blocks.items():
            yield own[c.location_index[name]].bit_count() >= count
        if self.mustered is not None:
            yield (start.at[side][c.box] & ~own[c.box]).bit_count() >= self.mustered
        if self.enemy_lost is not None:
            lost = enemy[c.lost] & ~start.at[side.enemy][c.lost]
            yield lost.bit_count() >= self.enemy_lost
        if self.defected is not None:
            combat = state.combat
            yield combat is not None and combat.defected[side.enemy].bit_count() >= self.defected
        if self.wins:
            yield state.result is not None and state.result.winner == side

    def places(self) -> list[str]:
        """The locations that it names."""
        return [*self.holds, *self.blocks]
