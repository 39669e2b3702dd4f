"""Games that have come to a battle, and orders for it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from games import engine
from games.engine.decisions import DeployBlocks
from games.engine.orders import planning
from games.engine.orders.shapes import Orders
from games.engine.side import SIDES, Side
from games.engine.state import State
from games.rulebook.editions import DEFAULT, ruleset
from games.services import orders
from games.services.orders import Battle, ShownOrders
from tests.kit.table import Table, is_window_separate, table_where

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LEAST = 2
"""Deployments with cards that each side can make, in a battle that is worth a plan."""


def is_to_deploy(state: State) -> bool:
    """A side is asked to deploy in an open battle, and both have some blocks and cards."""
    combat = state.combat
    if combat is None or combat.siege or not isinstance(engine.pending(state)[0], DeployBlocks):
        return False
    return all(len(_possible(state, side)) >= LEAST for side in SIDES)


def has_folded_window(state: State) -> bool:
    """A side that is to deploy in an open battle may challenge the deployment just made."""
    return is_to_deploy(state) and state.combat is not None and state.combat.window is not None


def in_folded_window() -> tuple[Table, Side]:
    """A game in which whoever is to deploy may challenge a deployment instead, and that side."""
    table = table_where(has_folded_window)
    return table, table.asked()[0]


def in_battle() -> tuple[Table, Side]:
    """A game in a battle, and the side that is to deploy."""
    table = table_where(is_to_deploy)
    return table, table.asked()[0]


def in_window() -> tuple[Table, Side]:
    """A game in which somebody has a separate window, and that side."""
    table = table_where(is_window_separate)
    return table, table.asked()[0]


def shown(table: Table, side: Side) -> ShownOrders:
    return orders.shown(table.seat(side))


def battle(table: Table, side: Side) -> Battle:
    """The battle that is being fought, as a side sees it in its orders."""
    location = (table.view(side)["combat"] or {})["location"]
    return next(each for each in shown(table, side).battles if each.location == location)


def steps(table: Table, side: Side, most: int = 3) -> list[dict[str, Any]]:
    """Deployments one after the other, each of them possible."""
    return _possible(table.state, side)[:most]


def _possible(state: State, side: Side) -> list[dict[str, Any]]:
    rules, combat = ruleset(DEFAULT), state.combat
    assert combat is not None
    c = rules.components
    taken: list[dict[str, Any]] = []
    hand = list(c.card_ids(side, state.hand[side]))
    for offer in planning.offers(rules, state, side, c.locations[combat.location]):
        step = msgspec.to_builtins(offer.action)
        used = {block for each in taken for block in each["blocks"]}
        card = step.get("card")
        if card is None or card not in hand or used & set(step["blocks"]):
            continue
        hand.remove(card)
        taken.append({"blocks": step["blocks"], "card": card})
    return taken


def give(table: Table, side: Side, *, seen: int | None = None, **given: Any) -> ShownOrders:
    """Replace the orders of a side, as JSON, having seen a version of the game."""
    seat = table.seat(side)
    version = orders.shown(seat).version
    return orders.lay(seat=seat, orders=msgspec.convert(given, Orders), expected_version=version, seen=seen)


def planned(table: Table, side: Side, **more: Any) -> dict[str, Any]:
    """Orders with a plan for the battle that is being fought, and never to challenge."""
    location = battle(table, side).location
    plan = {"steps": steps(table, side), **more}
    return {"battles": {location: {"plan": plan}}, "loyalty": {"answer": "never"}}
