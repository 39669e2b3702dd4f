"""A process that serves wakes workers from a thread: soon, once for much, and never less than needed."""

import threading
from collections.abc import Iterator

import pytest

from sekigahara import celery
from sekigahara.jobs import wake_ups
from tests.kit.processes import wait_until

pytestmark = pytest.mark.services


class Nudges:
    """Stands where the queue is, and takes as long as it is told to."""

    def __init__(self) -> None:
        self.threads: list[str] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self) -> None:
        self.threads.append(threading.current_thread().name)
        self.may_go_on.wait(10)


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nudges]:
    nudges = Nudges()
    monkeypatch.setattr(celery, "wake", nudges)
    yield nudges
    nudges.may_go_on.set()


def test_wake_up_is_queued_at_once_where_no_thread_serves(nudges: Nudges) -> None:
    wake_ups.wake()
    assert nudges.threads == [threading.current_thread().name]


def test_request_does_not_wait_for_the_wake_up(nudges: Nudges) -> None:
    nudges.may_go_on.clear()
    with wake_ups.serving():
        wake_ups.wake()
        wait_until(lambda: nudges.threads == ["wake-ups"], what="a nudge")
        nudges.may_go_on.set()


def test_wake_ups_during_another_are_queued_after_it_once(nudges: Nudges) -> None:
    nudges.may_go_on.clear()
    with wake_ups.serving():
        wake_ups.wake()
        wait_until(lambda: len(nudges.threads) == 1, what="a nudge")
        for _ in range(5):
            wake_ups.wake()
        nudges.may_go_on.set()
        wait_until(lambda: len(nudges.threads) == 2, what="another")
    assert nudges.threads == ["wake-ups"] * 2


def test_nothing_asked_for_is_lost_at_the_end(nudges: Nudges, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_ups, "PAUSE_BETWEEN_WAKE_UPS", 60)
    with wake_ups.serving():
        wake_ups.wake()
        wait_until(lambda: len(nudges.threads) == 1, what="a nudge")
        wake_ups.wake()
    assert len(nudges.threads) == 2
    wake_ups.wake()
    assert len(nudges.threads) == 3, "and from then on at once"
