"""Bodies about orders. What is ordered itself is in ``games.engine.orders.shapes``."""

from msgspec import Struct

from games.engine.orders.shapes import Place, Plan


class PlannedBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan for the battle at a location."""

    location: Place
    plan: Plan
