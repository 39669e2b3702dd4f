"""What the pieces of a fight have just done: style sheets move what is marked so while a picture plays."""

from collections import defaultdict
from typing import Final

from games.engine.side import Side
from games.story import Fight
from games.story.sentences import EventView

MOVING_EVENTS: Final = ("deployed", "challenged", "refuted", "defected")
"""The events that a picture shows."""
MOST_STEPS: Final = 5
"""How many things a picture shows one after the other; of more the first ones are shown together."""

Piece = tuple[str, str, str]
"""A piece of a scene: among which it stands, the side these are counted for, and its kind."""


class Motion:
    """What moves in a fight, as classes of its pieces.

    Args:
        fight: that is fought; None if nothing is known of what happened in it.

    Attributes:
        is_any: whether anything moves.
    """

    def __init__(self, fight: Fight | None) -> None:
        self._looks: dict[Piece, list[str]] = defaultdict(list)
        self._open: list[Piece] = []  # the blocks that came last, or were challenged
        moving = [] if fight is None else [event for event in fight.fresh if event["event"] in MOVING_EVENTS]
        self.is_any = bool(moving)
        for step, event in enumerate(moving, start=min(0, MOST_STEPS - len(moving))):
            self._show(event, f"at-{max(step, 0)}")

    def take(self, among: str, side: str, kind: str) -> str:
        """The classes of a piece; those of each of several alike ones are taken once."""
        looks = self._looks[among, side, kind]
        return looks.pop() if looks else ""

    def _show(self, event: EventView, at: str) -> None:
        side = event["side"]
        match event["event"]:
            case "deployed":
                self._open = [("loyal", side, kind) for kind in event["kinds"]]
                self._mark([*self._open, ("played", side, event["card"])], f"came {at}")
            case "challenged":
                self._open = [("loyal", Side.named(side).enemy.label, kind) for kind in event["kinds"]]
                self._forget_open()  # it shows no longer that they came
                self._mark(self._open, f"shaken {at}")
                self._mark([("played", side, event["card"])], f"came {at}")
            case "refuted":
                self._mark([("shown", side, event["card"])], f"came {at}")
            case _:
                self._forget_open()
                self._mark([("defected", side, kind) for kind in event["kinds"]], f"crossed {at}")

    def _mark(self, pieces: list[Piece], look: str) -> None:
        for piece in pieces:
            self._looks[piece].append(look)

    def _forget_open(self) -> None:
        for piece in self._open:
            if self._looks[piece]:
                self._looks[piece].pop()
