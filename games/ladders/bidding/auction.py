"""Bidding for sides: whoever wants a side more pays for it in victory points.

The rule. Before the game each of the two names, sealed, the side they want and a bid from 0 to
``MOST_POINTS`` victory points: what they would give the other to have that side. Both are opened together.

- They want different sides: each gets theirs, and nobody gives anything.
- They want the same side: the higher bid gets it. The other player gets the other side, and is given as many
  points as the higher bid says.
- They want the same side and bid the same: a coin decides who gets it, at that price. See ``coin``.
- Whoever has not bid in time wants neither side: they get the one the other leaves. If neither has bid, the
  coin decides who gets East. Nobody gives anything then.

The points given count once, when the game ends by points: they are added to those of the player they were
given to, and then compared. Any other end (a leader or a fatal disk lost, a resignation, a loss on time) they
do not touch. The game itself, its log and what it shows know nothing of them.

Who is willing to play either side at a price therefore bids the advantage as they see it: a bid that is too
high makes the other side the better one, one that is too low leaves the side to the other.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from games.engine.side import EAST, WEST, Side

MOST_POINTS: Final = 10
"""The highest bid there may be. A campaign is rarely decided by more."""

BY_POINTS: Final = frozenset({"points", "points-tie"})
"""The kinds of victory that points given may turn around, in the engine's words."""


@dataclass(frozen=True, slots=True)
class Bid:
    """What one of the two players sealed.

    Attributes:
        side: the one they want.
        points: what they would give for it, in victory points.

    Raises:
        ValueError: for less than nothing or more than ``MOST_POINTS``.
    """

    side: Side
    points: int

    def __post_init__(self) -> None:
        if not 0 <= self.points <= MOST_POINTS:
            raise ValueError(f"{self.points} points cannot be bid")


@dataclass(frozen=True, slots=True)
class Opened:
    """What two bids lead to.

    Attributes:
        sides: of the first and of the second player.
        handicap: victory points given to East and to West when points are compared; at least one is 0.
    """

    sides: tuple[Side, Side]
    handicap: tuple[int, int]


def coin(seed: bytes, first: str, second: str) -> int:
    """Which of two players wins equal bids: 0 for the first, 1 for the second.

    Each name is hashed with the seed, and the lower hash wins; so it does not matter which player is called
    the first. Both can check it, if the SHA-256 of a seed of at least 16 random bytes was shown to them
    before they bid and the seed itself when the bids are opened: nobody knew the outcome while bidding, and
    nobody could change it.

    Args:
        seed: shared by both, a new one for each pair of bids.
        first: a name of the first player that stays the same, such as the id.
        second: another name, of the second player.

    Raises:
        ValueError: both names are the same.
    """
    if first == second:
        raise ValueError("two players of one name")
    return int(_ticket(seed, second) < _ticket(seed, first))


def is_for_the_coin(first: Bid | None, second: Bid | None) -> bool:
    """Whether the bids leave it to the coin who gets which side: they are equal, or both missing."""
    return first == second


def opened(first: Bid | None, second: Bid | None, tie: int) -> Opened:
    """Open both bids: who gets which side, and what is given for it.

    Args:
        first: of one player; None for a missing one.
        second: of the other.
        tie: who gets the side they both want at the same price, or East where neither has bid: 0 for the
            first, 1 for the second. As ``coin`` says; without effect in all other cases.

    Raises:
        ValueError: the coin is neither 0 nor 1.
    """
    if tie not in (0, 1):
        raise ValueError(f"{tie} is no side of the coin")
    if first is None and second is None:
        first = second = Bid(EAST, 0)
    first, second = first or _other_side(second), second or _other_side(first)
    if first.side != second.side:
        return Opened((first.side, second.side), (0, 0))
    side = first.side
    second_wins = (second.points, tie) > (first.points, 0)
    price = max(first.points, second.points)
    return Opened(
        sides=(side.enemy, side) if second_wins else (side, side.enemy),
        handicap=(price, 0) if side is WEST else (0, price),
    )


def winner_with_bid(east: int, west: int, handicap: tuple[int, int]) -> Side:
    """Who wins by points once those given are added; a tie is West's, as without any.

    Only for games that ended by points: see ``winner``.

    Args:
        east: East's victory points as the game counted them.
        west: West's.
        handicap: to East and to West, as ``Opened`` has it.
    """
    return EAST if east + handicap[EAST] > west + handicap[WEST] else WEST


def winner(won: Side, victory: str, score: tuple[int, int], handicap: tuple[int, int]) -> Side:
    """Who has won a finished game, bids included.

    Args:
        won: who won by the rules of the game.
        victory: how: the engine's word, ``points``, ``points-tie``, ``resignation`` or what was lost.
        score: East's and West's victory points at the end.
        handicap: to East and to West, as ``Opened`` has it.
    """
    return winner_with_bid(*score, handicap) if victory in BY_POINTS else won


def _other_side(bid: Bid | None) -> Bid:
    """What somebody without a bid is taken to have bid against this one."""
    if bid is None:
        raise ValueError("there is no other bid")
    return Bid(bid.side.enemy, 0)


def _ticket(seed: bytes, name: str) -> bytes:
    return hashlib.sha256(b"sekigahara side bid|" + seed + b"|" + name.encode()).digest()
