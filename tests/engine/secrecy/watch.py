"""Many games watched from both sides: the secrecy check at any size."""

from __future__ import annotations

from collections import Counter
from itertools import count

from games.engine import Ruleset
from games.engine.side import SIDES
from tests.engine.golden.recording import names, read
from tests.engine.secrecy.shadow import LeakError, Shadowed


def watch_recorded() -> Counter[str]:
    """Compare every recorded game with its twins, from both seats; returns and raises as ``watch`` does."""
    seen: Counter[str] = Counter()
    for name in names():
        recording = read(name)
        for viewer in SIDES:
            seen += _watched(Shadowed(recording.rules, viewer, name, recording.log), name, len(recording.log))
    return seen


def watch(rules: Ruleset, seed: str, steps: int) -> Counter[str]:
    """Compare random games with their twins for so many steps, from East's seat and from West's in turn.

    Returns:
        How often each decision was answered by the viewer and by the hidden side.

    Raises:
        LeakError: saying in which game, seen by whom, at which step what differs.
    """
    seen: Counter[str] = Counter()
    for number in count():
        if seen.total() >= steps:
            break
        name = f"{seed}/{number}"
        seen += _watched(Shadowed(rules, SIDES[number % 2], name), name, steps - seen.total())
    return seen


def _watched(game: Shadowed, name: str, steps: int) -> Counter[str]:
    try:
        game.play(steps)
    except LeakError as error:
        raise LeakError(f"game {name}, {game.viewer.label} looks on, step {game.steps}: {error}") from None
    return game.seen
