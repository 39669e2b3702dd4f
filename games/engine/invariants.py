"""Invariants of every position, at every moment.

Tests, simulations and hand-written positions check them after every action; a game in progress does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import get_args

from games.engine import decisions as d
from games.engine.components import Components, bits
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.engine.state import BID_UNSET, TOTAL, Combat, State

_DRAWS = get_args(d.Draw)
_STEPS = get_args(d.AgendaStep)
_DECISIONS = get_args(d.PlayerDecision)
_QUEUED = get_args(d.QueueItem)
_IN_COMBAT = (d.ChooseStance, d.DeployBlocks, d.AnswerDeployment, d.ChooseLosses, d.ChooseRetreat)
_IN_TURN = (d.ChooseLevel, d.MoveStacks, d.DeclareCombat)

_HOLDERS = (((NOBODY,), (WEST,)), ((EAST,), (EAST, WEST)))
"""Who may hold a location, by whether East and whether West has units there."""


class InvariantBroken(Exception):  # noqa: N818 - named for what it says, as refusals are
    """A position that cannot be. ``violations`` has one sentence for each thing that is wrong."""

    def __init__(self, violations: list[str]) -> None:
        super().__init__("; ".join(violations))
        self.violations = violations


def check(rules: Ruleset, state: State) -> None:
    """Check everything that is true of every position.

    Raises:
        InvariantBroken: with a sentence for each thing that is wrong.
    """
    violations = list(_violations(rules, state))
    if violations:
        raise InvariantBroken(violations)


def _violations(rules: Ruleset, s: State) -> Iterator[str]:
    c = rules.components
    yield from _blocks(c, s)
    yield from _cards(c, s)
    yield from _places(c, s)
    yield from _knowledge(c, s)
    yield from _turn(rules, s)
    yield from _bidding(s)
    yield from _agenda(s)
    if s.combat is not None:
        yield from _combat(c, s, s.combat)


def _blocks(c: Components, s: State) -> Iterator[str]:
    """48 blocks a side, each in one place: their masks add up to the army without a carry."""
    for side in SIDES:
        whole = c.whole_army[side]
        if sum(s.at[side]) != whole or reduce(or_, s.at[side]) != whole:
            yield f"{side.label} has blocks missing, or in two places"
    if s.at[EAST][c.mori_box]:
        yield "blocks of east are in the Mori box"


def _cards(c: Components, s: State) -> Iterator[str]:
    """55 cards a side: in hand and piles, sealed as a bid, or played in a combat."""
    for side in SIDES:
        gone = [0] * len(c.deck[side])
        if s.bids[side] != BID_UNSET:
            gone[s.bids[side]] += 1
        if s.combat is not None:
            for kind in s.combat.played[side]:
                gone[kind] += 1
        piles = (s.hand[side], s.deck[side], s.discards[side])
        if [sum(each) for each in zip(*piles, gone, strict=True)] != c.deck[side]:
            yield f"{side.label} has cards missing or too many"
        if min(map(min, piles)) < 0:
            yield f"a pile of {side.label} holds less than nothing"


def _places(c: Components, s: State) -> Iterator[str]:
    """Holders and controllers [4.2], R-04, and origins only where both sides are (R-23)."""
    units = [
        [(blocks or disk & s.disks) != 0 for blocks, disk in zip(s.at[side], c.disk_bit[side], strict=False)]
        for side in SIDES
    ]
    for name, east, west, holder in zip(c.locations, *units, s.holder, strict=True):
        if holder not in _HOLDERS[east][west]:
            yield f"{name} is held by a side without units there, or by nobody with units"
    for name, resource, controller in zip(c.locations, c.is_resource, s.control, strict=True):
        if controller != NOBODY and not resource:
            yield f"{name} is controlled, but is no resource location"
    for side in SIDES:
        for place, came_from in s.origin[side].items():
            name = c.locations[place]
            if not (s.at[side][place] and units[side.enemy][place]):
                yield f"{side.label} came to {name} from somewhere, but {name} is not contested by its blocks"
            if any(origin not in c.roads[place] for origin in bits(came_from)):
                yield f"{side.label} came to {name} from where no road leads"


def _knowledge(c: Components, s: State) -> Iterator[str]:
    """Only blocks in sight can be known to be there, and only cards held to be held (R-28)."""
    for side in SIDES:
        if s.known[side] & ~(on_board(c, s, side) | s.at[side][c.mori_box]):
            yield f"a block of {side.label} is known that is neither on the board nor in the Mori box"
        if s.at[side][c.mori_box] & ~s.known[side]:
            yield "a block in the Mori box is not known"
        held = s.hand[side][:]
        if s.bids[side] != BID_UNSET:
            held[s.bids[side]] += 1
        if any(not 0 <= shown <= count for shown, count in zip(s.shown[side], held, strict=True)):
            yield f"{side.label} is known to hold a card it does not hold"


def on_board(c: Components, s: State, side: int) -> int:
    """The mask of the side's blocks in locations."""
    return reduce(or_, s.at[side][: len(c.locations)])


def _turn(rules: Ruleset, s: State) -> Iterator[str]:
    """What a turn keeps belongs to the side whose turn it is."""
    if not (1 <= s.week <= rules.edition.flags.weeks and s.turn in (0, 1)):
        yield "there is no such week or turn"
    if s.moves_left < 0 or min(s.drawn) < 0 or not 0 <= s.level <= TOTAL:
        yield "a count is below nothing, or there is no such level"
    if s.active == NOBODY:
        if s.level or s.moves_left or s.mustered or s.spent or s.fresh or s.roads_used or s.declared:
            yield "something is left of a turn that is over"
        return
    if s.first == NOBODY:
        yield "it is a side's turn, but nobody went first"
    c = rules.components
    lost = s.at[s.active][c.lost]
    if s.spent & ~(on_board(c, s, s.active) | lost) or s.fresh & ~s.spent:
        yield "blocks moved, mustered or arrived that are not on the board"
    if s.fresh and not s.mustered:
        yield "blocks mustered, but no muster took place"


def _bidding(s: State) -> Iterator[str]:
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, d.Pair) and (s.bids != [BID_UNSET, BID_UNSET] or s.sealed != [None, None]):
        yield "something is sealed outside reinforcement and bidding"
    if isinstance(top, d.Pair):
        for side in SIDES:
            must_discard = any(isinstance(item, d.DiscardHalf) for item in top.queue(side))
            if must_discard == (s.sealed[side] is not None):
                yield f"{side.label} is to discard and has, or is not and has not"
            if s.bids[side] != BID_UNSET and top.queue(side):
                yield f"{side.label} has bid and is still asked something"


def _agenda(s: State) -> Iterator[str]:
    """On top is a decision or a draw that is due; below are only draws and steps."""
    if (s.result is not None) == bool(s.agenda):
        yield "the game is over and something is asked, or it is not and nothing is"
    if not s.agenda:
        return
    *below, top = s.agenda
    if any(not isinstance(item, (*_DRAWS, *_STEPS)) for item in below):
        yield "a decision waits below another"
    if isinstance(top, d.Pair):
        yield from _queues(top)
    elif not isinstance(top, (*_DRAWS, *_DECISIONS)):
        yield "nobody is asked, though the game is not over"
    elif isinstance(top, _IN_COMBAT) and s.combat is None:
        yield "something of a combat is asked, but there is none"
    elif isinstance(top, _IN_TURN) and (s.combat is not None or top.side != s.active):
        yield "a side is asked something of its turn in a combat, or in the other's turn"


def _queues(pair: d.Pair) -> Iterator[str]:
    for side in SIDES:
        queue = pair.queue(side)
        if any(not isinstance(item, _QUEUED) or item.side != side for item in queue):
            yield f"{side.label} has something in its queue that is not its own"
    if not pair.east and not pair.west:
        yield "nobody is asked in a pair"


def _combat(c: Components, s: State, combat: Combat) -> Iterator[str]:
    for side in SIDES:
        loyal, defected = combat.loyal[side], combat.defected[side]
        fought, here = loyal | defected, s.at[side][combat.location]
        # Once the loser has retreated only chance can be between that and the end of the combat.
        gone = s.at[side][c.lost] if combat.lost[side] else 0
        if (
            not (s.agenda and isinstance(s.agenda[-1], _DRAWS))
            and s.result is None
            and fought & ~(here | gone)
        ):
            yield f"blocks of {side.label} fight that are not there"
        if loyal & defected:
            yield f"a block of {side.label} fights for both sides"
        if combat.impact[side] < 0 or combat.lost[side] < 0:
            yield f"{side.label} has less impact, or fewer losses, than none"
        if combat.with_card[side] and not combat.played[side]:
            yield f"{side.label} deployed with a card and has played none"
    window = combat.window
    if window is not None:
        yield from _window(combat, window.side, window.card, sum(1 << number for number in window.blocks))


def _window(combat: Combat, side: Side, card: int, blocks: int) -> Iterator[str]:
    if blocks & ~combat.loyal[side] or combat.played[side][-1:] != [card]:
        yield "a deployment can be challenged that is not the last"
    if combat.siege:
        yield "a deployment can be challenged in a siege"
