"""What the orders of a side answer to its pending decision, if anything.

An answer follows from public facts, the orders, and what the side itself holds. A loyalty order is never
dropped for want of a card: then it lets the deployment stand. Whether a plan goes on depends on the rules and
on public facts; a step that cannot be carried out ends it, and nothing more of it is done.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine import core
from games.engine.actions import Action, Challenge, Finish, Pass
from games.engine.decisions import (
    AnswerDeployment,
    ChooseLosses,
    ChooseRetreat,
    ChooseStance,
    DeployBlocks,
)
from games.engine.orders import planning, preferences
from games.engine.orders.keeping import Ending, KeptOrders, OrderKind, Progress
from games.engine.orders.shapes import (
    AskFrom,
    ChallengeFrom,
    LoyaltyOrder,
    NeverChallenge,
    Plan,
    UntilAhead,
    WhileBehind,
)
from games.engine.play import Play
from games.engine.ruleset import Ruleset
from games.engine.side import OTHER, Side
from games.engine.state import Combat, State, Window


class OrderedAnswer(NamedTuple):
    """An action that an order takes.

    Attributes:
        action: the action.
        kind: the kind of order.
    """

    action: Action
    kind: OrderKind


ASKING = (DeployBlocks, ChooseLosses, ChooseRetreat, ChooseStance)
"""The decisions that orders answer at once. A separate loyalty window they answer after the hold."""


def is_for_orders(state: State, side: Side) -> bool:
    """Whether orders could answer the side's pending decision at once, as everyone can see."""
    return isinstance(core.pending_for(state, side), ASKING)


def answer(rules: Ruleset, state: State, side: Side, kept: KeptOrders) -> OrderedAnswer | None:
    """The answer of a side's orders to its pending decision, at once.

    Args:
        kept: the side's orders. The end of a plan is noted in them.

    Returns:
        None if the player is to be asked.
    """
    play = Play(rules.components, state)
    match core.pending_for(state, side):
        case DeployBlocks():
            return _by_plan(rules, play, side, kept)
        case ChooseLosses(count=count) if kept.orders.losses is not None:
            losses = preferences.losses(play, side, count, kept.orders.losses)
            return None if losses is None else OrderedAnswer(losses, "losses")
        case ChooseRetreat() if kept.orders.retreat is not None:
            retreat = preferences.retreat(play, side, kept.orders.retreat)
            return None if retreat is None else OrderedAnswer(retreat, "retreat")
        case ChooseStance():
            stance = preferences.stance(play, side, kept.orders.castles)
            return None if stance is None else OrderedAnswer(stance, "stance")
    return None


def window_answer(rules: Ruleset, state: State, side: Side, kept: KeptOrders) -> OrderedAnswer | None:
    """The answer of a side's loyalty order to a separate window; None if the player is to be asked."""
    if not isinstance(core.pending_for(state, side), AnswerDeployment):
        return None
    play = Play(rules.components, state)
    order = kept.loyalty_at(play.c.locations[play.combat.location])
    return _by_loyalty(play, side, order)


def will_answer(rules: Ruleset, state: State, side: Side, kept: KeptOrders) -> bool:
    """Whether the side's loyalty order will answer the pending separate window after the hold."""
    return window_answer(rules, state, side, kept) is not None


def tidy(rules: Ruleset, state: State, kept: KeptOrders) -> None:
    """Remove orders for battles that are over, or were not fought in their turn."""
    if not kept.progress:
        return
    pending = planning.places(rules, state)
    for location, progress in list(kept.progress.items()):
        is_of_turn = (progress.week, progress.turn) == (state.week, state.turn)
        if not is_of_turn or location not in pending:
            kept.drop(location)


def beginning(rules: Ruleset, state: State, side: Side, location: str, version: int) -> Progress:
    """The progress of orders for a battle that are made now."""
    progress = Progress(state.week, state.turn, version)
    combat = state.combat
    if combat is not None and rules.components.locations[combat.location] == location:
        progress.is_begun = True
        progress.deployed = _deployed(combat, side)
        progress.challenges = _challenges(rules, combat, side)
        progress.their_impact = combat.impact[side.enemy]
        progress.they_had_finished = combat.finished[side.enemy]
    return progress


def go_past_window(rules: Ruleset, state: State, side: Side, kept: KeptOrders) -> None:
    """Note that the player has seen the deployment that could be challenged, and deploys by the plan instead.

    What the hand holds plays no part: a player who deploys by hand does not challenge either [8.6.1].
    """
    combat = state.combat
    if combat is None or combat.window is None or combat.window.side == side:
        return
    location = rules.components.locations[combat.location]
    if kept.plan_at(location) is not None:
        kept.progress[location].is_past_window = True


def end(kept: KeptOrders, location: str, ending: Ending) -> None:
    """End the plan for a battle: nothing more of it is done."""
    kept.progress[location].ended = ending


def carried_out(kept: KeptOrders, state: State, side: Side, location: str) -> None:
    """Note that a step of the plan was carried out, which led to this position."""
    progress = kept.progress[location]
    progress.done += 1
    progress.is_past_window = False
    if state.combat is not None:
        progress.deployed = _deployed(state.combat, side)


def _by_plan(rules: Ruleset, play: Play, side: Side, kept: KeptOrders) -> OrderedAnswer | None:
    combat = play.combat
    location = play.c.locations[combat.location]
    plan = kept.plan_at(location)
    if plan is None:
        return None
    progress = kept.progress[location]
    if (ending := _stopped(rules, play, side, plan, progress)) is not None:
        progress.ended = ending
        return None
    ending = _done(combat, side, plan, progress)
    if combat.window is not None and combat.window.side != side:
        # Before the plan deploys or stops, which closes the window, the loyalty order answers it. Where it
        # would ask, a plan that only stops goes past it: stopping by hand challenges nothing either.
        answered = _by_loyalty(play, side, kept.loyalty_at(location))
        is_stopping = ending is not None and plan.then == "stop"
        is_to_ask = answered is None and not (progress.is_past_window or is_stopping)
        if is_to_ask or (answered is not None and isinstance(answered.action, Challenge)):
            return answered
    if ending is not None:
        progress.ended = ending
        return OrderedAnswer(Finish(), "plan") if plan.then == "stop" else None
    step = plan.steps[progress.done]
    if planning.outlook(rules, play.s, side, location, [step]).refused is not None:
        progress.ended = "impossible"
        return None
    return OrderedAnswer(planning.deploying(step), "plan")


def _stopped(rules: Ruleset, play: Play, side: Side, plan: Plan, progress: Progress) -> Ending | None:
    """Why the plan stops, and the player is asked; None if it does not."""
    combat = play.combat
    if not progress.is_begun:
        # The battles of one turn share a hand.
        location = rules.components.locations[combat.location]
        progress.is_begun = True
        if planning.outlook(rules, play.s, side, location, plan.steps).refused is not None:
            return "changed"
    if progress.deployed != _deployed(combat, side):
        return "taken-over"
    if plan.stop_if_challenged and _challenges(rules, combat, side) > progress.challenges:
        return "challenged"
    gained = combat.impact[side.enemy] - progress.their_impact
    if plan.stop_if_they_gain is not None and gained >= plan.stop_if_they_gain:
        return "they-gained"
    have_stopped = combat.finished[side.enemy] and not progress.they_had_finished and not combat.siege
    # A plan at its end stops if it says so, even if the other side stopped first.
    if have_stopped and (plan.then == "ask" or _done(combat, side, plan, progress) is None):
        return "they-finished"
    return None


def _done(combat: Combat, side: Side, plan: Plan, progress: Progress) -> Ending | None:
    """Why the plan is at its end; None if it goes on."""
    if progress.done >= len(plan.steps):
        return "complete"
    lead = combat.impact[side] - combat.impact[side.enemy]
    is_behind = combat.siege or lead < 0 or (lead == 0 and combat.attacker == side)
    match plan.go_on:
        case UntilAhead(by=by) if lead >= by:
            return "ahead"
        case WhileBehind() if not is_behind:
            return "not-behind"
    return None


def _by_loyalty(play: Play, side: Side, order: LoyaltyOrder) -> OrderedAnswer | None:
    window = play.combat.window
    if window is None:
        return None
    match order:
        case NeverChallenge():
            return OrderedAnswer(Pass(), "loyalty")
        case AskFrom(impact=impact) if window.impact < impact:
            return OrderedAnswer(Pass(), "loyalty")
        case ChallengeFrom(impact=impact):
            is_worth_it = window.impact >= impact or _is_double(window)
            holds_card = play.s.hand[side][play.c.loyalty[side]] > 0
            return OrderedAnswer(Challenge() if is_worth_it and holds_card else Pass(), "loyalty")
    return None


def _is_double(window: Window) -> bool:
    return len(window.blocks) > 1


def _deployed(combat: Combat, side: Side) -> int:
    """How many blocks of the side have deployed, with those that defected."""
    return (combat.loyal[side] | combat.defected[side]).bit_count()


def _challenges(rules: Ruleset, combat: Combat, side: Side) -> int:
    """How many challenges the other side has played."""
    enemy = OTHER[side]
    return combat.played[enemy].count(rules.components.loyalty[enemy])
