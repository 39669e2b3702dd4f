"""The free-pairing ladder: whoever asked for games is paired, and told which side to take.

``pair_up`` makes one round: of all who wait it pairs as many as can be, the near in strength with each other.
It is a pure function. Whoever calls it gives the time, the number of the round, and what is known of each
candidate; the same input gives the same round, in whatever order the candidates come.

What counts, the first before the second and so on:

1. Nobody is paired with themselves, with somebody either of them has blocked, twice with the same person in
   one round, or oftener than they have slots free.
2. The number of games is the greatest (for more than some 30 candidates, in practice: see ``pool``).
3. There are as few immediate rematches as can be. One is a game between two of whom either had the other as
   latest opponent. It may be at all only when both have waited for ``rematch_after``.
4. The sum of the costs of the games is the lowest, less what waiting is worth. All are counted in thousandths
   of a rating point, see ``cost`` and ``Settings``.
5. Equal rounds are told apart by hashes of the candidates' ids and the number of the round, which favour
   nobody over a season.

Then the sides of these games are chosen together, see ``sides``: whoever has had East less often has it now,
and nobody is more than one game away from an even season where that can be had with these pairs.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody who waits to be paired.

    Attributes:
        id: who.
        rating: in thousandths of a point.
        slots: how many more games they would begin now, at least 1.
        difference: their games of this season as East minus those as West, running ones included.
        blocked: ids of those they must not be paired with. It is enough that one of two names the other. Whom
            they are playing just now belongs here too, if there is to be one game at a time between two.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is worth how much. Costs and bonuses are in thousandths of a rating point.

    Attributes:
        rematch_after: how long both must have waited before they may meet again without any other opponent
            in between.
        steep: the difference in rating that costs twice itself. Smaller ones cost little more than
            themselves, so one bad pairing is not made for the sake of two good ones.
        rematch: what a game against the latest opponent costs beyond that. It fades evenly, to nothing with
            the opponent ``rematch_games`` games ago; the more recent of both lists counts.
        rematch_games: see ``rematch``; at least 1.
        side: what it costs for each step that a game takes one of both beyond one game from an even season,
            and is worth for each step it takes them back.
        waiting_day: what it is worth that a candidate gets a game at all, for each day they have waited.
        longest_wait: more waiting than this is worth no more.
    """

    rematch_after: timedelta = timedelta(days=3)
    steep: int = 400 * POINT
    rematch: int = 200 * POINT
    rematch_games: int = 6
    side: int = 300 * POINT
    waiting_day: int = 25 * POINT
    longest_wait: timedelta = timedelta(days=28)


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """A game to begin: the ids of who plays East and who plays West."""

    east: int
    west: int


def pair_up(
    candidates: Sequence[Candidate], *, now: datetime, number: int, settings: Settings | None = None
) -> list[Pairing]:
    """Pair as many candidates as possible, by the priorities in the module's docstring.

    Args:
        candidates: everybody who waits, in any order.
        now: an aware time.
        number: of the round; a new one each time, so that what hashes decide changes from round to round.
        settings: the defaults if missing.

    Returns:
        The games, in ascending order.

    Raises:
        ValueError: two candidates with the same id, or one without a slot.
    """
    settings = settings or Settings()
    if len({candidate.id for candidate in candidates}) != len(candidates):
        raise ValueError("a candidate is named twice")
    if any(candidate.slots < 1 for candidate in candidates):
        raise ValueError("a candidate has no slot free")
    ordered = sorted(candidates, key=lambda candidate: (candidate.rating, candidate.id))
    chosen = _pool(ordered, now, number, settings).chosen()
    games = balanced(
        [(ordered[low].id, ordered[high].id) for low, high in chosen],
        {candidate.id: candidate.difference for candidate in ordered},
        {candidate.id: _hash(number, candidate.id) for candidate in ordered},
    )
    return [Pairing(east, west) for east, west in games]


def may_meet(one: Candidate, other: Candidate, now: datetime, settings: Settings) -> bool:
    """Whether the two may be paired at all: neither has blocked the other, and no immediate rematch comes too
    early.
    """
    if one.id == other.id or other.id in one.blocked or one.id in other.blocked:
        return False
    return not is_rematch(one, other) or min(now - one.since, now - other.since) >= settings.rematch_after


def is_rematch(one: Candidate, other: Candidate) -> bool:
    """Whether either was the latest opponent of the other."""
    return one.recent[:1] == (other.id,) or other.recent[:1] == (one.id,)


def cost(one: Candidate, other: Candidate, settings: Settings) -> int:
    """The cost of a game between the two; negative if it evens their seasons more than the game is uneven.

    It adds up the difference in rating, more than proportionally; a recent game of the two; and the effect on
    the balance of their sides, with East for whoever has had it less often.
    """
    gap = abs(one.rating - other.rating)
    return (
        gap
        + gap * gap // settings.steep
        + _rematch_cost(one, other, settings)
        + settings.side * _side_steps(one, other)
    )


def waiting_bonus(candidate: Candidate, now: datetime, settings: Settings) -> int:
    """The bonus for giving this candidate a game, by how long they have waited."""
    waited = min(max(now - candidate.since, timedelta(0)), settings.longest_wait)
    return settings.waiting_day * waited // timedelta(days=1)


def _rematch_cost(one: Candidate, other: Candidate, settings: Settings) -> int:
    ago = min(_games_ago(one.recent, other.id), _games_ago(other.recent, one.id))
    return settings.rematch * max(0, settings.rematch_games - ago) // settings.rematch_games


def _games_ago(recent: tuple[int, ...], opponent: int) -> int:
    """0 for the latest opponent; the length of the list for one who is not in it, and then long ago."""
    return recent.index(opponent) if opponent in recent else 10**9


def _side_steps(one: Candidate, other: Candidate) -> int:
    """How much further both are from a season within one game of even after the game, in games."""
    low, high = sorted((one.difference, other.difference))
    return _beyond(low + 1) - _beyond(low) + _beyond(high - 1) - _beyond(high)


def _beyond(difference: int) -> int:
    return max(0, abs(difference) - 1)


def _pool(ordered: Sequence[Candidate], now: datetime, number: int, settings: Settings) -> Pool:
    """The candidates as a ``Pool``: one whole number combines everything by which pairs are compared."""
    slots = [candidate.slots for candidate in ordered]
    bonus = [waiting_bonus(candidate, now, settings) for candidate in ordered]
    widest = ordered[-1].rating - ordered[0].rating if ordered else 0
    dearest = widest + widest * widest // settings.steep + settings.rematch + 2 * settings.side
    one_rematch = (sum(slots) + 1) * (dearest + 2 * max(bonus, default=0) + 1)
    thousandth = (sum(slots) + 1) << TIE_BITS

    def price(low: int, high: int) -> int | None:
        one, other = ordered[low], ordered[high]
        if not may_meet(one, other, now, settings):
            return None
        whole = cost(one, other, settings) + one_rematch * is_rematch(one, other)
        first, second = sorted((one.id, other.id))
        return whole * thousandth + _hash(number, first, second) % (1 << TIE_BITS)

    return Pool(slots=slots, bonus=[worth * thousandth for worth in bonus], price=price)


def _hash(*numbers: int) -> int:
    return int.from_bytes(hashlib.sha256("|".join(map(str, numbers)).encode()).digest()[:8], "big")
