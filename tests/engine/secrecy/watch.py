"""Many games watched from both sides: the secrecy check at any size."""

from __future__ import annotations

from collections import Counter
from itertools import count

from games.engine import Ruleset, Side
from games.engine.side import SIDES
from tests.engine.secrecy.shadow import LeakError, Shadowed


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
        viewer: Side = SIDES[number % 2]
        game = Shadowed(rules, viewer, f"{seed}/{number}")
        try:
            game.play(steps - seen.total())
        except LeakError as error:
            raise LeakError(
                f"game {seed}/{number}, {viewer.label} looks on, step {game.steps}: {error}"
            ) from None
        seen += game.seen
    return seen
