"""Starts the workers of the full size, which take one task of each queue after another.

`python -m sekigahara.jobs.workers` starts them for all queues, or for those that are named. A process that
ends by itself is started again. This module loads nothing of what they need: see `supervisor`.
"""

import argparse
import os
from collections.abc import Collection, Sequence
from functools import partial

from sekigahara.jobs.schedule import PROCESSES, Queue
from sekigahara.jobs.supervisor import keep_running


def run(queues: Collection[Queue], processes: int) -> None:
    """Run workers until a signal ends them.

    Args:
        queues: that they serve.
        processes: for each share of the queues (``PROCESSES``).
    """
    shares = [[queue for queue in share if queue in queues] for share in PROCESSES]
    keep_running(
        _load,
        {
            f"{'+'.join(share)}-{number}": partial(_work, share, number)
            for share in shares
            if share
            for number in range(processes)
        },
    )


def _load() -> None:
    from sekigahara.jobs import worker_process  # noqa: PLC0415 - only the loading process loads it

    worker_process.load()


def _work(queues: Sequence[Queue], number: int) -> None:
    from sekigahara.jobs import worker_process  # noqa: PLC0415 - likewise

    worker_process.work(queues, number)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sekigahara.settings")
    parser = argparse.ArgumentParser(description="Runs the workers of the full size.")
    parser.add_argument("queues", nargs="*", type=Queue, metavar="QUEUE", help=f"of {', '.join(Queue)}")
    parser.add_argument("--processes", type=int, default=1, help="of each kind (1)")
    parser.add_argument("--beat", action="store_true", help=argparse.SUPPRESS)  # of 0.3.0, which asked for it
    given = parser.parse_args()
    run(given.queues or list(Queue), given.processes)
