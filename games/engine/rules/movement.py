"""The movement phase: its level, its stack moves, its end [7.1, 7.3]."""

from __future__ import annotations

from typing import Any

from games.engine import grave
from games.engine.actions import EndMovement, Level, Move
from games.engine.components import bits
from games.engine.decisions import ChooseLevel, DrawCards, Movement, MoveStacks
from games.engine.errors import Illegal
from games.engine.grave import Warns
from games.engine.options import Choice, Offer, Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import control, hand, march, mori, muster, naming, overrun
from games.engine.rules.route import Route
from games.engine.rules.week import hand_counts
from games.engine.side import Side
from games.engine.state import LEVELS, LIMITED, NONE, TOTAL
from games.rule_numbers import LEVEL_TERMS

COST = {NONE: 0} | {LEVELS.index(level): cards for level, (cards, _moves) in LEVEL_TERMS.items()}
STACK_MOVES = {NONE: 0} | {LEVELS.index(level): moves for level, (_cards, moves) in LEVEL_TERMS.items()}


def level_options(play: Play, decision: ChooseLevel) -> list[Shape]:
    cards = hand_counts(play, decision.side)
    held = sum(cards.values())
    shapes: list[Shape] = [Choice([Offer(Level("minimal"))])]
    stays = Warns(always=grave.uncovered(play, decision.side))
    shapes.append(Subset(lambda chosen: Level("none", chosen), "cards", [Tier(cards)], 0, held, stays))
    if held >= COST[LIMITED]:
        shapes.append(Subset(lambda chosen: Level("limited", chosen), "cards", [Tier(cards)], 1, 1))
    if held >= COST[TOTAL]:
        shapes.append(Subset(lambda chosen: Level("total", chosen), "cards", [Tier(cards)], 2, 2))
    return shapes


def resolve_level(play: Play, decision: ChooseLevel, action: Level) -> None:
    """Pay for movement, or exchange cards instead of moving [7.1], R-36.

    Raises:
        Malformed: no such card.
        Illegal: a card that is not in the hand, or the wrong number of cards.
    """
    s, side = play.s, decision.side
    level = LEVELS.index(action.level)
    kinds = naming.cards(play, side, action.cards, "7.1")
    if level != NONE and len(kinds) != COST[level]:
        raise Illegal("level-cost", "7.1", level=action.level, cost=COST[level])
    hand.discard(play, side, kinds)
    s.level, s.moves_left = level, STACK_MOVES[level]
    play.tell(
        "level-chosen",
        side,
        lambda: {
            "level": action.level,
            "cards": hand.names(play.c, side, kinds),
            "exchanged": level == NONE,
        },
    )
    play.then(Movement(side))
    if level == NONE and kinds:
        play.then(DrawCards(side, len(kinds)))


def go_on(play: Play, step: Movement) -> None:
    """Ask for the next move while one is possible; that is judged from public facts (R-29)."""
    side = step.side
    if can_move(play, side) or muster.is_possible(play, side) or mori.is_possible(play, side):
        play.then(MoveStacks(side))
    else:
        end(play, side)


def can_move(play: Play, side: Side) -> bool:
    """Whether any stack move is left: a free block beside an unused road, and a move to spend."""
    s = play.s
    if not s.moves_left:
        return False
    free = ~s.spent
    roads = ~s.roads_used
    at = s.at[side]
    for location, road in enumerate(play.c.road_mask):
        if at[location] & free and road & roads and march.movable(play, side, location):
            return True
    return False


def movement_options(play: Play, decision: MoveStacks) -> list[Shape]:
    side = decision.side
    shapes: list[Shape] = []
    if can_move(play, side):
        shapes.append(Route(play, side))
    if muster.is_possible(play, side):
        shapes += muster.options(play, side)
    if mori.is_possible(play, side):
        shapes += mori.options(play)
    shapes.append(Choice([Offer(EndMovement(), warns=grave.uncovered(play, side))]))
    return shapes


def resolve_end(play: Play, decision: MoveStacks, action: EndMovement) -> None:
    """The player ends the phase."""
    end(play, decision.side)


def end(play: Play, side: Side) -> None:
    """End the moves; combat follows [8.1].

    Which blocks moved is forgotten: the number of those left that moved would reveal who was lost (R-28).
    """
    s = play.s
    s.moves_left = s.spent = s.fresh = 0
    play.tell("movement-ended", side, dict)


def resolve_move(play: Play, decision: MoveStacks, move: Move) -> None:
    """Carry out one stack move, road by road [7.3] (R-09, R-38). Blocks left behind may go in another (R-37).

    Raises:
        Malformed: names that do not exist, or a block in two groups.
        Illegal: no move is left, or a rule forbids this one.
    """
    s, side = play.s, decision.side
    if not s.moves_left:
        raise Illegal("no-moves-left", "7.1", level=LEVELS[s.level])
    plan = march.plan(play, side, move)
    hand.discard(play, side, plan.cards)
    is_shown = play.c.flags.leader_shown
    if is_shown:
        s.known[side] |= plan.leader
    s.moves_left -= 1
    s.roads_used = plan.roads
    s.spent |= plan.blocks
    play.tell(
        "stack-moved",
        side,
        lambda: _announcement(play, side, move, plan),
        lambda: {"blocks": [group.blocks for group in move.groups]},
    )
    if plan.leader and not is_shown:
        play.tell(
            "daimyo-led", side, lambda: {"source": move.source}, lambda: {"leader": _leader(play, side, plan)}
        )
    play.then(Movement(side))
    for leg in plan.legs:
        if s.known[side]:
            control.depart(s, side, leg.blocks, leg.whole or s.at[side][leg.start])
        control.leave(play, side, leg.start, leg.blocks)
        control.arrive(play, side, leg.end, leg.blocks, leg.start, relief=True)
        overrun.check(play, leg.end)
        if s.result is not None:
            return


def _announcement(play: Play, side: Side, move: Move, plan: march.MovePlan) -> dict[str, Any]:
    """What everyone learns of a stack move: how many blocks went where, and its cost (R-10)."""
    return {
        "source": move.source,
        "groups": [{"count": len(group.blocks), "path": group.path} for group in move.groups],
        "force_marches": hand.names(play.c, side, plan.cards),
        "leader": _leader(play, side, plan) if plan.leader and play.c.flags.leader_shown else None,
    }


def _leader(play: Play, side: Side, plan: march.MovePlan) -> str:
    return play.c.blocks[side][next(bits(plan.leader))].kind
