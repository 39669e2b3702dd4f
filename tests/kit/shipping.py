"""Simulates releases with changed rules, and runs ``manage.py replay_games``."""

import sys
from collections.abc import Sequence
from io import StringIO
from typing import Any, NamedTuple

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine.decisions import DrawCards
from games.engine.play import Play
from games.engine.rules import hand, week
from games.engine.ruleset import REVISION
from games.engine.side import Side

NEXT = REVISION + 1
"""The revision of the release that is simulated."""


class Replayed(NamedTuple):
    """How the command ended, and what it said."""

    status: int
    said: str


def replay_games(*arguments: str) -> Replayed:
    """Run the command."""
    return ended("replay_games", *arguments)


def ended(command: str, *arguments: str) -> Replayed:
    """Run a command that replays games."""
    out = StringIO()
    try:
        call_command(command, *arguments, stdout=out)
    except CommandError as error:
        return Replayed(error.returncode, f"{out.getvalue()}{error}")
    return Replayed(0, out.getvalue())


def ship_revision(release: pytest.MonkeyPatch) -> None:
    """A fix as it should be: games begun from now on have one card more for each side every later week."""
    for module in [*sys.modules.values()]:
        if module.__name__.startswith("games.") and hasattr(module, "REVISION"):
            release.setattr(module, "REVISION", NEXT)
    before = week._reinforcement

    def fixed(play: Play, side: Side, *counts: Any) -> tuple[Any, ...]:
        items = before(play, side, *counts)
        return tuple(map(_one_more, items)) if play.c.revision >= NEXT else items

    release.setattr(week, "_reinforcement", fixed)


def ship_unnoticed(release: pytest.MonkeyPatch) -> None:
    """A fix shipped wrongly: running games get it too, from their first week, so their logs no longer fit."""
    before = week._reinforcement

    def fixed(play: Play, side: Side, *counts: Any) -> tuple[Any, ...]:
        return tuple(map(_one_more, before(play, side, *counts)))

    release.setattr(week, "_reinforcement", fixed)


def _one_more(item: Any) -> Any:
    return msgspec.structs.replace(item, count=item.count + 1) if isinstance(item, DrawCards) else item


def ship_failing(release: pytest.MonkeyPatch) -> None:
    """A fix that fails wherever a card is paid with, and says of which."""

    def fixed(_play: Play, _side: Side, kinds: Sequence[int]) -> None:
        raise KeyError(f"date-plain {kinds}")

    release.setattr(hand, "discard", fixed)


def ship_without_discards(release: pytest.MonkeyPatch) -> None:
    """Another such fix, with which all entries stay legal: cards that are paid with leave the game."""

    def fixed(play: Play, side: Side, kinds: Sequence[int]) -> None:
        for kind in kinds:
            play.s.hand[side][kind] -= 1

    release.setattr(hand, "discard", fixed)
