"""The free-pairing ladder: pairs the players who asked for games, and assigns sides.

``pair_up`` makes one round: it pairs as many of those who wait as possible, preferring players of similar
strength. It is a pure function. The caller supplies the time, the number of the round, and what is known of
each candidate; the same input gives the same round, whatever the order of the candidates.

The priorities, in this order:

1. No one is paired with themselves, with someone either of them has blocked, twice with the same person in
   one round, or more often than they have slots free.
2. The number of games is the greatest (for more than some 30 candidates, in practice: see ``pool``).
3. There are as few immediate rematches as possible. An immediate rematch is a game between two players of
   whom either had the other as latest opponent. It is allowed only when both have waited for
   ``REMATCH_AFTER``.
4. The sum of the costs of the games, minus the value of waiting, is the lowest. All are counted in
   thousandths of a rating point, see ``cost``.
5. Ties are decided by hashes of the candidates' ids and the number of the round, which favour no one over a
   season.

Then the sides of these games are chosen together, see ``sides``: the player who has had East less often gets
it, and no one is more than one game away from an even season if that is possible with these pairs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from games.ladders.pairing.pool import Pool
from games.ladders.pairing.sides import balanced

POINT: Final = 1_000
"""Thousandths in one rating point."""
TIE_BITS: Final = 20
"""How much of a hash goes into the price of a pair. No sum of them amounts to a thousandth of a point."""

# The weights of costs and bonuses are in thousandths of a rating point.
REMATCH_AFTER: Final = timedelta(days=3)
"""How long both must have waited before they may meet again without any other opponent in between."""
STEEP: Final = 400 * POINT
"""The difference in rating that costs twice itself. Smaller ones cost little more than themselves, so one bad
pairing is not made for the sake of two good ones."""
REMATCH_COST: Final = 200 * POINT
"""The additional cost of a game against the latest opponent. It fades evenly, to nothing for the opponent
``REMATCH_GAMES`` games ago; the more recent of both lists counts."""
REMATCH_GAMES: Final = 6
SIDE_STEP: Final = 300 * POINT
"""The cost of each step that a game takes one of both beyond one game from an even season, and the bonus of
each step it takes them back."""
WAITING_DAY: Final = 25 * POINT
"""The bonus of a game for each day that the candidate has waited."""
LONGEST_WAIT: Final = timedelta(days=28)
"""Waiting longer than this adds no bonus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Someone who waits to be paired.

    Attributes:
        id: the person's id.
        rating: in thousandths of a point.
        slots: how many more games they would begin now, at least 1.
        difference: their games of this season as East minus those as West, running ones included.
        blocked: ids of those they must not be paired with. It is enough that one of two names the other. If
            two players may have only one game at a time, current opponents belong here too.
        recent: their opponents in this ladder, the latest first. One may be named several times.
        since: when they began to wait, as an aware time.
    """

    id: int
    rating: int
    slots: int
    difference: int
    since: datetime
    blocked: frozenset[int] = field(default_factory=frozenset)
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """A game to begin: the ids of East's and West's player."""

    east: int
    west: int


def pair_up(candidates: Sequence[Candidate], *, now: datetime, number: int) -> list[Pairing]:
    """Pair as many candidates as possible, by the priorities in the module's docstring.

    Args:
        candidates: everyone who waits, each once, in any order.
        now: an aware time.
        number: of the round; a new one each time, so that what hashes decide changes from round to round.

    Returns:
        The games, in ascending order.
    """
    ordered = sorted(candidates, key=lambda candidate: (candidate.rating, candidate.id))
    chosen = _pool(ordered, now, number).chosen()
    games = balanced(
        [(ordered[low].id, ordered[high].id) for low, high in chosen],
        {candidate.id: candidate.difference for candidate in ordered},
        {candidate.id: _hash(number, candidate.id) for candidate in ordered},
    )
    return [Pairing(east, west) for east, west in games]


def may_meet(one: Candidate, other: Candidate, now: datetime) -> bool:
    """Whether the two may be paired at all: neither has blocked the other, and no immediate rematch comes too
    early.
    """
    if one.id == other.id or other.id in one.blocked or one.id in other.blocked:
        return False
    return not is_rematch(one, other) or min(now - one.since, now - other.since) >= REMATCH_AFTER


def is_rematch(one: Candidate, other: Candidate) -> bool:
    """Whether either was the latest opponent of the other."""
    return one.recent[:1] == (other.id,) or other.recent[:1] == (one.id,)


def cost(one: Candidate, other: Candidate) -> int:
    """The cost of a game between the two; negative if it evens their seasons more than the game is uneven.

    It adds up the difference in rating, more than proportionally; a recent game of the two; and the effect on
    the balance of their sides, with East for the one who has had it less often.
    """
    gap = abs(one.rating - other.rating)
    return gap + gap * gap // STEEP + _rematch_cost(one, other) + SIDE_STEP * _side_steps(one, other)


def waiting_bonus(candidate: Candidate, now: datetime) -> int:
    """The bonus for giving this candidate a game, by how long they have waited."""
    waited = min(max(now - candidate.since, timedelta(0)), LONGEST_WAIT)
    return WAITING_DAY * waited // timedelta(days=1)


def _rematch_cost(one: Candidate, other: Candidate) -> int:
    ago = min(_games_ago(one.recent, other.id), _games_ago(other.recent, one.id))
    return REMATCH_COST * max(0, REMATCH_GAMES - ago) // REMATCH_GAMES


def _games_ago(recent: tuple[int, ...], opponent: int) -> int:
    """0 for the latest opponent; the length of the list for one who is not in it, and so played long ago at
    most.
    """
    return recent.index(opponent) if opponent in recent else 10**9


def _side_steps(one: Candidate, other: Candidate) -> int:
    """How much further both are from a season within one game of even after the game, in games."""
    low, high = sorted((one.difference, other.difference))
    return _beyond(low + 1) - _beyond(low) + _beyond(high - 1) - _beyond(high)


def _beyond(difference: int) -> int:
    return max(0, abs(difference) - 1)


def _pool(ordered: Sequence[Candidate], now: datetime, number: int) -> Pool:
    """The candidates as a ``Pool``: one whole number combines everything by which pairs are compared."""
    slots = [candidate.slots for candidate in ordered]
    bonus = [waiting_bonus(candidate, now) for candidate in ordered]
    widest = ordered[-1].rating - ordered[0].rating if ordered else 0
    dearest = widest + widest * widest // STEEP + REMATCH_COST + 2 * SIDE_STEP
    one_rematch = (sum(slots) + 1) * (dearest + 2 * max(bonus, default=0) + 1)
    thousandth = (sum(slots) + 1) << TIE_BITS

    def price(low: int, high: int) -> int | None:
        one, other = ordered[low], ordered[high]
        if not may_meet(one, other, now):
            return None
        whole = cost(one, other) + one_rematch * is_rematch(one, other)
        first, second = sorted((one.id, other.id))
        return whole * thousandth + _hash(number, first, second) % (1 << TIE_BITS)

    return Pool(slots=slots, bonus=[worth * thousandth for worth in bonus], price=price)


def _hash(*numbers: int) -> int:
    return int.from_bytes(hashlib.sha256("|".join(map(str, numbers)).encode()).digest()[:8], "big")
