"""Bidding for sides: the player who prefers a side more strongly pays for it in victory points.

The rule. Before the game each of the two players names, sealed, the side they prefer and a bid from 0 to
``MOST_POINTS`` victory points: what they would give the other to have that side. Both are opened together.

- They name different sides: each gets theirs, without a handicap.
- They name the same side: the higher bid gets it. The other player gets the other side, and a handicap of as
  many points as the higher bid.
- They name the same side and bid the same: a coin decides who gets it, at that price. See ``coin``.
- A player who has not bid in time gets the side that the other leaves, without a handicap. If neither has
  bid, the coin decides who gets East.

The handicap counts only if the game ends by points: it is added to the points of the player who got it, and
then both are compared. It does not affect any other end (a leader or a fatal disk lost, a resignation, a loss
on time). The game itself, its log and its views do not contain it.

So a player who would play either side at some price should bid the advantage as they estimate it: a higher
bid makes the other side the better one, a lower bid leaves the side to the other.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from games.engine.chance import COIN, Seeded
from games.engine.side import EAST, WEST, Side

MOST_POINTS: Final = 10
"""The highest bid there may be. A campaign is rarely decided by more."""

BY_POINTS: Final = frozenset({"points", "points-tie"})
"""The kinds of victory that a handicap may turn around, in the engine's words."""


class Bid(NamedTuple):
    """The sealed bid of one of the two players.

    Attributes:
        side: the one they prefer.
        points: what they would give for it, in victory points, up to ``MOST_POINTS``.
    """

    side: Side
    points: int


class Opened(NamedTuple):
    """The outcome of two bids.

    Attributes:
        sides: of the first and of the second player.
        handicap: victory points added to East's and West's when points are compared; at least one is 0.
    """

    sides: tuple[Side, Side]
    handicap: tuple[int, int]


def coin(seed: bytes, bidding: str, nonces: tuple[str, str]) -> int:
    """Which of two players wins equal bids: 0 for the first, 1 for the second.

    Both can check it: the SHA-256 of the seed was shown to them before they bid, and the seed when the bids
    were opened. Nobody could choose it, as long as the player who bid last does not know the seed.

    Args:
        seed: 32 secret random bytes, new for each bidding.
        bidding: its id.
        nonces: of the first and of the second player.
    """
    return Seeded(seed, bidding, nonces).pick(COIN, 0, [1, 1], ("first", "second"))


def coin_without_nonces(seed: bytes, first: str, second: str) -> int:
    """The coin of biddings that releases up to 0.2 opened. Each name is hashed with the seed; the lower wins.

    Args:
        seed: as for ``coin``.
        first: a name of the first player.
        second: another name, of the second player.
    """
    return int(_ticket(seed, second) < _ticket(seed, first))


def is_for_the_coin(first: Bid | None, second: Bid | None) -> bool:
    """Whether the coin must decide: the bids are equal, or both missing."""
    return first == second


def opened(first: Bid | None, second: Bid | None, tie: int) -> Opened:
    """Open both bids: who gets which side, and with what handicap.

    Args:
        first: of one player; None for a missing one.
        second: of the other.
        tie: who gets the side they both prefer at the same price, or East where neither has bid: 0 for the
            first, 1 for the second, as ``coin`` says. It has no effect in all other cases.
    """
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
    """The winner by points with the handicap added; West wins ties, as without a handicap.

    Only for games that ended by points: see ``winner``.

    Args:
        east: East's victory points at the end of the game.
        west: West's.
        handicap: of East and of West, as in ``Opened``.
    """
    return EAST if east + handicap[EAST] > west + handicap[WEST] else WEST


def winner(won: Side, victory: str, score: tuple[int, int], handicap: tuple[int, int]) -> Side:
    """The winner of a finished game, including the handicap.

    Args:
        won: the winner by the rules of the game.
        victory: how: the engine's word, ``points``, ``points-tie``, ``resignation`` or what was lost.
        score: East's and West's victory points at the end.
        handicap: of East and of West, as in ``Opened``.
    """
    return winner_with_bid(*score, handicap) if victory in BY_POINTS else won


def _other_side(bid: Bid | None) -> Bid:
    """The bid that a player without one is taken to have made against this one."""
    if bid is None:
        raise ValueError("there is no other bid")
    return Bid(bid.side.enemy, 0)


def _ticket(seed: bytes, name: str) -> bytes:
    return hashlib.sha256(b"sekigahara side bid|" + seed + b"|" + name.encode()).digest()
