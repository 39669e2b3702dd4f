"""A game played by the rules alone, step by step, to be written to the database afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games import engine
from games.engine import Ruleset, Side, history
from games.engine.actions import Action, Drawn, Undo
from games.engine.chance import Seeded, Source
from games.engine.events import Event
from games.engine.history import ALL, VIEWERS, SeenBy
from games.engine.state import State
from games.engine.undo import can_take_back


class Dealt:
    """A source of chance whose outcomes were settled beforehand.

    Args:
        piles: for each pile all that ever comes out of it, in order.
    """

    def __init__(self, piles: Mapping[str, Sequence[str]]) -> None:
        self.piles = piles
        self._beyond = Seeded(b"beyond what was settled")

    def pick(self, pile: str, count: int, contents: Sequence[int], names: Sequence[str]) -> int:
        items = self.piles[pile]
        if count < len(items):
            place = names.index(items[count])
            if contents[place]:
                return place
        return self._beyond.pick(pile, count, contents, names)


class Draw(NamedTuple):
    """What chance answered.

    Attributes:
        left: how many cards the side's pile held before; more are drawn after a reshuffle.
    """

    outcome: Drawn
    left: int


class Point(NamedTuple):
    """One step of a game.

    Attributes:
        side: who acted; None for the set-up.
        body: what was done; None for the set-up.
        drawn: what chance answered.
        seen: which of ``history.VIEWERS`` it showed anything.
        can_undo: whether it may be taken back.
    """

    side: Side | None
    body: Action | Undo | None
    drawn: list[Draw]
    before: State
    after: State
    events: list[Event]
    seen: SeenBy
    can_undo: bool

    def is_seen_by(self, viewers: Sequence[int]) -> bool:
        """Whether any of them could notice it."""
        return any(self.seen[VIEWERS.index(viewer)] for viewer in viewers)

    def has(self, event: str) -> bool:
        """Whether that happened in it."""
        return any(each.kind == event for each in self.events)


class Script:
    """The steps of a game so far.

    Attributes:
        points: the first is the set-up.
    """

    def __init__(self, rules: Ruleset, chance: Source) -> None:
        self.rules = rules
        self.points: list[Point] = []
        self._chance = chance
        self._open: list[Point] = []
        begun = engine.new_game(rules)
        self._settle(None, None, begun.state, begun.state, begun.events)

    @property
    def state(self) -> State:
        return self.points[-1].after

    def act(self, side: Side, body: Action | Undo) -> Point:
        """Carry out a side's action, or its undo, and what chance owes after it.

        Raises:
            EngineError: the rules refuse it.
        """
        if isinstance(body, Undo):
            undone = self._open.pop()
            assert undone.side == side, "an undo of what the other side did"
            point = undone._replace(
                body=body, before=undone.after, after=undone.before, events=[], can_undo=bool(self._open)
            )
            self.points.append(point)
            return point
        turned = engine.apply(self.rules, self.state, side, body)
        can_undo = can_take_back(body, turned.events, turned.state, side)
        point = self._settle(side, body, self.state, turned.state, turned.events, can_undo=can_undo)
        if can_undo:
            self._open.append(point)
        else:
            self._open.clear()
        return point

    def may_undo(self) -> Side | None:
        """Whose latest action may be taken back now."""
        return self._open[-1].side if self._open else None

    def _settle(
        self,
        side: Side | None,
        body: Action | None,
        before: State,
        after: State,
        events: list[Event],
        *,
        can_undo: bool = False,
    ) -> Point:
        drawn: list[Draw] = []
        while (outcome := engine.ask_chance(self.rules, after, self._chance)) is not None:
            drawn.append(Draw(outcome, sum(after.deck[outcome.pile.startswith("west")])))
            after, caused = engine.draw(self.rules, after, outcome)
            events = [*events, *caused]
        seen = ALL if side is None else history.who_sees(self.rules, before, after, events)
        point = Point(side, body, drawn, before, after, events, seen, can_undo)
        self.points.append(point)
        return point


def drawn_by(points: Sequence[Point]) -> dict[str, list[str]]:
    """All that came out of each pile."""
    piles: dict[str, list[str]] = {
        f"{side.label}-{kind}": [] for side in Side for kind in ("cards", "blocks")
    }
    for point in points:
        for draw, _left in point.drawn:
            piles[draw.pile] += draw.items
    return piles


def told(script: Script, viewer: int) -> list[Any]:
    """Everything the rules tell a viewer of a course, by the steps that viewer notices."""
    rules = script.rules
    return [
        {
            "side": point.side,
            "own": point.body if point.side == viewer else None,
            "undo": isinstance(point.body, Undo),
            "events": [event.seen_by(viewer) for event in point.events],
            "view": engine.view(rules, point.after, viewer),
            "asked": None if viewer not in (0, 1) else engine.pending_for(point.after, Side(viewer)),
            "can_undo": point.can_undo and point.side == viewer,
        }
        for point in script.points
        if point.is_seen_by([viewer])
    ]
