"""What a process counts of the requests that it answers, for `/metrics` (`sekigahara.pages.metrics`).

Nothing is counted without ``METRICS_TOKEN``. The processes of one `deploy/web` share the address at which
they are asked, so they count in files that each of them can read; `sekigahara.server.web_server` makes the
folder.
"""

import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

MONITORED = frozenset({"/healthz", "/readyz", "/metrics"})
"""What monitors ask for, as often as they like."""

READING = frozenset({"GET", "HEAD", "OPTIONS"})

own = CollectorRegistry()
"""The figures of this process."""
request_seconds = Histogram(
    "sekigahara_request_seconds",
    "From the end of a request's body to its answer, or to the head of a stream. An action that was accepted "
    "is answered 2xx to programs, and 3xx to browsers.",
    ["kind", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=own,
)
database_seconds = Counter(
    "sekigahara_database_seconds", "Time that requests waited for the database.", ["kind"], registry=own
)
open_streams = Gauge(
    "sekigahara_open_streams", "Event streams that are open.", registry=own, multiprocess_mode="livesum"
)


class _Waited(threading.local):
    """Seconds that this thread waited for the database since its last request."""

    seconds = 0.0


_waited = _Waited()
# Looking a figure up by its labels takes longer than adding to it.
_answered: dict[tuple[str, int], Histogram] = {}
_asked: dict[str, Counter] = {}


def note(request: HttpRequest | None, status: int, begun: float) -> None:
    """Count a request that this thread has answered.

    Args:
        request: None if it could not be read.
        begun: when its body was complete, by ``time.perf_counter``.
    """
    kind = "page" if request is None else kind_of(request)
    key = kind, status // 100
    figure = _answered.get(key)
    if figure is None:
        figure = _answered[key] = request_seconds.labels(kind, f"{status // 100}xx")
        _asked[kind] = database_seconds.labels(kind)
    figure.observe(perf_counter() - begun)
    if _waited.seconds:
        _asked[kind].inc(_waited.seconds)
        _waited.seconds = 0.0


def kind_of(request: HttpRequest) -> str:
    """What a request is counted as. It names neither a game nor a person."""
    match, path = request.resolver_match, request.path_info
    if path in MONITORED:
        return "monitor"
    name = (match.url_name or "") if match else ""
    is_read = request.method in READING
    if not is_read and name in settings.ADDRESSES_OF_ACTIONS:
        return "action"
    if path.startswith(settings.API_PATH):
        return "stream" if name.endswith("stream") else "api-read" if is_read else "api-write"
    return "file" if path.startswith(settings.STATIC_URL) else "page"


def time_statements() -> None:
    """Have the time of all statements counted, from each next connection on."""
    connection_created.connect(_time)


def _time(connection: Any, **_signal: Any) -> None:
    if _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)


def _timed(execute: Callable[..., Any], *statement: Any) -> Any:
    begun = perf_counter()
    try:
        return execute(*statement)
    finally:
        _waited.seconds += perf_counter() - begun
