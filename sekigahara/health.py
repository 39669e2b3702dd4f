"""Whether the service is up, for whatever watches it: `/healthz` and `/readyz`.

They tell a word for each part, and nothing that anybody may not know.
"""

import logging
import threading
from datetime import timedelta

from django.core import checks
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

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
    needed = _needed()
    parts = needed | {"cache": _cache()}
    if needed["database"] == "ok" and needed["migrations"] == "ok":
        parts["worker"] = _worker()
    if set(needed.values()) != {"ok"}:
        return JsonResponse({"status": "down", **parts}, status=503)
    is_fine = set(parts.values()) == {"ok"}
    return JsonResponse({"status": "ok" if is_fine else "degraded", **parts})


def _needed() -> dict[str, str]:
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        behind = _is_behind()
        # what has to hold in the database besides, as the triggers that protect the log
        wrong = [] if behind else checks.run_checks(tags=[checks.Tags.database], databases=["default"])
    except Error as error:
        log.warning("the database is away: %s", error)
        return {"database": "away", "migrations": "unknown", "checks": "unknown"}
    for message in wrong:
        log.error("%s", message)
    if behind:
        return {"database": "ok", "migrations": "behind", "checks": "unknown"}
    is_broken = any(message.is_serious() for message in wrong)
    return {"database": "ok", "migrations": "ok", "checks": "failed" if is_broken else "ok"}


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
