"""`/metrics`: figures of the service for Prometheus, shut to all who do not have ``METRICS_TOKEN``.

What a web process counts comes from `sekigahara.requests.figures`, what workers count from the shared cache,
and everything else from the database at the moment of asking, by indexed statements: about a dozen. No label
names a person or a game.
"""

import os
import resource
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import Error
from django.db.models import Count, Min, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from sekigahara.db import service_time, tallies
from sekigahara.db.outages import let_go
from sekigahara.errors.problems import problem
from sekigahara.requests import figures

_ANY = Q()


class Queued(NamedTuple):
    """What waits in a queue.

    Attributes:
        length: how much of it could be done now.
        oldest: when the oldest of that came to be; None if there is none, or nobody knows.
    """

    length: int
    oldest: datetime | None

    @classmethod
    def among(cls, rows: QuerySet[Any], since: str, *, counts_for_age: Q = _ANY) -> Self:
        """What some rows are; a column says since when each has been there.

        Args:
            counts_for_age: those whose age means something.
        """
        found = rows.aggregate(length=Count("pk"), oldest=Min(since, filter=counts_for_age))
        return cls(found["length"], found["oldest"])

    def beside(self, other: Self) -> Self:
        """Both together."""
        times = [each.oldest for each in (self, other) if each.oldest is not None]
        return type(self)(self.length + other.length, min(times, default=None))


_queues: dict[str, Callable[[], Queued]] = {}
_looks: list[Callable[[], Iterable[Metric]]] = []
"""What apps have registered."""


def register_queue(name: str, look: Callable[[], Queued]) -> None:
    """Have a queue watched. Apps call this when they are ready."""
    _queues[name] = look


def register(look: Callable[[], Iterable[Metric]]) -> None:
    """Have further figures shown, which the database knows. Apps call this when they are ready."""
    _looks.append(look)


def queues() -> dict[str, Queued]:
    """What waits, by queue."""
    return {name: look() for name, look in _queues.items()}


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures, in the text format of Prometheus."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        response = problem("token-unknown")
        response["WWW-Authenticate"] = "Bearer"
        return response
    shown = CollectorRegistry()
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder is None:
        shown.register(figures.own)
        processes = [os.getpid()]
    else:
        processes = _processes(folder)
        MultiProcessCollector(shown, folder)  # type: ignore[no-untyped-call] # it has none
    shown.register(_Rest(processes))
    return HttpResponse(generate_latest(shown), content_type=CONTENT_TYPE_LATEST)


class _Rest(Collector):
    """What is not counted by web processes.

    Args:
        processes: the web processes that count together.
    """

    def __init__(self, processes: list[int]) -> None:
        self._processes = processes

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("sekigahara_build", "What runs.", value={"version": settings.RELEASE})
        yield from _of_the_database()
        yield from _of_workers()
        yield from _memory(sum(map(resident, self._processes)))


def _of_the_database() -> Iterable[Metric]:
    found: list[Metric] = []
    is_up = GaugeMetricFamily("sekigahara_database_up", "Whether the database answers.", value=1)
    try:
        length = GaugeMetricFamily("sekigahara_queue_length", "What could be done now.", labels=["queue"])
        oldest = GaugeMetricFamily(
            "sekigahara_queue_oldest_seconds",
            "How long the oldest of it has been there.",
            labels=["queue"],
        )
        for name, queued in queues().items():
            since = service_time.now() - queued.oldest if queued.oldest else None
            length.add_metric([name], queued.length)
            oldest.add_metric([name], max(0, since.total_seconds()) if since else 0)
        found = [length, oldest, *(family for look in _looks for family in look())]
    except Error:
        let_go()
        is_up = GaugeMetricFamily("sekigahara_database_up", "Whether the database answers.", value=0)
    return [is_up, *found]


THOUGHTS, THOUGHT_MILLISECONDS = "thoughts", "thought-milliseconds"


def _of_workers() -> Iterable[Metric]:
    found = tallies.read([THOUGHTS, THOUGHT_MILLISECONDS])
    yield CounterMetricFamily(
        "sekigahara_thoughts", "Thoughts of computer players.", value=found.get(THOUGHTS, 0)
    )
    yield CounterMetricFamily(
        "sekigahara_thought_seconds",
        "Time that computer players thought.",
        value=found.get(THOUGHT_MILLISECONDS, 0) / 1000,
    )


def memory_of(queue: str) -> str:
    """The tally of the memory of the worker that was the last to work in a queue."""
    return f"memory-of-{queue}"


def _memory(of_web: int) -> Iterable[Metric]:
    family = GaugeMetricFamily(
        "sekigahara_resident_bytes",
        "Memory of all processes of this web server, and of the worker that was the last to work in a queue.",
        labels=["process"],
    )
    family.add_metric(["web"], of_web)
    of_workers = {memory_of(job.queue): job.queue for job in settings.JOBS.values()}
    for name, number in tallies.read(of_workers).items():
        family.add_metric([of_workers[name]], number)
    yield family


def resident(process: int) -> int:
    """The bytes of memory that a process of this machine has; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _processes(folder: str) -> list[int]:
    """The processes that count in a folder. Of those that have ended only what adds up is kept."""
    found = {int(file.stem.rpartition("_")[2]) for file in Path(folder).glob("*.db")}
    for ended in {each for each in found if not _is_running(each)}:
        mark_process_dead(ended, folder)  # type: ignore[no-untyped-call] # it has none
        found.remove(ended)
    return sorted(found)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
