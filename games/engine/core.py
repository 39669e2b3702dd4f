"""How an action is carried out: find the pending decision, call its rule, run the steps that follow.

Each kind of decision is one row of ``DECISIONS``: the rule that asks, its options, and for each type of
action the function that checks and carries it out. Each automatic step is one row of ``STEPS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, get_args

from games.engine import actions as a
from games.engine import decisions as d
from games.engine.chance import Source
from games.engine.errors import CorruptLog, EngineError, GameIsOver, NotYourDecision
from games.engine.events import Event
from games.engine.options import Options, Shape
from games.engine.play import Play
from games.engine.rules import (
    battle,
    combat,
    deployment,
    hand,
    losses,
    mori,
    movement,
    muster,
    retreat,
    setup,
    victory,
    week,
)
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.engine.state import State


class DecisionKind(NamedTuple):
    """One kind of decision: its rule, its options, and the function that resolves each type of action."""

    rule: str
    options: Callable[[Play, Any], list[Shape]]
    answers: dict[type, Callable[[Play, Any, Any], None]]


DECISIONS: dict[type, DecisionKind] = {
    d.DiscardHalf: DecisionKind("6.2", week.discard_options, {a.Discard: week.resolve_discard}),
    d.PlaceBid: DecisionKind("6.3", week.bid_options, {a.Bid: week.resolve_bid}),
    d.ChooseOrder: DecisionKind("6.3", week.order_options, {a.Order: week.resolve_order}),
    d.ChooseLevel: DecisionKind("7.1", movement.level_options, {a.Level: movement.resolve_level}),
    d.MoveStacks: DecisionKind(
        "7.1",
        movement.movement_options,
        {
            a.Move: movement.resolve_move,
            a.Muster: muster.resolve,
            a.Mori: mori.resolve,
            a.EndMovement: movement.resolve_end,
        },
    ),
    d.DeclareCombat: DecisionKind("8.1", combat.declare_options, {a.Declare: combat.resolve_declare}),
    d.ChooseStance: DecisionKind("8.9.2", combat.stance_options, {a.Stance: combat.resolve_stance}),
    d.DeployBlocks: DecisionKind(
        "8.5",
        deployment.options,
        {
            a.Deploy: deployment.resolve,
            a.Finish: battle.resolve_finish,
            a.Challenge: deployment.resolve_challenge,
            a.Pass: deployment.resolve_pass,
        },
    ),
    d.AnswerDeployment: DecisionKind(
        "8.6.1",
        deployment.window_options,
        {
            a.Challenge: deployment.resolve_challenge,
            a.Pass: deployment.resolve_pass,
            a.Silence: deployment.resolve_silence,
        },
    ),
    d.ChooseLosses: DecisionKind("8.7.2", losses.options, {a.Losses: losses.resolve}),
    d.ChooseRetreat: DecisionKind("8.8.1", retreat.options, {a.Retreat: retreat.resolve}),
}

STEPS: dict[type, Callable[[Play, Any], None]] = {
    d.BeginWeek: week.next_week,
    d.RevealBids: week.reveal,
    d.BeginTurn: week.begin_turn,
    d.Movement: movement.go_on,
    d.FightCombats: combat.go_on,
    d.Fight: battle.go_on,
    d.TakeLosses: losses.take,
    d.JudgeLeaders: victory.after_losses,
    d.BeatRetreat: retreat.begin,
    d.EndCombat: combat.end,
    d.RetreatCombat: combat.begin_after_retreat,
    d.EndGame: victory.score,
}


WORDS: dict[type, str] = {kind: kind.__struct_config__.tag for kind in get_args(d.PlayerDecision)}


class Turned(NamedTuple):
    """A new position and what happened on the way to it."""

    state: State
    events: list[Event]


def new_game(rules: Ruleset) -> Turned:
    """The position before chance has answered anything [5]."""
    play = Play(rules.components, setup.empty(rules.components))
    setup.begin(play, rules.edition)
    _carry_on(play)
    return Turned(play.s, play.events or [])


def begin_from(rules: Ruleset, state: State) -> Turned:
    """The beginning of a game from any position: everyone learns in which week and turn it begins.

    Args:
        rules: of the game.
        state: is not changed.
    """
    play = Play(rules.components, state)
    week.tell_week(play)
    if state.active != NOBODY:
        week.tell_turn(play, SIDES[state.active])
    return Turned(state, play.events or [])


def pending(state: State) -> list[d.PlayerDecision]:
    """The decisions that sides must make now: none, one, or one for each side. Draws of chance are not among
    them.
    """
    return [item for item in _fronts(state) if not isinstance(item, d.DRAWS)]


def pending_for(state: State, side: Side) -> d.PlayerDecision | None:
    """The decision that the side must make now; None where it has none, or while chance must answer first."""
    for item in _fronts(state):
        if item.side == side:
            return None if isinstance(item, d.DRAWS) else item
    return None


def pending_draw(state: State) -> d.DrawCards | d.DrawBlocks | None:
    """The next thing chance must answer, East's first."""
    for item in _fronts(state):
        if isinstance(item, d.DRAWS):
            return item
    return None


def _fronts(state: State) -> tuple[Any, ...]:
    if not state.agenda:
        return ()
    top = state.agenda[-1]
    if type(top) is d.Pair:
        return (*top.east[:1], *top.west[:1])
    return (top,)


def apply(rules: Ruleset, state: State, side: Side, action: a.Reply) -> Turned:
    """Apply a side's action to its decision.

    Args:
        state: is not changed.
        side: the side that acts.
        action: what it does; or its silence, where it did nothing in time.

    Returns:
        The new position, which may have a draw pending, and the events.

    Raises:
        Malformed: names that do not exist.
        Illegal: the rules forbid it.
        NotYourDecision: the side has no decision, or another one.
        GameIsOver: after the end.
    """
    play = Play(rules.components, state.copy())
    _answer(play, side, action)
    return Turned(play.s, play.events or [])


def forfeit(rules: Ruleset, state: State, side: Side, how: a.Forfeit) -> Turned:
    """End the game as lost by this side, whatever decision is pending.

    Args:
        how: resignation, time-out, or an arbiter's ruling.

    Raises:
        GameIsOver: after the end.
    """
    play = Play(rules.components, state.copy())
    _lose(play, side, how)
    return Turned(play.s, play.events or [])


def _lose(play: Play, side: Side, how: a.Forfeit) -> None:
    _refuse_after_end(play.s)
    week.withdraw_bids(play)
    victory.finish(play, side.enemy, victory.FORFEITS[type(how)])


def draw(rules: Ruleset, state: State, outcome: a.Drawn) -> Turned:
    """Apply the outcome of ``pending_draw``.

    Raises:
        CorruptLog: no draw is pending, or this cannot be its outcome.
    """
    play = Play(rules.components, state.copy())
    _take(play, outcome)
    return Turned(play.s, play.events or [])


def ask_chance(rules: Ruleset, state: State, source: Source) -> a.Drawn | None:
    """The outcome of the next draw, taken from a source; None when no draw is due."""
    item = pending_draw(state)
    if item is None:
        return None
    play = Play(rules.components, state)
    return hand.ask(play, item, source) if isinstance(item, d.DrawCards) else setup.ask(play, item, source)


def settle(rules: Ruleset, state: State, source: Source) -> tuple[State, list[tuple[a.Drawn, list[Event]]]]:
    """Let chance answer every draw that is due.

    Returns:
        The position in which a side must act (or the game is over), and the draws with their events.
    """
    drawn: list[tuple[a.Drawn, list[Event]]] = []
    while (outcome := ask_chance(rules, state, source)) is not None:
        state, events = draw(rules, state, outcome)
        drawn.append((outcome, events))
    return state, drawn


def carry_on(rules: Ruleset, state: State) -> Turned:
    """Run the automatic steps until a side or chance must answer, as after reading a position written by
    hand.
    """
    play = Play(rules.components, state.copy())
    _carry_on(play)
    return Turned(play.s, play.events or [])


def replay(rules: Ruleset, log: Iterable[tuple[Side | None, a.Lasting]], start: State | None = None) -> State:
    """The position after a log of actions (with their sides) and draws (with None), each validated.

    Args:
        rules: of the game.
        log: what happened.
        start: the position that the game begins from; that of the rules by default. It is not changed.

    Raises:
        CorruptLog: naming the first entry that does not fit; the parameter ``entry`` counts from 0.
    """
    play = Play(rules.components, new_game(rules).state if start is None else start.copy())
    play.events = None
    advance_all(play, log)
    return play.s


def advance_all(play: Play, log: Iterable[tuple[Side | None, a.Lasting]]) -> None:
    """Change a private position by the entries of a log, in place.

    Raises:
        CorruptLog: as ``replay`` does.
    """
    for number, (side, outcome) in enumerate(log):
        try:
            advance(play, side, outcome)
        except EngineError as error:
            raise CorruptLog("entry-does-not-replay", error.rule, entry=number, reason=str(error)) from error


def advance(play: Play, side: Side | None, outcome: a.Lasting) -> None:
    """Change a private position by one entry, in place. After a refusal the position is worthless.

    Raises:
        EngineError: as ``apply`` and ``draw`` do.
    """
    if isinstance(outcome, a.Drawn):
        _take(play, outcome)
    elif side is None:
        raise CorruptLog("action-without-side")
    elif isinstance(outcome, a.Forfeit):
        _lose(play, side, outcome)
    else:
        _answer(play, side, outcome)


def options(rules: Ruleset, state: State, side: Side) -> Options | None:
    """What the side may answer now; None when it has nothing to decide.

    A side whose bid is sealed has no pending decision, but may still replace the bid: ``replace-bid``.
    """
    decision = pending_for(state, side)
    if decision is None:
        if not week.can_replace_bid(state, side):
            return None
        return Options("replace-bid", "R-07", week.replacement_options(Play(rules.components, state), side))
    kind = DECISIONS[type(decision)]
    shapes = kind.options(Play(rules.components, state), decision)
    return Options(word(decision), kind.rule, shapes)


def word(decision: d.PlayerDecision) -> str:
    """The decision's word in JSON."""
    return WORDS[type(decision)]


def _answer(play: Play, side: Side, action: a.Reply) -> None:
    s = play.s
    _refuse_after_end(s)
    agenda = s.agenda
    top: Any = agenda[-1]
    pair = type(top) is d.Pair
    decision: Any = _front_of(top, side) if pair else top
    if decision is None and type(action) is a.Bid and week.can_replace_bid(s, side):
        return week.replace_bid(play, side, action)
    kind = DECISIONS.get(type(decision))
    if kind is None or decision.side != side:
        raise _not_asked(pending(s))
    resolve = kind.answers.get(type(action))
    if resolve is None:
        raise NotYourDecision("another-decision", kind.rule, decision=word(decision))
    if pair:
        agenda[-1] = top.advanced(side)
    else:
        agenda.pop()
    resolve(play, decision, action)
    return _carry_on(play)


def _not_asked(asked: list[d.PlayerDecision]) -> NotYourDecision:
    """The refusal of an action by a side that is asked nothing; what the other is asked is public."""
    waiting = [decision.side.label for decision in asked]
    if not asked:  # chance must answer first
        return NotYourDecision("not-your-decision", "", waiting=waiting, decision="")
    rule = DECISIONS[type(asked[0])].rule
    return NotYourDecision("not-your-decision", rule, waiting=waiting, decision=word(asked[0]))


def _refuse_after_end(s: State) -> None:
    if s.result is not None:
        raise GameIsOver("game-over", "2", victory=s.result.victory)


def _front_of(pair: d.Pair, side: Side) -> d.QueueItem | None:
    queue = pair.queue(side)
    return queue[0] if queue else None


def _take(play: Play, outcome: a.Drawn) -> None:
    s = play.s
    item = pending_draw(s)
    if item is None:
        raise CorruptLog("nothing-to-draw", "3.3")
    top = s.agenda[-1]
    if isinstance(top, d.Pair):
        s.agenda[-1] = top.advanced(item.side)
    else:
        s.agenda.pop()
    if isinstance(item, d.DrawCards):
        hand.draw(play, item, outcome)
    else:
        setup.draw(play, item, outcome)
    _carry_on(play)


def _carry_on(play: Play) -> None:
    """Run automatic steps until a side or chance must answer."""
    agenda = play.s.agenda
    while agenda:
        top = agenda[-1]
        kind = type(top)
        step = STEPS.get(kind)
        if step is not None:
            agenda.pop()
            step(play, top)
        elif kind is d.Pair:
            if not _tidy(play, top):
                return
        elif isinstance(top, d.DRAWS) and week.is_idle(play, top):
            agenda.pop()
        else:
            return


def _tidy(play: Play, pair: Any) -> bool:
    """Remove what needs no answer from the front of the two queues; whether the agenda changed."""
    agenda = play.s.agenda
    for side in (Side.EAST, Side.WEST):
        queue = pair.queue(side)
        if queue and week.is_idle(play, queue[0]):
            agenda[-1] = pair.advanced(side)
            return True
    if not pair.east and not pair.west:
        agenda.pop()
        return True
    return False
