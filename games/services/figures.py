"""Figures of games, for `/metrics`: what waits, what is done, when clocks were checked, and stopped games."""

from collections.abc import Iterable

from django.db.models import Max
from prometheus_client.core import GaugeMetricFamily, Metric

from games.models.game import Game
from games.models.log import Entry
from games.models.outage import Pulse
from games.services import computer_thoughts, windows
from sekigahara.db import service_time
from sekigahara.pages import metrics
from sekigahara.pages.metrics import Queued


def register() -> None:
    """Have them shown."""
    metrics.register_queue("orders", orders)
    metrics.register_queue("thoughts", thoughts)
    metrics.register(entries)
    metrics.register(clocks)
    metrics.register(stopped)


def orders() -> Queued:
    """Games in which orders are due. They came to be due with the latest public change, or later."""
    return Queued.among(windows.with_orders_due(), "changed_at")


def thoughts() -> Queued:
    """Seats that a computer player has to think for."""
    return Queued.among(computer_thoughts.waiting(), "waiting_since")


def entries() -> Iterable[Metric]:
    """The number of the latest entry. It is no count: entries of guests are deleted, and it may then fall."""
    latest = Entry.objects.aggregate(pk=Max("pk"))["pk"] or 0
    yield GaugeMetricFamily(
        "sekigahara_latest_entry",
        "Rises with each action, however it came, and each draw.",
        value=latest,
    )


def clocks() -> Iterable[Metric]:
    """How long ago clocks were checked; nothing if they never were."""
    family = GaugeMetricFamily("sekigahara_clocks_age_seconds", "How long ago deadlines were checked.")
    for pulse in Pulse.objects.all():
        family.add_metric([], (service_time.now() - pulse.at).total_seconds())
    yield family


def stopped() -> Iterable[Metric]:
    """How many games that are not over are stopped, because their log and the rules disagree."""
    count = Game.objects.exclude(status=Game.Status.OVER).filter(frozen_at__isnull=False).count()
    yield GaugeMetricFamily("sekigahara_stopped_games", "Games not over that are stopped.", value=count)
