"""Stepping through a game: the views after each change that a viewer could see."""

from datetime import datetime
from functools import cached_property
from typing import Any

from games import engine
from games.engine.referee import REFEREE, everything
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.models.log import Entry
from games.reads import chronicle, past
from games.reads.chronicle import SeenChange


class Moments:
    """All moments of a game for one viewer, from one replay of its log.

    The number of a moment is the viewer's version at that time, so unseen actions are not counted. Changes
    that were taken back have moments too. In a running game a moment shows no more than the viewer saw then.

    Args:
        game: that has begun; it is an attribute too.
        viewer: a side, NOBODY for the public, or, of a game that is over, REFEREE, who sees every step.

    Raises:
        Frozen: the game is stopped, or its log has just proved broken.
        ValueError: the referee cannot see a running game.
    """

    def __init__(self, game: Game, viewer: int) -> None:
        if viewer == REFEREE and not game.is_over:
            raise ValueError("nobody sees everything of a game that runs")
        self.game, self._viewer = game, viewer
        self._retold = position.retold(game)
        self._steps = self._retold.steps
        self.rules = position.rules_of(game)
        self._places = chronicle.noticed(self._steps, viewer)

    @property
    def last(self) -> int:
        """The number of the last moment; the first is 1."""
        return len(self._places)

    @cached_property
    def changes(self) -> list[SeenChange]:
        """The change before each moment, in order."""
        with position.reading(self.game):
            return list(chronicle.items_of(past.of_retold(self.game, self._retold), self._viewer))

    def view(self, number: int) -> dict[str, Any]:
        """The viewer's view at a moment."""
        state = self._steps[self._places[number - 1]].after
        if self._viewer == REFEREE:
            return everything(self.rules, state)
        return engine.view(self.rules, state, self._viewer)

    def state(self, number: int) -> State:
        """The position at a moment, with all secrets. It must not leave the service.

        Raises:
            ValueError: the game runs, so nobody may have it.
        """
        if not self.game.is_over:
            raise ValueError("nobody has the position of a game that runs")
        return self._steps[self._places[number - 1]].after

    def weeks(self) -> dict[int, int]:
        """By week, the number of its first moment."""
        return {
            event["week"]: change.version
            for change in self.changes
            for event in change.events
            if event["event"] == "week-began"
        }

    def same(self, number: int, viewer: int) -> int:
        """The number that another viewer has for a moment.

        Args:
            number: of the moment.
            viewer: the other viewer.
        """
        place = self._places[number - 1]
        return sum(index <= place for index in chronicle.noticed(self._steps, viewer))


def revealed(game: Game, at: datetime) -> tuple[Ruleset, dict[str, Any]]:
    """The rules and the whole position of a game at one time, with nothing hidden, for arbiters.

    The caller checks that the arbiter may see it, and records that they did.

    Args:
        game: any game that has begun.
        at: a time after its beginning. Later events have no effect on the result.

    Raises:
        Frozen: the game is stopped.
    """
    steps = position.retold(game).steps
    known = Entry.objects.filter(game=game, created_at__lte=at).order_by("-seq")
    latest = known.values_list("seq", flat=True).first() or 1
    step = next(each for each in reversed(steps) if each.entries[0] <= latest)
    rules = position.rules_of(game)
    return rules, everything(rules, step.after)
