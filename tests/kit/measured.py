"""A pytest plugin: which tests are long, as they were measured.

`long_tests.txt` has a line for each function whose cases together take `LONG_SECONDS` or more, with these
seconds; its cases are marked `long`. `pytest --all --measure` writes the line of every function that it runs.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

LONG_SECONDS = 0.3
LONG_TESTS = Path(__file__).with_name("long_tests.txt")
long_functions = pytest.StashKey[frozenset[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measure", action="store_true", help="write how long tests take into long_tests.txt")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[long_functions] = frozenset(read())
    is_worker = hasattr(config, "workerinput")
    if config.option.measure and not is_worker:
        config.pluginmanager.register(Measuring())


def pytest_itemcollected(item: pytest.Item) -> None:
    if _function_of(item.nodeid) in item.config.stash[long_functions]:
        item.add_marker("long")


def read() -> dict[str, float]:
    """How many seconds each long function takes, as `tests/engine/test_fuzz.py::test_dump` names it."""
    lines = LONG_TESTS.read_text(encoding="utf-8").splitlines()
    return {function: float(taken) for function, taken in (line.rsplit(" ", 1) for line in lines)}


def longest_modules_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Sort by how long the long tests of a module take together. The order within a module stays: it keeps
    together those for which the same is set up.
    """
    taken: defaultdict[str, float] = defaultdict(float)
    for function, seconds in read().items():
        taken[_module_of(function)] += seconds
    return sorted(items, key=lambda item: taken[_module_of(item.nodeid)], reverse=True)


def _module_of(node_id: str) -> str:
    return node_id.partition("::")[0]


def _function_of(node_id: str) -> str:
    """Leave away the case, and the group that pytest-xdist adds."""
    return re.split(r"[\[@]", node_id, maxsplit=1)[0]


class Measuring:
    """Sums up what tests take, and at the end of the run writes the lines of their functions."""

    def __init__(self) -> None:
        self.taken: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.taken[_function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        known = read() | self.taken
        long = sorted((function, taken) for function, taken in known.items() if taken >= LONG_SECONDS)
        LONG_TESTS.write_text(
            "".join(f"{function} {taken:.1f}\n" for function, taken in long), encoding="utf-8"
        )
