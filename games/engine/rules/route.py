"""The stack moves a side may make now, as a shape of options [7.3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.actions import Action, Group, Move
from games.engine.components import bits
from games.engine.errors import EngineError
from games.engine.grave import GraveReasons
from games.engine.options import Chooser
from games.engine.play import Play
from games.engine.rules import hand, march
from games.engine.rules.reach import Reach, reach, survey
from games.engine.side import Side


class Route:
    """The stack moves a side may make now."""

    __slots__ = ("_play", "_side")

    def __init__(self, play: Play, side: Side) -> None:
        self._play = play
        self._side = side

    def sources(self) -> Iterator[Reach]:
        """Every location a block may leave, with its rows."""
        play, side = self._play, self._side
        ground = survey(play, side)
        cards = hand.size(play.s, side) > 0
        for location, present in zip(play.c.indexes, play.s.at[side], strict=False):
            blocks = present and march.movable(play, side, location)
            if blocks:
                found = reach(play, side, location, blocks, ground, cards)
                if found.paths:
                    yield found

    def __len__(self) -> int:
        return sum(len(terms) for source in self.sources() for _, terms in source.paths)

    def describe(self) -> dict[str, Any]:
        c, side = self._play.c, self._side
        names = c.locations
        return {
            "shape": "route",
            "sources": [
                {
                    "source": names[found.source],
                    "blocks": c.ids(side, found.blocks),
                    "led": found.led,
                    "leaders": c.ids(side, found.daimyo),
                    "reach": [
                        {"to": path[-1], "path": path, **each}
                        for path, terms in found.paths
                        for each in terms
                    ],
                }
                for found in self.sources()
            ],
        }

    def contains(self, action: Action) -> bool:
        if type(action) is not Move or not self._play.s.moves_left:
            return False
        try:
            march.plan(self._play, self._side, action)
        except EngineError:
            return False
        return True

    def warns_of(self, action: Action) -> GraveReasons:  # noqa: ARG002 - what it meets, the move itself tells
        return ()

    def sample(self, chooser: Chooser) -> Action:
        """A legal move of one group, or of two that part at once or on the way."""
        sources = list(self.sources())
        found = sources[chooser.randrange(len(sources))]
        one, leader, rest = self._group(chooser, found, found.blocks)
        single = Move(self._play.c.locations[found.source], (one,), leader)
        if rest and not chooser.randrange(3):
            two, second_leader, _ = self._group(chooser, found, rest)
            both = Move(single.source, (one, two), leader or second_leader)
        elif len(one.path) > 1 and len(one.blocks) > 1 and not chooser.randrange(3):
            both = Move(single.source, self._dropping_off(chooser, one), leader)
        else:
            return single
        return both if self.contains(both) else single

    @staticmethod
    def _dropping_off(chooser: Chooser, group: Group) -> tuple[Group, Group]:
        """The group in two: some of it stays on the way."""
        cut = 1 + chooser.randrange(len(group.blocks) - 1)
        stop = 1 + chooser.randrange(len(group.path) - 1)
        dropped = Group(group.blocks[:cut], group.path[:stop])
        return dropped, Group(group.blocks[cut:], group.path, group.force_march)

    def _group(self, chooser: Chooser, found: Reach, blocks: int) -> tuple[Group, str | None, int]:
        c, side = self._play.c, self._side
        rows = [row for row in found.rows if row[1] <= blocks.bit_count()] or found.rows
        ends, least, most, force_march, led, _ = rows[chooser.randrange(len(rows))]
        size = least + chooser.randrange(max(1, min(most, blocks.bit_count()) - least + 1))
        pool = list(bits(blocks))
        chosen = 0
        while pool and chosen.bit_count() < size:
            chosen |= 1 << pool.pop(chooser.randrange(len(pool)))
        card = self._a_card(chooser) if force_march else None
        daimyo = c.ids(side, found.daimyo)
        leader = daimyo[chooser.randrange(len(daimyo))] if led else None
        return Group(c.ids(side, chosen), ends, card), leader, blocks & ~chosen

    def _a_card(self, chooser: Chooser) -> str:
        held = self._play.c.card_ids(self._side, self._play.s.hand[self._side])
        return held[chooser.randrange(len(held))]
