"""How a playthrough is written down: where it begins, and what is done, with the reason."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rulebook.editions import DEFAULT
from tests.engine.golden.observing import Step


class Script(NamedTuple):
    """A playthrough.

    Attributes:
        title: its first line.
        position: where it begins, as a position; nothing for a new game.
        steps: what is done.
        edition: of a new game.
    """

    title: str
    position: str | None
    steps: list[Step]
    edition: str = DEFAULT


def east(note: str, kind: str, **fields: Any) -> Step:
    return Step(note, "east", {"type": kind, **fields})


def west(note: str, kind: str, **fields: Any) -> Step:
    return Step(note, "west", {"type": kind, **fields})


def march(blocks: list[str], *path: str, **fields: Any) -> dict[str, Any]:
    return {"blocks": blocks, "path": list(path), **fields}
