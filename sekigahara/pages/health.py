"""`/healthz` and `/readyz`: whether the service is up, for the proxy or the monitor that asks.

Anyone may ask, so the answer has a word or a sentence for each part, and asking stores nothing. What exactly
is missing is in the process log.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from time import monotonic

from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from sekigahara.db import schema
from sekigahara.db.outages import is_disk_full, let_go

log = logging.getLogger(__name__)

_needed: dict[str, Callable[[], str]] = {}
_helpful: dict[str, Callable[[], str]] = {}
"""By part, what apps have registered."""

_is_complete = threading.Event()
"""Set once the schema was complete: no migration is undone while a process runs, and comparing takes longer
than all the rest."""


READY_FOR = 1.0
"""Seconds for which a process that is ready does not look again: anyone may ask, as often as they like."""
_told: dict[str, tuple[float, dict[str, str]]] = {}
"""By "ready", when that was found, by ``time.monotonic``, and the answer."""


def register(part: str, look: Callable[[], str], *, is_needed: bool) -> None:
    """Have `/readyz` tell of a part of the service. Apps call this when they are ready.

    Args:
        part: its name in the answer.
        look: returns "ok", or what is wrong in a few words.
        is_needed: whether a process takes no requests while it is wrong.
    """
    (_needed if is_needed else _helpful)[part] = look


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's
    """The process answers. Nothing else is checked."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's
    """Whether requests should be sent to this process: 503 while it could not answer them.

    A full disk, a missing cache, late mail and clocks that nobody checks are reported as "degraded", with
    status 200: pages work without them, and sending people to another process would not help. Such an answer
    is good for ``READY_FOR``.
    """
    begun = monotonic()
    if (told := _told.get("ready")) and begun - told[0] < READY_FOR:
        return JsonResponse(told[1])
    helpful = {}
    try:
        needed = _database()
        is_up = set(needed.values()) == {"ok"}
        if is_up:
            if is_disk_full():
                needed["database"] = "full"
            helpful = {"cache": _cache(), **_looked_at(_helpful)}
    except Error as error:
        log.warning("the database is away: %s", error)
        needed, is_up = {"database": "away"}, False
    if not is_up:
        return JsonResponse({"status": "down", **needed}, status=503)
    is_fine = {*needed.values(), *helpful.values()} == {"ok"}
    answer = {"status": "ok" if is_fine else "degraded", **needed, **helpful}
    _told["ready"] = begun, answer
    return JsonResponse(answer)


def _database() -> dict[str, str]:
    connection.ensure_connection()
    if _is_only_read():
        let_go()
        return {"database": "read-only"}
    parts = {"database": "ok", **_schema()}
    if set(parts.values()) != {"ok"}:
        return parts
    return parts | _looked_at(_needed)


def _is_only_read() -> bool:
    """Whether nothing can be stored, as in a standby."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone()[0] == "on")


def _schema() -> dict[str, str]:
    if _is_complete.is_set():
        return {"migrations": "ok", "schema": "ok"}
    unapplied = schema.unapplied_migrations()
    if unapplied:
        log.error("the database is behind, migrations are not applied: %s", ", ".join(unapplied))
        return {"migrations": "behind"}
    missing = schema.missing_columns()
    if missing:
        log.error("the database is incomplete, columns are missing: %s", ", ".join(missing))
        return {"migrations": "ok", "schema": "incomplete"}
    _is_complete.set()
    return {"migrations": "ok", "schema": "ok"}


def _cache() -> str:
    try:
        cache.get("readyz")
    except (RedisError, OSError) as error:
        log.warning("the cache is away: %s", error)
        return "away"
    return "ok"


def _looked_at(parts: Mapping[str, Callable[[], str]]) -> dict[str, str]:
    return {part: look() for part, look in parts.items()}
