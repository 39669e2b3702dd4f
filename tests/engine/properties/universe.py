"""Every well-formed action over a few names: what the options are compared with, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from typing import NamedTuple

from games.engine import actions as a

Names = tuple[str, ...]


class Universe(NamedTuple):
    """The names there are.

    Attributes:
        blocks: of either side, and one that does not exist.
        cards: likewise, held or not.
        places: locations, and one that does not exist.
        most: the largest number of blocks or cards in one list.
        longest: the longest path.
    """

    blocks: Names
    cards: Names
    places: Names
    most: int = 3
    longest: int = 2


def actions(u: Universe) -> Iterator[a.Action]:
    """All of them, lists in one order each but for deployments, whose order counts [8.4.2]."""
    return chain(_week(u), _marching(u), _arriving(u), _fighting(u), _after(u))


def _some(names: Sequence[str], most: int, twice: bool = True) -> Iterator[Names]:
    """All lists up to a length in the order given, and each name twice."""
    for size in range(most + 1):
        yield from combinations(names, size)
    if twice:
        yield from ((name, name) for name in names)


def _week(u: Universe) -> Iterator[a.Action]:
    yield from (a.Discard(cards) for cards in _some(u.cards, u.most))
    yield from (a.Bid(card, wish) for card in u.cards for wish in (None, "first", "second"))
    yield from (a.Order("first"), a.Order("second"))
    for level in ("none", "minimal", "limited", "total"):
        yield from (a.Level(level, cards) for cards in _some(u.cards, u.most))


def _marching(u: Universe) -> Iterator[a.Action]:
    ways = list(chain.from_iterable(product(u.places, repeat=n) for n in range(u.longest + 1)))
    for source in u.places:
        for blocks, path, card, leader in product(
            _some(u.blocks, u.most, twice=False), ways, (None, *u.cards[:2]), (None, *u.blocks[:2])
        ):
            yield a.Move(source, (a.Group(blocks, path, card),), leader)
        short = [way for way in ways if len(way) in (1, 2)]
        for one, two in product(permutations(u.blocks[:3], 2), product(short, repeat=2)):
            groups = (a.Group(one[:1], two[0]), a.Group(one[1:], two[1]))
            yield a.Move(source, groups)
    yield a.EndMovement()


def _arriving(u: Universe) -> Iterator[a.Action]:
    for place, blocks, openly in product(u.places, _some(u.blocks, u.most), (False, True)):
        yield a.Muster(place, blocks, openly)
    yield from (a.Mori(card, blocks) for card in u.cards for blocks in _some(u.blocks, u.most))


def _fighting(u: Universe) -> Iterator[a.Action]:
    yield from (a.Declare(place) for place in u.places)
    yield from (a.Stance(inside=True), a.Stance(inside=False), a.Finish(), a.Challenge())
    yield from (a.Pass(), a.Pass(rest_of_battle=True))
    orders = chain.from_iterable(permutations(u.blocks, size) for size in range(4))
    for blocks, card, show in product(orders, (None, *u.cards), (None, *u.cards)):
        yield a.Deploy(blocks, card, show)


def _after(u: Universe) -> Iterator[a.Action]:
    yield from (a.Losses(blocks) for blocks in _some(u.blocks, u.most))
    for to, stay in product((None, *u.places), _some(u.blocks, u.most)):
        yield a.Retreat(to, stay)
