"""A game to be stepped through: what stood on somebody's screen after each change that they could see."""

from functools import cached_property
from typing import Any

from games import engine
from games.engine.referee import REFEREE, everything
from games.log import position
from games.models.game import Game
from games.reads import chronicle
from games.reads.chronicle import Item


class Moments:
    """All moments of a game that has begun, as one viewer had them, in one retelling of its log.

    A moment has the number of the viewer's version then: what was done unseen is not counted, and of a game
    that still runs its viewer is told no more than they were at the time. What was taken back was one too.

    Args:
        eyes: a side, NOBODY for the public, or, of a game that is over, REFEREE, who sees every step.

    Raises:
        Frozen: the game is stopped, perhaps because its log has just been found not to replay.
    """

    def __init__(self, game: Game, eyes: int) -> None:
        if eyes == REFEREE and not game.is_over:
            raise ValueError("nobody sees everything of a game that runs")
        self._game, self._eyes = game, eyes
        self._steps = position.retold(game).steps
        self.rules = position.rules_of(game)
        self._places = chronicle.noticed(self._steps, eyes)

    @property
    def last(self) -> int:
        """The number of the latest; the first is 1."""
        return len(self._places)

    @cached_property
    def changes(self) -> list[Item]:
        """What led to each, in order."""
        return list(chronicle.items_of(self._game, self._steps, self._eyes))

    def view(self, number: int) -> dict[str, Any]:
        """What the viewer was shown at a moment."""
        state = self._steps[self._places[number - 1]].after
        if self._eyes == REFEREE:
            return everything(self.rules, state)
        return engine.view(self.rules, state, self._eyes)

    def weeks(self) -> dict[int, int]:
        """By week, the number of the moment that begins it."""
        return {
            event["week"]: change.version
            for change in self.changes
            for event in change.events
            if event["event"] == "week-began"
        }

    def same(self, number: int, eyes: int) -> int:
        """The number that others have for what stood on their screens at a moment.

        Args:
            eyes: whose; the viewer may look through them.
        """
        place = self._places[number - 1]
        return sum(index <= place for index in chronicle.noticed(self._steps, eyes))
