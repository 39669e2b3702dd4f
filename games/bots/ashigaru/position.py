"""One view, arranged for evaluation: who is where, who holds what, what is threatened."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru.board import EAST, FOE, Board

THREAT = (1.0, 1.0, 0.6, 0.15)
"""How much an enemy block counts for a place that many steps away."""


class SeatPosition:
    """What a seat knows, by location.

    Args:
        board: the edition's facts.
        view: the seat's own view, as JSON.
    """

    def __init__(self, board: Board, view: dict[str, Any]) -> None:
        self.board = board
        self.view = view
        self.me: str = view["viewer"]
        self.foe = FOE[self.me]
        self.week: int = view["week"]
        self.hand: list[str] = view["mine"]["hand"]
        self.foe_hand: int = view["sides"][self.foe]["hand"]
        self.mine: dict[str, list[str]] = {}
        self.theirs: dict[str, int] = {}
        self.castle: dict[str, str] = {}
        self.resource: dict[str, str | None] = {}
        self.besieged: dict[str, str] = {}
        self.known: dict[str, list[str]] = {}
        self.my_disk: dict[str, str] = {}
        self.foe_disk: dict[str, str] = {}
        self._read(view["locations"])
        self.hostile = {*self.theirs, *self.foe_disk}
        """Where enemy units stand."""
        self._threat: dict[str, float] = {}

    def _read(self, locations: dict[str, Any]) -> None:
        for place, row in locations.items():
            if self.me in row:
                self.mine[place] = row[self.me]["blocks"]
            if self.foe in row:
                self.theirs[place] = row[self.foe]["count"]
                if "known" in row[self.foe]:
                    self.known[place] = row[self.foe]["known"]
            if "castle" in row:
                self.castle[place] = row["castle"]
            if "resource" in row:
                self.resource[place] = row["resource"]
            if "besieged" in row:
                self.besieged[place] = row["besieged"]
            if "disk" in row:
                disk: str = row["disk"]
                (self.my_disk if self.board.disks[disk].side == self.me else self.foe_disk)[place] = disk

    def friends(self, place: str) -> list[str]:
        """My blocks there."""
        return self.mine.get(place, [])

    def enemies(self, place: str) -> int:
        """The blocks I should meet there; the Mori box joins where East attacks."""
        count = self.theirs.get(place, 0)
        if place == self.board.mori_location and self.me == EAST:
            count += len(self.view["mori_box"])
        return count

    def foe_stronghold(self, place: str) -> bool:
        """Whether the enemy may stay inside there: it owns the castle or disk and has blocks there."""
        if place in self.besieged:
            return self.besieged[place] == self.foe
        return place in self.foe_disk or (place in self.theirs and self.castle.get(place) == self.foe)

    def my_stronghold(self, place: str) -> bool:
        """Whether my blocks may stay inside there."""
        if place in self.besieged:
            return self.besieged[place] == self.me
        return place in self.my_disk or (place in self.mine and self.castle.get(place) == self.me)

    def threat(self, place: str) -> float:
        """Enemy blocks that could come there soon, nearer ones counting more."""
        found = self._threat.get(place)
        if found is None:
            steps = self.board.steps[place]
            reach = len(THREAT)
            found = sum(
                count * THREAT[steps[there]]
                for there, count in self.theirs.items()
                if 0 < steps[there] < reach
            )
            self._threat[place] = found
        return found

    def behind(self) -> int:
        """Points by which I should lose if the game ended now; negative when I should win."""
        sides = self.view["sides"]
        return int(sides[self.foe]["points"] - sides[self.me]["points"])

    def turns_left(self) -> int:
        """My movement phases still to come in this game, this one included if it is mine."""
        return (self.board.weeks - self.week) * 2 + (2 if self.view["turn"] == "A" else 1)

    def is_last_word(self) -> bool:
        """Whether the enemy has no movement phase left after mine."""
        return self.week == self.board.weeks and self.view["turn"] == "B" and self.view["first"] == self.foe
