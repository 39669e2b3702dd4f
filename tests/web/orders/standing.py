"""Games with fights in which orders can be given, and orders for them."""

from collections.abc import Sequence

from games import engine
from games.engine.actions import Deploy
from games.engine.decisions import DeployBlocks
from games.engine.orders import keeping, planning
from games.engine.orders.keeping import Ending, KeptOrders
from games.engine.orders.shapes import BattleOrders, Orders, Plan, Step
from games.engine.side import SIDES, Side
from games.engine.state import State
from games.models.orders import SeatOrders
from games.rulebook import editions
from games.services import orders
from games.services.orders import Battle, ShownOrders
from notifications.webhooks import sealing
from tests.kit.table import Table, table_where

RULES = editions.ruleset(editions.DEFAULT)


def begins(state: State) -> bool:
    """A battle begins, and either side could deploy at least twice in it."""
    asked, combat = engine.pending(state), state.combat
    if combat is None or combat.siege or any(combat.loyal):
        return False
    place = RULES.components.locations[combat.location]
    is_long = all(_may_deploy_twice(state, side, place) for side in SIDES)
    return is_long and bool(asked) and isinstance(asked[0], DeployBlocks)


def _may_deploy_twice(state: State, side: Side, place: str) -> bool:
    offers = planning.offers(RULES, state, side, place)
    singles = {each.action.blocks for each in offers if isinstance(each.action, Deploy)}
    cards = {each.action.card for each in offers if isinstance(each.action, Deploy)}
    return len(singles) > 1 and len(cards - {None}) > 1


def at_a_battle() -> tuple[Table, Side]:
    """A battle that begins, with the side that is asked to deploy."""
    table = table_where(begins)
    (side,) = table.asked()
    return table, side


def is_pending(state: State) -> bool:
    """A fight is not declared yet, and the side to move could deploy in it."""
    if state.combat is not None or state.active < 0:
        return False
    side = SIDES[state.active]
    return any(planning.offers(RULES, state, side, place) for place in planning.places(RULES, state))


def before_a_battle() -> tuple[Table, Side, str]:
    """A place where a fight will be declared, and the side to move."""
    table = table_where(is_pending)
    state = table.state
    side = SIDES[state.active]
    places = planning.places(RULES, state)
    return table, side, next(each for each in places if planning.offers(RULES, state, side, each))


def shown(table: Table, side: Side) -> ShownOrders:
    """The orders of a side."""
    return orders.shown(table.seat(side))


def battle_of(table: Table, side: Side) -> Battle:
    """The battle that is fought, as a side may order it."""
    return next(each for each in shown(table, side).battles if each.location == fought(table))


def fought(table: Table) -> str:
    """Where the combat is."""
    place: str = table.view(-1)["combat"]["location"]
    return place


def first_step(table: Table, side: Side) -> Step:
    """What a plan of that side can begin with."""
    action = battle_of(table, side).offers[0].action
    assert isinstance(action, Deploy)
    return Step(action.blocks, action.card)


def planned(place: str, steps: Sequence[Step]) -> Orders:
    """Orders with only a plan."""
    return Orders(battles={place: BattleOrders(plan=Plan(tuple(steps)))})


def give(table: Table, side: Side, given: Orders) -> ShownOrders:
    """Give orders."""
    return orders.lay(seat=table.seat(side), orders=given, expected_version=shown(table, side).version)


def store(table: Table, side: Side, kept: KeptOrders) -> None:
    """Store orders as if they had been given, and something had come of them."""
    text = sealing.seal(keeping.encode(kept))
    SeatOrders.objects.update_or_create(seat=table.seat(side), defaults={"text": text})


def with_ending(table: Table, side: Side, place: str, ending: Ending) -> KeptOrders:
    """Its orders, of which the plan for a battle ended so."""
    row = SeatOrders.objects.get(seat=table.seat(side))
    kept = keeping.decode(sealing.unseal(row.text))
    kept.progress[place].ended = ending
    return kept
