"""Looking ahead in a battle: what a side could deploy, and what a plan would come to, as it knows today.

Nothing here looks at what the side may not know: its own blocks and cards, and public facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.actions import Deploy
from games.engine.components import Components
from games.engine.decisions import DeployBlocks
from games.engine.errors import EngineError
from games.engine.options import Choice, Offer
from games.engine.orders.shapes import Step
from games.engine.play import Play
from games.engine.rules import combat, control, deployment
from games.engine.ruleset import Ruleset
from games.engine.side import SIDES, Side
from games.engine.state import Combat, State
from games.rule_numbers import IMPACT_PER_BLOCK


class Outlook(NamedTuple):
    """What a plan would come to.

    Attributes:
        totals: this side's impact after each step, as far as they can be carried out.
        refused: why the next step cannot be; None if all can.
        theirs: the other side's impact now.
        next_loss: the impact at which the other side would lose one unit more.
    """

    totals: tuple[int, ...]
    refused: EngineError | None
    theirs: int
    next_loss: int


def places(rules: Ruleset, state: State) -> list[str]:
    """The locations with a fight that is pending or being fought: both sides have units there. All see it."""
    c = rules.components
    if state.result is not None:
        return []
    fought = None if state.combat is None else state.combat.location
    return [c.locations[each] for each in c.indexes if each == fought or is_pending(c, state, each)]


def is_pending(c: Components, state: State, location: int) -> bool:
    """Whether combat could still be declared at a location this turn (R-16)."""
    return not state.declared >> location & 1 and control.contested(c, state, location)


def offers(rules: Ruleset, state: State, side: Side, location: str) -> list[Offer]:
    """The deployments the side could begin a plan with: now, or when combat is declared there."""
    return _offers(_imagined(rules, state, location), side)


def next_offers(
    rules: Ruleset, state: State, side: Side, location: str, steps: Sequence[Step]
) -> list[Offer]:
    """The deployments with which a plan could go on after some steps; none if these cannot be carried out.

    Args:
        rules: of the game.
        state: its position now.
        side: that plans.
        location: one of `places`.
        steps: the plan so far.
    """
    play = _imagined(rules, state, location)
    try:
        for step in steps:
            deployment.resolve(play, DeployBlocks(side), deploying(step))
    except EngineError:
        return []
    return _offers(play, side)


def described(rules: Ruleset, state: State, side: Side) -> dict[str, Any]:
    """The `offers` of every place with a fight, as JSON describes the choices of a decision."""
    return {
        place: Choice(offers(rules, state, side, place)).describe()["choices"]
        for place in places(rules, state)
    }


def outlook(rules: Ruleset, state: State, side: Side, location: str, steps: Sequence[Step]) -> Outlook:
    """What the side's impact would be after each step of a plan, if no block defects.

    Args:
        location: one of `places`.
        steps: those that are still to be carried out.
    """
    play = _imagined(rules, state, location)
    fought = play.combat
    totals = []
    refused = None
    for step in steps:
        try:
            deployment.resolve(play, DeployBlocks(side), deploying(step))
        except EngineError as error:
            refused = error
            break
        totals.append(fought.impact[side])
    mine = fought.impact[side]
    per_loss = IMPACT_PER_BLOCK
    return Outlook(tuple(totals), refused, fought.impact[side.enemy], (mine // per_loss + 1) * per_loss)


def deploying(step: Step) -> Deploy:
    """The action of a step."""
    return Deploy(step.blocks, step.card, step.show)


def _offers(play: Play, side: Side) -> list[Offer]:
    found: list[Offer] = []
    for shape in deployment.options(play, DeployBlocks(side)):
        if isinstance(shape, Choice):
            found += [offer for offer in shape.offers if isinstance(offer.action, Deploy)]
    return found


def _imagined(rules: Ruleset, state: State, location: str) -> Play:
    """A copy of the position in which the combat there has begun.

    Unless it has, it is imagined as a battle, or as a siege where nothing but a disk or a castle is left to
    attack.
    """
    play = Play(rules.components, state.copy())
    play.events = None
    index = play.c.location_index[location]
    if play.s.combat is None or play.s.combat.location != index:
        play.s.combat = _begun(play, index)
    return play


def _begun(play: Play, location: int) -> Combat:
    s = play.s
    attacker = SIDES[s.active] if s.active >= 0 else SIDES[0]
    return combat.new(play.c, s, location, attacker, siege=not s.at[attacker.enemy][location])
