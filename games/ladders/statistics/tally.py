"""What many finished games add up to: pure counting, stored as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from games.engine.side import LABELS, Side


class Summed(Protocol):
    """A game as a tally counts it; see ``GameSummary``."""

    winner: int
    victory: str
    week: int
    days: int
    actions: int
    fights: dict[str, Any]
    east_lost: int
    west_lost: int


class Ending(NamedTuple):
    """How so many games ended.

    Attributes:
        winner: the side that won.
        victory: the kind, in the game's word.
        week: of the campaign.
    """

    winner: Side
    victory: str
    week: int
    games: int


class GamesTally(msgspec.Struct):
    """Counts of finished games, in several ways.

    Attributes:
        endings: by winner, kind of victory and week, as ``east/points/7``.
        days: by how many days they took.
        battles, sieges: by location.
        east_lost, west_lost: blocks.
    """

    games: int = 0
    actions: int = 0
    endings: dict[str, int] = {}
    days: dict[str, int] = {}
    battles: dict[str, int] = {}
    sieges: dict[str, int] = {}
    east_lost: int = 0
    west_lost: int = 0

    @classmethod
    def of(cls, counted: Mapping[str, Any]) -> "GamesTally":
        """A tally from the data that ``kept`` returned."""
        return msgspec.convert(counted, cls)

    def kept(self) -> dict[str, Any]:
        """The counts as JSON-ready data, which ``of`` reads."""
        row: dict[str, Any] = msgspec.to_builtins(self)
        return row

    def add(self, game: Summed) -> None:
        """Count one more game."""
        self.games += 1
        self.actions += game.actions
        _more(self.endings, f"{LABELS[game.winner]}/{game.victory}/{game.week}")
        _more(self.days, str(game.days))
        for place, (battles, sieges) in game.fights.items():
            _more(self.battles, place, battles)
            _more(self.sieges, place, sieges)
        self.east_lost += game.east_lost
        self.west_lost += game.west_lost

    def with_(self, other: "GamesTally") -> "GamesTally":
        """The sum of both; neither is changed."""
        sums: dict[str, Any] = {}
        for name in self.__struct_fields__:
            one, more = getattr(self, name), getattr(other, name)
            sums[name] = _both(one, more) if isinstance(one, dict) else one + more
        return GamesTally(**sums)

    def ended(self) -> Iterator[Ending]:
        """How the games ended."""
        for key, games in self.endings.items():
            winner, victory, week = key.split("/")
            yield Ending(Side.named(winner), victory, int(week), games)


def _more(counts: dict[str, int], key: str, by: int = 1) -> None:
    if by:
        counts[key] = counts.get(key, 0) + by


def _both(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    counts = dict(one)
    for key, count in other.items():
        _more(counts, key, count)
    return counts
