"""Processes that really fork, and what keeps them running."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.processes import PROJECT

BEGINNING = """
import os, signal
from functools import partial
from sekigahara.jobs.supervisor import keep_running

def say(what):
    os.write(1, f"{what} {os.getpid()}\\n".encode())

def wait(name):
    say(name)
    signal.pause()

def load():
    say("load")

tasks = {name: partial(wait, name) for name in ("one", "two")}
"""
RUN = "keep_running(load, tasks, partial(say, 'end'))"
LOADED = """
import sys
before = set(sys.modules)
import sekigahara.jobs.workers, sekigahara.server.web_server
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - sys.stdlib_module_names))
"""


class Supervised:
    """A supervisor in a process of its own, with its children."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.pid = process.pid

    def said(self, lines: int) -> dict[str, int]:
        """What the next lines say: who began, and its process."""
        assert self._process.stdout is not None
        said = (self._process.stdout.readline().split() for _line in range(lines))
        return {name: int(pid) for name, pid in said}

    def rest(self) -> list[str]:
        """What is said until all of its processes have ended."""
        assert self._process.stdout is not None
        return [line.split()[0] for line in self._process.stdout]

    def ended(self) -> int:
        """How it ended."""
        return self._process.wait(timeout=20)

    def complained(self) -> str:
        """What it wrote as errors, once all have ended."""
        assert self._process.stderr is not None
        return self._process.stderr.read()


@contextmanager
def supervised(program: str = "") -> Iterator[Supervised]:
    process = subprocess.Popen(
        [sys.executable, "-c", "\n".join((BEGINNING, program, RUN))],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Supervised(process)
        finally:
            process.kill()  # its children end with it


def test_those_that_only_wait_load_the_standard_library_alone() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=PROJECT, capture_output=True, check=True)
    assert done.stdout.split() == [b"sekigahara"]


def test_all_is_loaded_once_and_by_none_that_stays() -> None:
    with supervised() as service:
        said = service.said(3)
        assert len({service.pid, *said.values()}) == 4
        assert Path(f"/proc/{said['two']}/comm").read_text() == "two\n"
        with pytest.raises(ProcessLookupError):
            os.kill(said["load"], 0)


def test_child_that_dies_is_started_again_and_no_other_one() -> None:
    with supervised() as service:
        before = service.said(3)
        os.kill(before["one"], signal.SIGKILL)
        again = service.said(2)
        assert [*again] == ["load", "one"]
        os.kill(again["one"], signal.SIGKILL)
        assert [*service.said(2)] == ["load", "one"]
        os.kill(before["two"], 0)
        os.kill(service.pid, signal.SIGTERM)
        assert service.ended() == 0
        assert service.complained() == "process one ended with -9 and is started again\n" * 2


def test_loading_that_fails_later_is_tried_again() -> None:
    """As when there is no memory for a moment."""
    program = """
import mmap
count = mmap.mmap(-1, 1)

def load():
    say("load")
    count[0] += 1
    if count[0] == 2:
        os.kill(os.getpid(), signal.SIGKILL)
"""
    with supervised(program) as service:
        before = service.said(3)
        os.kill(before["two"], signal.SIGKILL)
        service.said(1)
        assert [*service.said(2)] == ["load", "two"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_all(number: int) -> None:
    with supervised() as service:
        service.said(3)
        os.kill(service.pid, number)
        assert service.rest() == ["end"]
        assert service.ended() == 0


def test_signal_while_all_is_loaded_ends_that() -> None:
    with supervised("load = partial(wait, 'load')") as service:
        service.said(1)
        os.kill(service.pid, signal.SIGTERM)
        assert service.rest() == ["end"]
        assert service.ended() == 0


def test_nothing_stays_without_the_supervisor() -> None:
    with supervised() as service:
        service.said(3)
        os.kill(service.pid, signal.SIGKILL)
        assert service.rest() == []


def test_what_cannot_be_loaded_at_first_ends_all() -> None:
    with supervised("def load(): raise OSError('as it happens')") as service:
        assert service.rest() == []
        assert service.ended() == 1
        assert "OSError: as it happens" in service.complained()


def test_fork_of_a_loading_process_that_dies_does_nothing() -> None:
    """Nobody knows it, so nobody would ever end it."""
    program = """
class Deadly(dict):
    def __getitem__(self, name):
        if name == "two":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__getitem__(name)

tasks = Deadly(tasks)
"""
    with supervised(program) as service:
        assert service.rest() == ["load"]
        assert service.ended() == 1
