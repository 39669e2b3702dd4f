"""Courses of two games that nobody but the owner of the orders can tell apart.

In a course of *hands* the same orders are given in both, and what the viewer cannot know differs: hidden
blocks, hands, unseen bids. It ends where the rules show the difference, as a challenge that only one hand can
make. In a course of *orders* the games are the same, and one side's orders differ, or it has none: where an
order answers after the hold in one game, a player clicks in the other at the same moment. Orders that would
act at once are cancelled before, and so the two are alike to their end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from games import engine
from games.engine import Ruleset, Side
from games.engine.actions import Action, Bid, Pass, Undo
from games.engine.errors import EngineError
from games.engine.orders.shapes import AlwaysAsk, BattleOrders, Orders, Plan
from games.engine.side import SIDES
from tests.kit.random_play import lively
from tests.secrecy.orders.menu import some_orders
from tests.secrecy.orders.ordered import JOB, Deed, Ordered
from tests.secrecy.originals import chance
from tests.secrecy.script import Dealt, Point, Script, drawn_by
from tests.secrecy.twins import NoTwinError, hidden_from, twins, watching

KINDS = HANDS, ORDERS = "hands", "orders"
HOLD = 15
"""Minutes."""
ORDERING, ORDERING_IN_COMBAT = 0.1, 0.35
"""How likely somebody gives orders before a step."""
TAKING_BACK = 0.1


class Beat(NamedTuple):
    """A moment, and what is done then in each game.

    Attributes:
        minutes: since the last.
        unseen: done in the twin a little before, which nobody notices.
        one, other: what is done in the game and in the twin.
        is_end_of_hold: whether the hold of a window is over then.
    """

    minutes: int
    one: list[Deed]
    other: list[Deed]
    unseen: Sequence[Deed] = ()
    is_end_of_hold: bool = False

    @property
    def is_answered_otherwise(self) -> bool:
        """Whether an order answers in one game, and a player at the same moment in the other."""
        return self.is_end_of_hold and self.one != self.other


class Course(NamedTuple):
    """Two games.

    Attributes:
        kind: what differs, one of ``KINDS``.
        beats: what is done in them.
        piles: all that chance answers in each.
    """

    kind: str
    beats: list[Beat]
    piles: tuple[dict[str, list[str]], dict[str, list[str]]]


# ---- the same orders, different hands


def of_hands(rules: Ruleset, seed: str, viewer: int, steps: int) -> Course | None:
    """A course of hands, of so many beats at most; None if no twin was found."""
    game = RandomGame(rules, seed)
    beats, told = game.played_with_orders(steps)
    try:
        other = twins(game.script, viewer, seed).other
    except NoTwinError:
        return None
    beats = list(_retold(_truncated(beats, game.ordered, viewer), told, other, viewer))
    piles = drawn_by(game.script.points), drawn_by(other.points)
    count = alike(rules, beats, piles, viewer)
    return Course(HANDS, beats[:count], piles)


def _truncated(beats: Sequence[Beat], ordered: Ordered, viewer: int) -> Iterator[Beat]:
    """Without the steps of plans that were never carried out: they may not exist in the twin."""
    hidden = hidden_from(viewer)
    for beat in beats:
        deeds = []
        for deed in beat.one:
            if deed.orders is not None and deed.side in hidden:
                battles = {
                    place: _carried_out(each, ordered.carried.get((place, each.plan), 0) if each.plan else 0)
                    for place, each in deed.orders.battles.items()
                }
                deeds.append(deed._replace(orders=msgspec.structs.replace(deed.orders, battles=battles)))
            else:
                deeds.append(deed)
        yield beat._replace(one=deeds)


def _carried_out(battle: BattleOrders, count: int) -> BattleOrders:
    plan: Plan | None = battle.plan
    if plan is not None and plan.steps:
        plan = msgspec.structs.replace(plan, steps=plan.steps[:count]) if count else None
    return BattleOrders(plan, battle.loyalty)


def _retold(beats: Iterator[Beat], told: list[list[Point]], other: Script, viewer: int) -> Iterator[Beat]:
    """Beats with what the twin does in each, too."""
    groups = _noticed(other, viewer)
    for beat, points in zip(beats, told, strict=True):
        (deed,) = beat.one
        count = sum(point.is_seen_by(watching(viewer)) for point in points)
        mine = [next(groups) for _ in range(count)]
        unseen = [unseen for group in mine for unseen in group[:-1] if isinstance(unseen.body, Bid)]
        before = [Deed(point.side, point.body) for point in unseen]
        if deed.body is None:
            deeds = [deed]
        elif points[0].is_seen_by(watching(viewer)):
            deeds = [Deed(deed.side, _plain(mine[0][-1]))]
        else:
            deeds = [deed] if count else []
        yield beat._replace(other=deeds, unseen=before)


def _noticed(script: Script, viewer: int) -> Iterator[list[Point]]:
    """Each step that is noticed, as the last of a list, after the unseen ones before it."""
    group: list[Point] = []
    for point in script.points[1:]:
        group.append(point)
        if point.is_seen_by(watching(viewer)):
            yield group
            group = []


def _plain(point: Point) -> Action | Undo | None:
    """What is done; to pass for the rest of a battle would be to give another order."""
    return Pass() if isinstance(point.body, Pass) else point.body


def alike(rules: Ruleset, beats: Sequence[Beat], piles: Sequence[dict[str, list[str]]], viewer: int) -> int:
    """How many beats show a viewer the same in both games, as the rules alone have it."""
    one, other = (Ordered(Script(rules, Dealt(pile))) for pile in piles)
    for number, beat in enumerate(beats):
        try:
            for deed in beat.unseen:
                other.do(deed)
            first = [_public(point, viewer) for deed in beat.one for point in one.do(deed)]
            second = [_public(point, viewer) for deed in beat.other for point in other.do(deed)]
        except EngineError:
            return number
        if [each for each in first if each] != [each for each in second if each]:
            return number
        if one.window() != other.window():
            return number
    return len(beats)


def _public(point: Point, viewer: int) -> list[object]:
    """What a step shows; nothing if it is unseen."""
    if not point.is_seen_by(watching(viewer)):
        return []
    return [point.side, [[event.seen_by(each) for event in point.events] for each in watching(viewer)]]


# ---- the same game, different orders


def of_orders(rules: Ruleset, seed: str, viewer: int, steps: int) -> Course:
    """A course of orders, of so many beats at most. In every other one the twin has no orders at all."""
    games = RandomGame(rules, seed), RandomGame(rules, seed)
    owners = hidden_from(viewer)
    beats = list(_Different(games, seed, owners, is_none=Random(seed).random() < 0.5).played(steps))
    pile = drawn_by(games[0].script.points)
    return Course(ORDERS, beats, (pile, pile))


class RandomGame:
    """A game that is played at random, with orders."""

    def __init__(self, rules: Ruleset, seed: str) -> None:
        self.rules, self.random = rules, Random(seed)
        self.script = Script(rules, chance(seed))
        self.ordered = Ordered(self.script)

    def played_with_orders(self, most: int) -> tuple[list[Beat], list[list[Point]]]:
        """Beats of the game, and the steps that each led to."""
        beats: list[Beat] = []
        told: list[list[Point]] = []
        held: int | None = None
        while self.script.state.result is None and len(beats) < most:
            before = self.script.points[-1]
            deed, minutes = self._next(held)
            points = self.ordered.do(deed)
            beats.append(Beat(minutes, [deed], [], is_end_of_hold=deed == JOB))
            told.append(points)
            if self.ordered.window() is None or (deed == JOB and not points):
                held = None
            elif self.script.points[-1] is not before:
                held = HOLD
            elif held is not None:
                held -= minutes
        return beats, told

    def _next(self, held: int | None) -> tuple[Deed, int]:
        """The next deed, and minutes until then; ``held`` are those left of a hold."""
        random = self.random
        minutes = random.randint(1, 400)
        if held is not None:
            if held == 1 or random.random() < 0.7:
                return JOB, held
            minutes = random.randint(1, held - 1)
        if random.random() < _ordering(self.script):
            side = random.choice(SIDES)
            return Deed(side, orders=self.new_orders(side)), minutes
        return self.by_hand(), minutes

    def new_orders(self, side: Side) -> Orders:
        """Orders at random, in which those for battles may stay as they are."""
        given = some_orders(self.rules, self.script.state, side, self.random)
        kept = self.ordered._tidied(side)
        if self.random.random() < 0.4:
            given = msgspec.structs.replace(given, battles={**given.battles, **kept.orders.battles})
        return given

    def by_hand(self) -> Deed:
        """What a player who is asked does, or takes back."""
        undoing = self.script.may_undo()
        if undoing is not None and self.random.random() < TAKING_BACK:
            return Deed(undoing, Undo())
        side = self.random.choice(engine.pending(self.script.state)).side
        offered = engine.options(self.rules, self.script.state, side)
        assert offered is not None
        body = lively(offered, self.random)
        return Deed(side, Pass() if isinstance(body, Pass) else body)


class _Different:
    """Two games that go the same way, although one side's orders differ.

    Args:
        owners: whose orders differ; nobody else has any.
        is_none: whether they have none in the twin.
    """

    def __init__(
        self, games: tuple[RandomGame, RandomGame], seed: str, owners: Sequence[Side], *, is_none: bool
    ) -> None:
        self._games, self._owners, self._is_none = games, owners, is_none
        self._both = [game.ordered for game in games]
        self._random = Random(f"{seed}|orders")

    def played(self, most: int) -> Iterator[Beat]:
        """Beats until the game is over, or so many."""
        script, held, count = self._games[0].script, None, 0
        while script.state.result is None and count < most:
            before = script.points[-1]
            for beat in self._beats(held):
                yield beat
                count += 1
                if held is not None:
                    held -= beat.minutes
            if script.points[-1] is not before:
                held = HOLD if self._both[0].window() is not None else None
            elif held == 0:
                held = None

    def _beats(self, held: int | None) -> Iterator[Beat]:
        random = self._random
        minutes = random.randint(1, 400)
        if held is not None:
            minutes = random.randint(1, max(1, held // 2))
            if held <= 4 or random.random() < 0.6:
                yield from self._end_of_hold(held)
                return
        if random.random() < _ordering(self._games[0].script):
            yield from self._giving(random.choice(self._owners), minutes)
            return
        deed = self._games[0].by_hand()
        yield from self._without_orders(deed, minutes)

    def _giving(self, side: Side, minutes: int) -> Iterator[Beat]:
        """Orders are given that do nothing yet."""
        given = [Deed(side, orders=game.new_orders(side)) for game in self._games]
        if self._is_none:
            given.pop()
        for ordered, deed in zip(self._both, given, strict=False):
            if ordered.copy().do(deed):
                return
        for ordered, deed in zip(self._both, given, strict=False):
            ordered.do(deed)
        yield Beat(minutes, given[:1], given[1:])

    def _end_of_hold(self, held: int) -> Iterator[Beat]:
        """An order answers, or a player at the same moment; or nobody."""
        side = self._both[0].window()
        assert side is not None
        while (which := self._unlike(side)) is not None:
            yield self._cancel(*which)
            held = max(0, held - 1)
        yield self._carried_out(*self._answering(side), held, is_end_of_hold=True)

    def _unlike(self, side: Side) -> tuple[int, Side] | None:
        """In which of the games whose orders are to be cancelled, so that the two stay alike."""
        one, other = self._answers()
        if acting := self._acting(*self._answering(side)):
            return acting[0]
        if one and other and one != other:
            return 1, side
        if bool(one) == bool(other):
            return None
        # Whoever clicks is there for what they are asked next; whoever has an order is told of it again.
        after = self._both[0].copy()
        after.do(self._answering(side)[0])
        goes_on = engine.pending_for(after.script.state, side) is not None
        return (0 if one else 1, side) if goes_on else None

    def _answers(self) -> list[Action | None]:
        return [ordered.window_answer() for ordered in self._both]

    def _answering(self, side: Side) -> tuple[Deed, Deed]:
        answers = self._answers()
        by_hand = Deed(side, next((each for each in answers if each is not None), None))
        one, other = (JOB if each is not None or by_hand.body is None else by_hand for each in answers)
        return one, other

    def _without_orders(self, deed: Deed, minutes: int) -> Iterator[Beat]:
        """What a player does in both games, after orders that it would let act are cancelled."""
        while acting := self._acting(deed, deed):
            yield self._cancel(*acting[0])
        yield self._carried_out(deed, deed, minutes)

    def _carried_out(self, one: Deed, other: Deed, minutes: int, *, is_end_of_hold: bool = False) -> Beat:
        for ordered, deed in zip(self._both, (one, other), strict=True):
            ordered.do(deed)
        return Beat(minutes, [one], [other], is_end_of_hold=is_end_of_hold)

    def _cancel(self, which: int, side: Side) -> Beat:
        """In one game a side cancels its orders, but that about loyalty if it would not act at once."""
        ordered = self._both[which]
        loyalty = AlwaysAsk() if ordered.window() == side else ordered.kept[side].orders.loyalty
        deeds = [Deed(side, orders=Orders(loyalty))]
        ordered.do(deeds[0])
        return Beat(1, *((deeds, []) if which == 0 else ([], deeds)))

    def _acting(self, one: Deed, other: Deed) -> list[tuple[int, Side]]:
        """In which of the games whose orders would act at once after that."""
        found = []
        for which, deed in enumerate((one, other)):
            steps = self._both[which].copy().do(deed)
            found += [(which, point.side) for point in steps[1:] if point.side is not None]
        return found


def _ordering(script: Script) -> float:
    return ORDERING if script.state.combat is None else ORDERING_IN_COMBAT
