"""Compares one game after another outside of a test run, in a temporary database."""

from __future__ import annotations

import functools
import logging
import zlib
from collections import Counter

from django.test import TestCase
from django.test.utils import setup_databases, setup_test_environment

from games.rulebook.editions import edition_ids
from tests.secrecy.comparison import VIEWERS, Size, watch
from tests.secrecy.machine import run
from tests.secrecy.orders import telling as orders

LOOKS = 12
"""In each game."""
EXAMPLES = 5
"""Of the machine, of one edition after another."""
STEPS = 40
"""In each of these, after its opening."""
STEPS_AT_ONCE = 1000
"""Of games with orders."""
LONGEST = orders.Size(steps=400)
PICTURES = 5
"""In one game of so many the pictures of mails are drawn."""


class _Game(TestCase):
    """One game and its twin: a test case is there for its transaction, of which nothing is kept."""

    seed: str
    number: int
    heard: Counter[str]

    def runTest(self) -> None:  # noqa: N802 - unittest's
        """Compare."""
        steps = 40 + 60 * (self.number % 6)
        size = Size(steps, LOOKS, thorough=LOOKS // 2, pictures=self.number % PICTURES == 0)
        viewer = VIEWERS[self.number % len(VIEWERS)]
        self.heard = watch(f"{self.seed}/{self.number}", viewer, size, _edition(self.number))


class _Examples(TestCase):
    """Some examples of the machine, likewise."""

    edition: str
    seed: int
    heard: Counter[str]

    def runTest(self) -> None:  # noqa: N802 - unittest's
        """Compare."""
        self.heard = run(self.edition, EXAMPLES, STEPS, seed=self.seed)


class _Orders(TestCase):
    """Some games with orders, likewise."""

    seed: str
    heard: Counter[str]

    def runTest(self) -> None:  # noqa: N802 - unittest's
        """Compare."""
        self.heard = Counter()
        for task in orders.tasks(self.seed):
            self.heard += orders.compare(*task, LONGEST)
            if self.heard["steps"] >= STEPS_AT_ONCE:
                return


@functools.cache
def _prepare() -> None:
    """Make the database of this process, once."""
    logging.disable(logging.CRITICAL)  # every refusal would be a line
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)


def heard(task: tuple[str, int]) -> Counter[str]:
    """Tell one game and its twin; returns and raises as ``watch`` does.

    Args:
        task: a seed, and which of its games.
    """
    _prepare()
    game = _Game()
    game.seed, game.number = task
    game.debug()  # runs it, and lets through what it raises
    return game.heard


def heard_by_machine(task: tuple[str, int]) -> Counter[str]:
    """Let the machine play and tell EXAMPLES games; takes, returns and raises as ``heard`` does."""
    _prepare()
    seed, number = task
    examples = _Examples()
    examples.edition = _edition(number)
    examples.seed = zlib.crc32(f"{seed}/{number}".encode())
    examples.debug()
    return examples.heard


def heard_by_orders(task: tuple[str, int]) -> Counter[str]:
    """Tell STEPS_AT_ONCE steps of games with orders; takes, returns and raises as ``heard`` does."""
    _prepare()
    games = _Orders()
    games.seed = "/".join(map(str, task))
    games.debug()
    return games.heard


def _edition(number: int) -> str:
    """One after another."""
    return edition_ids()[number % len(edition_ids())]
