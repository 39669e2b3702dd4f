"""Whether the service is up, for whatever watches it: `/healthz` and `/readyz`.

They tell a word for each part, and nothing that anybody may not know.
"""

import logging
import threading
from datetime import timedelta

from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.models import guard
from notifications import queries

log = logging.getLogger(__name__)

LATE = timedelta(minutes=10)
"""A message that nobody took up so long after it was due means that nobody works."""

_is_migrated = threading.Event()
"""Set once, since no migration is undone while we run: looking takes longer than all the rest."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's
    """The process answers; nothing else is looked at."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's
    """Whether requests should be sent here; 503 while they could not be answered.

    A cache that is away and mail that is late are told, as "degraded", and turn nobody away: pages work
    without, and neither would be put right by sending people elsewhere.
    """
    helpful = {}
    try:
        needed = _database()
        is_up = set(needed.values()) == {"ok"}
        if is_up:
            helpful = {"cache": _cache(), "worker": _worker()}
    except Error as error:
        log.warning("the database is away: %s", error)
        needed, is_up = {"database": "away"}, False
    if not is_up:
        return JsonResponse({"status": "down", **needed}, status=503)
    is_fine = set(helpful.values()) == {"ok"}
    return JsonResponse({"status": "ok" if is_fine else "degraded", **needed, **helpful})


def _database() -> dict[str, str]:
    connection.ensure_connection()
    if _is_behind():
        return {"database": "ok", "migrations": "behind"}
    unguarded = guard.missing()
    if unguarded:
        log.error("the log is not guarded, triggers are missing: %s", ", ".join(unguarded))
    return {"database": "ok", "migrations": "ok", "log": "unguarded" if unguarded else "ok"}


def _is_behind() -> bool:
    if not _is_migrated.is_set():
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return True
        _is_migrated.set()
    return False


def _cache() -> str:
    try:
        cache.get("readyz")
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)
        return "away"
    return "ok"


def _worker() -> str:
    return "late" if queries.is_anything_late(LATE) else "ok"
