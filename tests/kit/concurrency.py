"""Runs several functions at the same moment, each in its own thread and database connection."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import QuerySet

from games.engine.errors import EngineError
from games.models.game import Game
from sekigahara.errors.exceptions import Refused
from tests.kit.processes import wait_until

Outcome = Any
"""What an attempt returned, or the refusal it raised."""


def at_once(*attempts: Callable[[], object]) -> list[Outcome]:
    """What came of each, in the order of the attempts."""
    outcomes: dict[int, Outcome] = {}

    def attempt(number: int, act: Callable[[], object]) -> None:
        try:
            outcomes[number] = act()
        except (Refused, EngineError) as refused:
            outcomes[number] = refused
        finally:
            connections.close_all()

    threads = [threading.Thread(target=attempt, args=pair) for pair in enumerate(attempts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert len(outcomes) == len(attempts), "one broke down or hangs"
    return [outcomes[number] for number in range(len(attempts))]


def codes(outcomes: list[Outcome]) -> list[str]:
    """What came of each, in no order: the code of a refusal, or nothing."""
    return sorted(outcome.code if isinstance(outcome, Refused) else "" for outcome in outcomes)


def held_up(game_id: int, *attempts: Callable[[], object]) -> list[Outcome]:
    """What came of each on PostgreSQL, where all of them are stopped at the game first.

    So none can be through before the last began.

    Returns:
        What came of each, in the order of the attempts.
    """
    return held_up_at(Game.objects.filter(pk=game_id), *attempts)


def held_up_at(rows: QuerySet[Any], *attempts: Callable[[], object]) -> list[Outcome]:
    """Run all attempts at once on PostgreSQL, each stopped at locked rows until the last has begun."""
    outcomes: list[Outcome] = []
    crowd = threading.Thread(target=lambda: outcomes.extend(at_once(*attempts)))
    with transaction.atomic():
        list(rows.select_for_update())
        crowd.start()
        wait_until(lambda: waiting() == len(attempts), what=f"{len(attempts)} waiting for the rows")
    crowd.join(timeout=40)
    return outcomes


def waiting() -> int:
    """How many connections wait for a lock now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees the same activity for ever
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])
