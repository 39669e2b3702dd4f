"""Stepping through a game: the views after each change that a viewer could see.

A finished game never changes, so the position after each of its steps is kept in the cache, all of them
together: some 20 kB, since each is much like the one before. They are found by the chain hash of the log, and
may be lost at any moment.
"""

import contextlib
import zlib
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import msgspec

from games import engine
from games.engine.referee import REFEREE, everything
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.models.log import Entry
from games.reads import chronicle, past
from games.reads.chronicle import SeenChange
from games.reads.past import PastStep
from sekigahara.db import caching

POSITIONS_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. Who steps through a game asks for many of them within an hour."""


class Moments:
    """All moments of a game for one viewer, from at most one replay of its log.

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
        self._steps, self._positions = _walked(game)
        self.rules = position.rules_of(game)
        self._places = chronicle.noticed(self._steps, viewer)

    @property
    def last(self) -> int:
        """The number of the last moment; the first is 1."""
        return len(self._places)

    @cached_property
    def changes(self) -> list[SeenChange]:
        """The change before each moment, in order."""
        return list(chronicle.items_of(self._steps, self._viewer))

    def change(self, number: int) -> SeenChange:
        """The change before a moment."""
        (found,) = chronicle.items_of(self._steps, self._viewer, since=number - 1, until=number)
        return found

    def events(self, first: int, last: int) -> list[dict[str, Any]]:
        """What happened from one moment to another, and was not taken back by then."""
        changes = list(chronicle.items_of(self._steps, self._viewer, since=first - 1, until=last))
        taken_back = {each.takes_back for each in changes}
        return [event for each in changes if each.version not in taken_back for event in each.events]

    def view(self, number: int) -> dict[str, Any]:
        """The viewer's view at a moment."""
        state = self._after(number)
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
        return self._after(number)

    def _after(self, number: int) -> State:
        return engine.load(self._positions[self._places[number - 1]])

    def weeks(self) -> dict[int, int]:
        """By week, the number of its first moment."""
        begun = [
            number
            for number, place in enumerate(self._places, start=1)
            if b"week-began" in bytes(self._steps[place].happened)  # to decode them all would take longer
        ]
        return {
            event["week"]: number
            for number in begun
            for event in self.change(number).events
            if event["event"] == "week-began"
        }

    def taken_back_at(self, number: int) -> int | None:
        """The number of the moment that took a moment's change back; None if none did."""
        place = self._places[number - 1]
        takes_back = (self._steps[later].takes_back for later in self._places)
        return next((later for later, taken in enumerate(takes_back, start=1) if taken == place), None)

    def same(self, number: int, viewer: int) -> int:
        """The number that another viewer has for a moment.

        Args:
            number: of the moment.
            viewer: the other viewer.
        """
        place = self._places[number - 1]
        return sum(index <= place for index in chronicle.noticed(self._steps, viewer))


def tag_of(game: Game, viewpoint: str, number: int) -> str:
    """What identifies the content of a moment of a finished game, known without looking at the game's log.

    Args:
        game: that is over.
        viewpoint: from which it is seen, by name.
        number: of the moment, as the viewpoint counts.
    """
    return f"{viewpoint}.{number}.{bytes(game.chain).hex()[:32]}.{caching.release()}"


def _walked(game: Game) -> tuple[Sequence[PastStep], Sequence[bytes]]:
    """The steps of a game, and the position after each of them, dumped.

    Raises:
        Frozen: the game is stopped. The subclass BrokenLog says that it must be stopped.
    """
    key = f"positions:{game.public_id}:{bytes(game.chain).hex()}"
    if game.is_over and (packed := caching.recall(key)) is not None:
        with contextlib.suppress(zlib.error, msgspec.DecodeError):
            positions = msgspec.msgpack.decode(zlib.decompress(packed), type=list[bytes])
            steps = past.steps_of(game)
            if len(steps) == len(positions):
                return steps, positions
    retold = position.retold(game)
    positions = [engine.dump(step.after) for step in retold.steps]
    if game.is_over:
        caching.keep(key, zlib.compress(msgspec.msgpack.encode(positions)), POSITIONS_KEPT_FOR)
    with position.reading(game):
        return past.of_retold(game, retold), positions


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
