"""Counts what occurs in games, entry by entry, against the table of everything that can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import Ruleset
from games.engine.side import NOBODY
from games.engine.state import State
from games.simulation import branches, coverage
from games.simulation.arena import Played

AFTER_SIEGE = frozenset({"combat-declared", "turn-began", "week-began", "game-over"})
"""What can follow a siege: when it comes and the castle has not fallen, it has held."""
COMING = {
    "stack-moved": "mover",
    "mustered": "arrival",
    "mori-arrived": "arrival",
    "mori-joined": "arrival",
    "retreated": "retreating",
}
"""Events by which blocks come to where they may overrun or be overrun: who they are then."""
OVERRUNS = {
    ("mover", "by"): "overrun.by-mover",
    ("mover", "of"): "overrun.of-mover",
    ("arrival", "by"): "overrun.by-arrival",
    ("retreating", "of"): "overrun.of-retreating",
}
"""Overruns by who came, and whether it was by them or of them."""


class BranchTally:
    """The counts of one game. Most follow from one entry; some need to know what came before.

    Attributes:
        counts: how often each key of the edition's table occurred.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.counts = dict.fromkeys(coverage.table(rules.edition), 0)
        self._printed = branches.Printed(rules)
        self._attacker = ""
        self._siege_open = False
        self._retreated: dict[str, Any] = {}
        self._came = "", ""

    def add(self, entry: Played) -> None:
        """Count one entry of a game; the entries of a game come in order, the set-up first.

        Raises:
            KeyError: for a branch the table does not have.
        """
        for key in self._taken(entry):
            self.counts[key] += 1

    def _taken(self, entry: Played) -> Iterator[str]:
        if entry.decision:
            # Between a retreat and the combat it causes nobody is asked anything.
            self._retreated = {}
            yield f"decision.{entry.decision}"
        if (of_action := branches.OF_ACTION.get(type(entry.outcome))) is not None:
            yield from of_action(self._printed, entry, entry.outcome)
        for event in entry.events:
            seen = event.seen_by(NOBODY)
            yield from self._in_context(entry, seen)
            if (always := branches.ALWAYS.get(event.kind)) is not None:
                yield always
            if (of_event := branches.OF_EVENT.get(event.kind)) is not None:
                yield from of_event(self._printed, entry, seen)

    def _in_context(self, entry: Played, event: dict[str, Any]) -> Iterator[str]:
        """The keys of an event whose meaning depends on those before it."""
        kind = event["event"]
        if kind in COMING:
            self._came = COMING[kind], event["side"]
        if self._siege_open and kind in AFTER_SIEGE:
            self._siege_open = False
            yield "siege.held"
        match kind:
            case "combat-declared":
                yield from self._declared(event)
            case "combat-ended":
                yield from self._ended(event)
            case "castle-fell":
                self._siege_open = False
                yield "siege.won"
            case "retreated":
                yield from self._retreat(entry.before, event)
            case "overrun":
                yield from self._overrun(event)

    def _overrun(self, event: dict[str, Any]) -> Iterator[str]:
        who, side = self._came
        key = OVERRUNS.get((who, "of" if event["side"] == side else "by"))
        if key is not None:
            yield key

    def _declared(self, event: dict[str, Any]) -> Iterator[str]:
        """A combat right after a retreat to where no friends were is the retreat's own (R-25)."""
        self._attacker = event["attacker"]
        retreated, self._retreated = self._retreated, {}
        if retreated and not retreated["friends"] and retreated["to"] == event["location"]:
            yield "retreat.into-combat"

    def _ended(self, event: dict[str, Any]) -> Iterator[str]:
        self._siege_open = event["siege"]
        if not event["siege"]:
            yield f"battle.won-by-{'attacker' if event['winner'] == self._attacker else 'defender'}"
            if event["east"] == event["west"]:
                yield "battle.drawn"

    def _retreat(self, before: State, event: dict[str, Any]) -> Iterator[str]:
        friends = event["to"] is not None and self._has_friends(before, event["side"], event["to"])
        self._retreated = {**event, "friends": friends}
        if event["to"] is None:
            yield "retreat.all-into-castle"
        else:
            yield "retreat.part-into-castle" if event["stayed"] else "retreat.plain"
            if friends:
                yield "retreat.to-friends"

    def _has_friends(self, state: State, label: str, location: str) -> bool:
        c = self._printed.c
        side, index = ("east", "west").index(label), c.location_index[location]
        return bool(state.at[side][index] or c.disk_bit[side][index] & state.disks)
