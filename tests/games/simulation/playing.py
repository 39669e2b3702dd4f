"""Simulated games for these tests."""

from games.rulebook.editions import ruleset
from games.simulation import arena

KESSEN = ruleset("kessen")
RANDOM = ("random", "random")


def played(names: tuple[str, str], seed: str) -> arena.PlayedGame:
    """A game of Kessen from the first bid to the end."""
    return arena.record(KESSEN, arena.seat(KESSEN, names, seed), seed)
