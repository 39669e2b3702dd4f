"""Where stacks should go: places worth having, and how strongly each attracts."""

from __future__ import annotations

from typing import NamedTuple

from games.bots.ashigaru.judgement import Judgement

MOST_AIMS = 16
"""Aims looked at; the others hardly pull."""
PACE = 2.2
"""Steps a stack makes in a turn."""


class Aim(NamedTuple):
    """A place, its worth, the blocks that are enough for it, and my nearest stacks of that size."""

    place: str
    worth: float
    needed: float
    nearest: list[tuple[int, str]]


class Aims:
    """The aims of one position."""

    def __init__(self, judgement: Judgement) -> None:
        self.position = judgement.position
        self.judgement = judgement
        self.steps = judgement.board.steps
        self.reach = PACE * self.position.turns_left()
        aims = [aim for place in self.position.view["locations"] if (aim := self._aim(place))]
        self.aims = sorted(aims, key=lambda aim: -aim.worth)[:MOST_AIMS]
        self._ranked: dict[str, list[tuple[float, int, Aim]]] = {}
        self._pulls: dict[tuple[str, int, str, str | None], tuple[float, str | None]] = {}

    def _aim(self, place: str) -> Aim | None:
        worth, needed = self._need(place)
        if worth <= 0:
            return None
        steps = self.steps[place]
        near = [(steps[other], other) for other, names in self.position.mine.items() if len(names) >= needed]
        return Aim(place, worth, needed, sorted(near)[:3])

    def _need(self, place: str) -> tuple[float, float]:
        """What going to a place is worth, and how many blocks are enough."""
        position, judgement = self.position, self.judgement
        worth = judgement.passing((place,))
        if place not in position.hostile:
            natural = judgement.board.castles.get(place)
            if place in position.mine or natural == position.me or place in position.my_disk:
                return self._defence(place, worth)
            return worth + (judgement.swing(place) if natural else 0.0), 1.0
        enemies = position.enemies(place)
        worth += judgement.swing(place) + judgement.prize(place) + 0.25 * enemies
        return worth, max(2.0, 1.2 * enemies + 1)

    def _defence(self, place: str, worth: float) -> tuple[float, float]:
        """Own places attract stacks where more enemies are near than they can withstand."""
        position, judgement = self.position, self.judgement
        threat = position.threat(place)
        friends = position.friends(place)
        if judgement.has_fatal(place, friends):
            worth += judgement.peril(place, len(friends))
        if not threat:
            return worth, 1.0
        worth += judgement.swing(place) * 0.5 * min(1.0, threat / (1 + len(friends)))
        return worth, threat

    def pull(self, place: str, count: int, source: str, but: str | None = None) -> tuple[float, str | None]:
        """How well so many blocks stand there for what is still to be done, and for what.

        Args:
            source: where they come from; an aim nearer to another sufficient stack does not pull.
            but: an aim somebody else has taken.
        """
        key = (place, count, source, but)
        found = self._pulls.get(key)
        if found is None:
            found = self._pulls[key] = self._pull(place, count, source, but)
        return found

    def _pull(self, place: str, count: int, source: str, but: str | None) -> tuple[float, str | None]:
        best, chosen = 0.0, None
        for strength, far, aim in self._ranked.get(place) or self._rank(place):
            if strength <= best:
                break
            pull = strength if count >= aim.needed else strength * (count / aim.needed) ** 2
            if pull > best and aim.place != but and not _is_taken(aim, far, place, source):
                best, chosen = pull, aim.place
        return best * self.judgement.temper.share, chosen

    def _rank(self, place: str) -> list[tuple[float, int, Aim]]:
        """The aims by their pull on a place, were enough blocks there."""
        steps, fading = self.steps[place], self.judgement.temper.fading
        ranked = [
            (aim.worth * fading**far, far, aim)
            for aim in self.aims
            if 0 < (far := steps[aim.place]) <= self.reach
        ]
        ranked.sort(key=lambda row: -row[0])
        self._ranked[place] = ranked
        return ranked


def _is_taken(aim: Aim, far: int, place: str, source: str) -> bool:
    """Whether another stack that is enough for the aim is at least as near."""
    for steps, other in aim.nearest:
        if steps > far:
            return False
        if other not in (place, source):
            return True
    return False
