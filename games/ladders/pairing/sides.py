"""Chooses East and West in the games of one round, so that no one's season leans to one side.

The public function is ``balanced``. A person's *difference* is the number of their games of the season as
East minus those as West. The result is the choice of sides with the least sum of the squares of the
differences after the round. Such a choice has two properties:

- if any choice of sides for these pairs leaves everyone within [-1, 1], so does this one; more: its
  largest and its smallest difference are the best possible;
- in every game, East is the player with the lower difference when all other games of the round are counted.

It is found by turning chains of games around (the first one's East, whose difference falls by two, to the
last one's West, whose difference rises by two; all between keep theirs) until no chain lowers the sum. That
is exact: what the sides of a round add to the differences form a base polyhedron, and on one of those a sum
of convex functions has no local minimum but the global one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TypeAlias

PairedGame: TypeAlias = tuple[int, int]
"""The players of East and West."""


def balanced(
    pairs: Iterable[tuple[int, int]], differences: Mapping[int, int], rank: Mapping[int, int]
) -> list[PairedGame]:
    """Choose the sides of all games of a round.

    Args:
        pairs: two persons each, in any order; the same two at most once.
        differences: games as East minus games as West before the round, for everyone in ``pairs``.
        rank: a unique number for each person, from chance or a hash; of two who are equal, the lower has
            East.

    Returns:
        One ``(east, west)`` for each pair, in ascending order. The order of ``pairs`` does not matter.
    """
    after = dict(differences)
    west_of: dict[int, set[int]] = {person: set() for person in differences}
    for one, other in sorted(pairs, key=lambda pair: sorted((rank[pair[0]], rank[pair[1]]))):
        east, west = sorted((one, other), key=lambda person: (after[person], rank[person]))
        west_of[east].add(west)
        after[east] += 1
        after[west] -= 1
    while chain := _chain(after, west_of, rank):
        for east, west in pairwise(chain):
            west_of[east].remove(west)
            west_of[west].add(east)
        after[chain[0]] -= 2
        after[chain[-1]] += 2
    return sorted((east, west) for east, wests in west_of.items() for west in wests)


def _chain(after: Mapping[int, int], west_of: Mapping[int, set[int]], rank: Mapping[int, int]) -> list[int]:
    """Persons, each East against the next, whose first is more than two above the last; or nobody."""
    lowest = min(after.values(), default=0)
    starts = [person for person in after if after[person] > lowest + 2 and west_of[person]]
    for start in sorted(starts, key=lambda person: (-after[person], rank[person])):
        came_from: dict[int, int] = {start: start}
        waiting = deque([start])
        while waiting:
            person = waiting.popleft()
            for west in sorted(west_of[person] - came_from.keys(), key=rank.__getitem__):
                came_from[west] = person
                waiting.append(west)
        end = min(came_from, key=lambda person: (after[person], rank[person]))
        if after[end] < after[start] - 2:
            return _way(came_from, end)
    return []


def _way(came_from: Mapping[int, int], end: int) -> list[int]:
    way = [end]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]
