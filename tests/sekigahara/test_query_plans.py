"""No page, list or job reads the games, seats, log entries or messages of everybody.

PostgreSQL is asked how it would carry out each statement, in a database where most games are over and reading
a whole table in its order is as expensive as in one ten times as large.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest
from django.conf import settings
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext
from django.utils.module_loading import import_string

from games.models.game import Game
from games.models.orders import SeatOrders
from games.models.seat import Seat
from games.services import clock
from games.simulation import population
from notifications.models import Notification
from sekigahara.db import service_time
from tests.permissions.test_table import answer_to, forgotten
from tests.permissions.world import World
from tests.secrecy.routes import routes

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.overnight]

GROWING = ("games_game", "games_seat", "games_entry", "notifications_notification")
GAMES, PLAYED, GOING_ON_IN = 600, 20, 10
MESSAGES_A_SEAT = 8
WHOLE = 0.2
"""The share of a table that nothing needs at once."""
ROLES = ("player", "organiser", "nobody")
ENDING = {"Sort", "Aggregate", "Hash", "WindowAgg", "Materialize"}
"""Nodes that need all rows below them, whatever limit is above."""

LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d+\b")
SEVERAL = re.compile(r"\?(, \?)+")
PLANNED = re.compile(r"\s*(SELECT|WITH|UPDATE|DELETE|INSERT)")


def filled() -> World:
    """A service on which hundreds of games were played, and the world of the table of permissions."""
    population.fill(200, GAMES, played=PLAYED)
    running = Game.objects.filter(status=Game.Status.RUNNING).values_list("pk", flat=True)
    former = Game.objects.filter(pk__in=[pk for pk in running if pk % GOING_ON_IN])
    nothing = {"asked": "", "waiting_since": None, "due_at": None, "held_until": None}
    Seat.objects.filter(game__in=former).update(**nothing)
    SeatOrders.objects.filter(seat__game__in=former).delete()
    # They only stand there for the planner: nothing that looks for new results is to take them up.
    former.update(status=Game.Status.OVER, is_public=False)
    Seat.objects.update(tempo=0)
    now = service_time.now()
    seats = list(Seat.objects.select_related("game").exclude(player=None))
    Notification.objects.bulk_create(
        Notification(
            kind="games.your-phase",
            about=seat.reference,
            occasion=str(number),
            recipient_id=cast("int", seat.player_id),
            status=Notification.Status.SENT,
            message_id=f"{seat.reference}.{number}",
            settled_at=now - timedelta(weeks=number),
        )
        for seat in seats
        for number in range(MESSAGES_A_SEAT)
    )
    world = World()
    clock.send_reminders()
    return world


class Planner:
    """Asks how statements would be carried out, each kind of statement once."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
            cursor.execute("SELECT relname, reltuples FROM pg_class WHERE relname = ANY(%s)", [list(GROWING)])
            self._rows: dict[str, float] = dict(cursor.fetchall())
            cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL")
            self._partial = {name for (name,) in cursor.fetchall()}
            cursor.execute("SET LOCAL seq_page_cost = 10")

    def whole(self, who: str, statements: Sequence[dict[str, str]]) -> Iterator[str]:
        """What reads a whole table, with its statement.

        Args:
            who: asks them.
        """
        for statement in statements:
            text = statement["sql"]
            kind = SEVERAL.sub("?", LITERAL.sub("?", text))
            if kind in self._known or not PLANNED.match(text):
                continue
            self._known.add(kind)
            with connection.cursor() as cursor:
                cursor.execute("EXPLAIN (FORMAT JSON) " + text.replace("%", "%%"), [])
                plan = cursor.fetchone()[0][0]["Plan"]
            for table in {*self._tables(plan, loops=1, is_limited=False)}:
                yield f"{who}: {table}: {kind}"

    def _tables(self, node: dict[str, Any], loops: float, *, is_limited: bool) -> Iterator[str]:
        """The growing tables that a node of a plan reads as a whole."""
        is_limited = (is_limited or node["Node Type"] == "Limit") and node["Node Type"] not in ENDING
        table = node.get("Relation Name")
        if table in self._rows and not is_limited and self._is_whole(node, loops):
            yield table
        for place, child in enumerate(node.get("Plans", ())):
            is_repeated = node["Node Type"] == "Nested Loop" and place == 1
            times = node["Plans"][0]["Plan Rows"] if is_repeated else 1
            yield from self._tables(child, loops * times, is_limited=is_limited)

    def _is_whole(self, node: dict[str, Any], loops: float) -> bool:
        if node["Node Type"] == "Seq Scan":
            return True
        is_by_all_of_an_index = "Index Cond" not in node and node.get("Index Name", "") not in self._partial
        if node["Node Type"].startswith("Index") and is_by_all_of_an_index:
            return True
        return bool(loops * node["Plan Rows"] > WHOLE * self._rows[node["Relation Name"]])


def test_nothing_reads_a_growing_table_as_a_whole() -> None:
    world = filled()
    planner = Planner()
    found: list[str] = []
    for name, job in settings.JOBS.items():
        reset_queries()
        with forgotten(), CaptureQueriesContext(connection) as told:
            import_string(job.task)()
        found += planner.whole(name, told.captured_queries)
    for route in routes():
        for role in ROLES:
            reset_queries()
            with forgotten(), CaptureQueriesContext(connection) as told:
                answer = answer_to(world, role, "GET", route)
                if answer.streaming:
                    answer.getvalue()
            found += planner.whole(f"{route.name} of {role}", told.captured_queries)
    assert found == []
