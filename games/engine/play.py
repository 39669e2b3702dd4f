"""One position being changed: what every rule function works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.components import Components
from games.engine.decisions import AgendaItem
from games.engine.errors import CorruptLog
from games.engine.events import Event
from games.engine.state import Combat, State

Payload = Callable[[], dict[str, Any]]


class Play:
    """A state under change, the tables it refers to, and the events so far.

    Attributes:
        c: the edition's tables.
        s: the state; rule functions change it in place.
        events: what has happened, in order; None if no one needs them.
    """

    __slots__ = ("c", "events", "s")

    def __init__(self, components: Components, state: State) -> None:
        self.c = components
        self.s = state
        self.events: list[Event] | None = []

    def tell(self, kind: str, side: int, public: Payload, private: Payload = dict) -> None:
        """Record an event: ``public`` for everyone, ``private`` for its side only.

        Both are built at once, or not at all while ``events`` is None: a replay makes no events.
        """
        if self.events is not None:
            self.events.append(Event(kind, side, public(), private()))

    def then(self, *items: AgendaItem) -> None:
        """Put items on the agenda so that the first one comes next."""
        self.s.agenda.extend(items[::-1])

    @property
    def combat(self) -> Combat:
        """The combat being fought.

        Raises:
            CorruptLog: there is none.
        """
        combat = self.s.combat
        if combat is None:
            raise CorruptLog("no-combat", "8.1")
        return combat

    def place_name(self, place: int) -> str:
        """The id of a location, or the word for a box."""
        c = self.c
        if place < len(c.locations):
            return c.locations[place]
        return "recruitment" if place == c.box else "mori-box"
