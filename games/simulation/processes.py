"""Work on several processes, with the results in order: they are the same on any number of processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")


def in_order(
    work: Callable[[TaskT], DoneT],
    tasks: Sequence[TaskT],
    jobs: int,
    chunk: int = 1,
    prepare: Callable[[], object] | None = None,
) -> Generator[DoneT, None, None]:
    """What the work makes of each task; closing it ends the processes.

    Args:
        work: a function of a module.
        jobs: processes; with one, it is this one.
        chunk: tasks handed to a process at a time.
        prepare: is called in each of several processes before the first task.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    # spawned, not forked: the parent may run threads, and every system can do it
    with multiprocessing.get_context("spawn").Pool(jobs, prepare) as pool:
        yield from pool.imap(work, tasks, chunk)
