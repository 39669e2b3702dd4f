"""A finished game as ratings see it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.engine.actions import TimeOut
from games.engine.rules import victory
from games.engine.side import SIDES

WIN: Final = 2
TIE: Final = 1
LOSS: Final = 0
"""Scores are whole halves of a win."""

FORFEITS: Final = frozenset(victory.FORFEITS.values())
"""The kinds of victory that ended a game before the rules did. Every other kind is the rules' own."""
TIME_OUT: Final = victory.FORFEITS[TimeOut]
"""The one of them where the loser's time ran out."""
CORRECTED: Final = "correction"
"""The kind of victory of a result that an arbiter has corrected."""
BOTH_LOST: Final = "both-lost"
"""The kind of victory of a match that both players have lost by a ruling."""


class InvalidResultError(Exception):
    """No finished game can have this result.

    Attributes:
        code: ``naive-time``, ``bad-score`` or ``no-loser``.
        game: the id of its game.
    """

    def __init__(self, code: str, game: str) -> None:
        super().__init__(code, game)
        self.code = code
        self.game = game


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended.

    Attributes:
        game: the game's id. Results are ordered by ``finished_at``, and then by this.
        finished_at: when it ended, with a time zone.
        edition: the id of the edition it was played in.
        players: the numbers of East's and West's player; None for a computer player, or no known player. A
            deleted person keeps their number here, without a name: otherwise the others' ratings would
            change.
        halves: East's and West's score: ``WIN`` and ``LOSS`` either way, or both ``TIE``;
            both ``LOSS`` if ``BOTH_LOST``.
        week: the week of the campaign the game was in when it ended, from 1.
        victory: its kind, in the word of the game: one of ``FORFEITS``, of the rules, ``CORRECTED``, or
            ``BOTH_LOST``.
        void: why arbiters have decided that it does not count, in the word of ``counting``; else empty.

    Raises:
        InvalidResultError: for a time without a zone, scores that are no pair, a forfeit without a loser.
    """

    game: str
    finished_at: datetime
    edition: str
    players: tuple[int | None, int | None]
    halves: tuple[int, int]
    week: int
    victory: str
    void: str = ""

    def __post_init__(self) -> None:
        if self.finished_at.tzinfo is None:
            raise InvalidResultError("naive-time", self.game)
        pairs = [(LOSS, LOSS)] if self.victory == BOTH_LOST else [(WIN, LOSS), (TIE, TIE), (LOSS, WIN)]
        if self.halves not in pairs:
            raise InvalidResultError("bad-score", self.game)
        if self.is_forfeit and self.halves == (TIE, TIE):
            raise InvalidResultError("no-loser", self.game)

    @property
    def is_forfeit(self) -> bool:
        """Whether someone resigned, lost on time, or lost by an arbiter's ruling."""
        return self.victory in FORFEITS

    @property
    def persons(self) -> tuple[int, int] | None:
        """The players' numbers, where both are known persons."""
        east, west = self.players
        return None if east is None or west is None else (east, west)

    @property
    def loser(self) -> int | None:
        """The number of the loser; None in a tie, or if the loser is no known person."""
        return next((self.players[side] for side in SIDES if self.halves[side] == LOSS), None)
