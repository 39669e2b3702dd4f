"""The most pairs of a graph, and among those the cheapest, when each member may be in several pairs.

The public function is ``cheapest``. It knows nothing of players: members are numbers from 0, and a pair is
two of them, the lower first.

The work is done by the maximum weight matching of networkx, in whole numbers. A matching lets each node be in
one pair only, so a member with n slots stands in the graph n times. Where both members of a pair have several
slots their copies could be matched with each other twice; such a pair becomes two nodes of its own, joined by
an edge. Either that edge is in the matching, and the pair is not taken, or each of the two is matched with a
copy of its member, and it is taken once. A single half that is matched adds nothing to the number of edges,
and nothing to the weight, over the pair that is not taken; it stands for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]


def cheapest(prices: Mapping[Edge, int], slots: Sequence[int], bonus: Sequence[int]) -> list[Edge]:
    """The largest number of pairs, and of all such choices one of the lowest price.

    It is exact: no other choice has more pairs, and none with as many costs less.

    Args:
        prices: the possible pairs, lower member first, and what each costs; any whole number.
        slots: how many pairs each member may be in, at least 1.
        bonus: what is taken off the price of a choice for each member that is in any pair; not negative.

    Returns:
        The pairs, in ascending order, each at most once.
    """
    if not prices:
        return []
    nodes = count()
    copies = [[next(nodes) for _slot in range(slots[member])] for member in range(len(slots))]
    most_bonus = max(bonus)
    top = max(abs(price) for price in prices.values()) + 2 * most_bonus
    taken = top  # added to the worth of each pair, so that no weight is below nothing
    untaken = taken + 2 * top  # no less than either half of a pair that is taken

    edges: list[tuple[int, int, int]] = []
    halves: dict[Edge, Edge] = {}
    for pair, price in sorted(prices.items()):
        low, high = pair
        if slots[low] == 1 or slots[high] == 1:
            edges.extend(
                (mine, theirs, taken - price + off + other)
                for mine, off in _offers(copies[low], bonus[low])
                for theirs, other in _offers(copies[high], bonus[high])
            )
            continue
        here, there = halves[pair] = (next(nodes), next(nodes))
        edges.append((here, there, untaken))
        edges.extend(
            (copy, here, untaken - most_bonus + off) for copy, off in _offers(copies[low], bonus[low])
        )
        edges.extend(
            (copy, there, taken + most_bonus - price + off)
            for copy, off in _offers(copies[high], bonus[high])
        )
    return _read(_matched(edges), copies, halves)


def nodes_needed(pairs: Iterable[Edge], slots: Sequence[int]) -> int:
    """How many nodes the graph of ``cheapest`` has. Its time grows with about the square of this."""
    return sum(slots) + 2 * sum(1 for low, high in pairs if slots[low] > 1 and slots[high] > 1)


def _offers(copies: Sequence[int], bonus: int) -> list[tuple[int, int]]:
    """The copies of a member. Only one of them carries the bonus for its first pair."""
    return [(copy, 0 if place else bonus) for place, copy in enumerate(copies)]


def _matched(edges: Sequence[tuple[int, int, int]]) -> dict[int, int]:
    import networkx as nx  # noqa: PLC0415 - processes that pair nobody would start 0.1 s later

    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(edges)
    partner: dict[int, int] = {}
    for one, other in nx.max_weight_matching(graph, maxcardinality=True):
        partner[one], partner[other] = other, one
    return partner


def _read(
    partner: Mapping[int, int], copies: Sequence[Sequence[int]], halves: Mapping[Edge, Edge]
) -> list[Edge]:
    """The pairs that a matching represents."""
    owner = {copy: member for member, own in enumerate(copies) for copy in own}
    pairs = {
        (owner[one], owner[other])
        for one, other in partner.items()
        if one in owner and other in owner and owner[one] < owner[other]
    }
    pairs.update(
        pair
        for pair, (here, there) in halves.items()
        if partner.get(here) in owner and partner.get(there) in owner
    )
    return sorted(pairs)
