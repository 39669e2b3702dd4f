"""Keeps processes running until a signal ends all of them. Needs Linux.

It imports the standard library only. A *loading process* loads what the others need, forks them and ends:
what it loaded is in memory once for all of them, and for nobody else. This process only waits, and the
forks become its children. `sekigahara/adr/0031-a-supervisor-that-loads-nothing.md` has the numbers.
"""

import contextlib
import ctypes
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self

log = logging.getLogger(__name__)

PAUSE_BEFORE_RESTART = 1
"""Seconds before a process is started again, so that a lasting cause does not keep the machine busy."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)
AWAITED = (*SIGNALS, signal.SIGCHLD)
PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36
MOST_BYTES = 65_536
"""Of a report: more than a pipe takes at once."""

_libc = ctypes.CDLL(None, use_errno=True)


def keep_running(
    load: Callable[[], None],
    tasks: Mapping[str, Callable[[], None]],
    at_the_end: Callable[[], None] = lambda: None,
) -> None:
    """Run each task in a process of its own, again if it ends by itself. They end with this one, too.

    Args:
        load: loads what the tasks need, and starts no thread.
        tasks: by what the log calls them, and `ps` by its first 15 letters.
        at_the_end: called when a signal has come, before the processes are told.

    Raises:
        SystemExit: what they need cannot be loaded at first.
    """
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    for each in AWAITED:
        signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, AWAITED)  # they are waited for, and interrupt nothing
    children = _Children(load, tasks)
    children.start()
    while signal.sigwait(AWAITED) == signal.SIGCHLD:
        children.look()
        if children.are_missing():
            if signal.sigtimedwait(SIGNALS, PAUSE_BEFORE_RESTART):
                break
            children.start()
    at_the_end()
    children.end()


class _Loading(NamedTuple):
    """A loading process.

    Attributes:
        missing: the tasks it loads for, each with how its last process ended, if it had one.
        reports: where it writes the ids of its forks, once it has all of them.
        begins: where each fork waits for a byte. If there comes none it ends.
    """

    pid: int
    missing: Mapping[str, int | None]
    reports: int
    begins: int


class _Children:
    def __init__(self, load: Callable[[], None], tasks: Mapping[str, Callable[[], None]]) -> None:
        self._load, self._tasks = load, tasks
        self._missing: dict[str, int | None] = dict.fromkeys(tasks)
        self._running: dict[int, str] = {}
        self._loading: _Loading | None = None
        self._have_begun = False

    def are_missing(self) -> bool:
        """Whether a loading process is needed, and none is there."""
        return bool(self._missing) and self._loading is None

    def start(self) -> None:
        """Fork a loading process for what is missing."""
        missing, self._missing = self._missing, {}
        reports, report = os.pipe()
        told, begins = os.pipe()
        supervisor = os.getpid()

        def load_and_fork() -> None:
            os.close(reports)
            os.close(begins)
            _take_signals()
            _end_with(supervisor)
            self._load()
            for name, status in missing.items():
                if status is not None:
                    log.error("process %s ended with %s and is started again", name, status)
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # all of them are forked, or none
            forks = [
                _forked(partial(_run, name, self._tasks[name], report, told, supervisor)) for name in missing
            ]
            os.write(report, " ".join(map(str, forks)).encode())

        self._loading = _Loading(_forked(load_and_fork), missing, reports, begins)
        os.close(report)
        os.close(told)

    def look(self) -> None:
        """Note which have ended, and let new ones begin.

        Raises:
            SystemExit: nothing could be loaded at first.
        """
        ended = dict(_ended())  # all at once: a fork may have ended before it is known
        if self._loading is not None and self._loading.pid in ended:
            self._adopt(self._loading)
            self._loading = None
        for pid, status in ended.items():
            if name := self._running.pop(pid, None):
                self._missing[name] = status

    def _adopt(self, loading: _Loading) -> None:
        forks = [int(pid) for pid in os.read(loading.reports, MOST_BYTES).split()]
        with contextlib.suppress(BrokenPipeError):  # all of them may be dead
            os.write(loading.begins, bytes(len(forks)))
        os.close(loading.reports)
        os.close(loading.begins)
        if forks:
            self._running |= zip(forks, loading.missing, strict=True)
            self._have_begun = True
        elif self._have_begun:
            self._missing |= loading.missing
        else:
            raise SystemExit(1)

    def end(self) -> None:
        """Tell all of them to end, and wait until they have."""
        awaited = set(self._running)
        if self._loading is not None:
            os.close(self._loading.begins)
            awaited.add(self._loading.pid)
        for pid in awaited:
            os.kill(pid, signal.SIGTERM)
        while awaited:
            awaited.discard(os.waitpid(-1, 0)[0])


def _ended() -> Iterator[tuple[int, int]]:
    """The children that have ended, with their exit codes, or the negative numbers of signals."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def _run(name: str, task: Callable[[], None], report: int, told: int, supervisor: int) -> None:
    _take_signals()
    os.close(report)
    may_begin = os.read(told, 1)  # comes once the loading process has ended
    os.close(told)
    _end_with(supervisor)
    _prctl(PR_SET_NAME, ctypes.c_char_p(name.encode()))
    if may_begin:
        task()


def _take_signals() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, AWAITED)


def _end_with(parent: int) -> None:
    """Let this process be told to end when its parent has ended, or end now."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(1)


def _forked(do: Callable[[], None]) -> int:
    """The id of a child that does something and ends."""
    pid = os.fork()
    if pid == 0:
        with _Fork():
            do()
    return pid


class _Fork:
    """A block that a fork ends with: what its parent would do next is not for it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, SystemExit):
            os._exit(error.code if isinstance(error.code, int) else 0)
        if kind is not None and error is not None:
            sys.excepthook(kind, error, trace)
        sys.stderr.flush()
        os._exit(0 if error is None else 1)


def _prctl(option: int, value: int | ctypes.c_char_p) -> None:
    if _libc.prctl(option, ctypes.c_ulong(value) if isinstance(value, int) else value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
