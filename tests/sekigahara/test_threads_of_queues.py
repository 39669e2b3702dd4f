"""A worker process of several queues has a thread for each, which takes one task after another."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from itertools import chain
from typing import Any

import pytest

from sekigahara.jobs.schedule import PROCESSES, Queue
from sekigahara.jobs.worker_process import ThreadOfEachQueue

MOST_SECONDS = 10


@pytest.fixture
def pool() -> Iterator[ThreadOfEachQueue]:
    pool = ThreadOfEachQueue(limit=1)
    yield pool
    pool.on_stop()


def run(pool: ThreadOfEachQueue, queue: Queue, do: Any) -> Future[Any]:
    """Have a task run, as Celery hands it over."""
    request = {"delivery_info": {"routing_key": queue.value}}
    done: Future[Any] = pool.apply_async(
        lambda *_task: do(), args=("a task", "its id", request, b"", "", ""), callback=lambda _result: None
    )
    return done


def test_each_queue_has_one_kind_of_process() -> None:
    assert sorted(chain.from_iterable(PROCESSES)) == sorted(Queue)


def test_queue_goes_on_while_another_one_waits(pool: ThreadOfEachQueue) -> None:
    begun: list[int] = []
    is_over, is_sent = threading.Event(), threading.Event()

    def send(number: int) -> None:
        begun.append(number)
        is_over.wait()

    waiting = [run(pool, Queue.MAIL, partial(send, number)) for number in range(20)]
    run(pool, Queue.WEBHOOKS, is_sent.set).result(MOST_SECONDS)
    assert is_sent.is_set()
    assert begun in ([], [0]), "one after another"
    is_over.set()
    for each in waiting:
        each.result(MOST_SECONDS)
    assert begun == [*range(20)]
