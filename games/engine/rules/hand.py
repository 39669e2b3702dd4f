"""Cards: paying with them, drawing them, and what is publicly known of a hand [3.3, 8.10], R-28, R-32."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.actions import Drawn
from games.engine.chance import Source
from games.engine.components import Components
from games.engine.decisions import DrawCards
from games.engine.errors import CorruptLog
from games.engine.play import Play
from games.engine.side import Side
from games.engine.state import State


def size(state: State, side: Side) -> int:
    """The number of cards in a hand (public, R-32)."""
    return sum(state.hand[side])


def forget(state: State, side: Side, kind: int) -> None:
    """A card of that kind left the hand openly: one fewer is known to be there (R-28)."""
    if state.shown[side][kind]:
        state.shown[side][kind] -= 1


def discard(play: Play, side: Side, kinds: Sequence[int]) -> None:
    """Openly discard cards that the hand holds [3.3]."""
    s = play.s
    hand, discards = s.hand[side], s.discards[side]
    for kind in kinds:
        hand[kind] -= 1
        discards[kind] += 1
        forget(s, side, kind)


def names(c: Components, side: Side, kinds: Sequence[int]) -> list[str]:
    """The ids of card kinds, sorted so that the order of a hand is not revealed."""
    table = c.cards[side]
    return sorted(table[kind].id for kind in kinds)


def due(state: State, step: DrawCards) -> int:
    """How many cards the draw really gives: no more than both piles hold (R-01)."""
    return min(step.count, sum(state.deck[step.side]) + sum(state.discards[step.side]))


def ask(play: Play, step: DrawCards, source: Source) -> Drawn:
    """Ask chance for the cards of a draw, reshuffling on the way where the pile runs out [3.3]."""
    s, side = play.s, step.side
    deck, discards = s.deck[side][:], s.discards[side]
    pile = "west-cards" if side else "east-cards"
    ids = [card.id for card in play.c.cards[side]]
    items: list[str] = []
    for place in range(due(s, step)):
        if not any(deck):
            deck, discards = discards[:], [0] * len(deck)
        kind = source.pick(pile, s.drawn[side] + place, deck, ids)
        deck[kind] -= 1
        items.append(ids[kind])
    return Drawn(pile, tuple(items))  # type: ignore[arg-type]


def draw(play: Play, step: DrawCards, outcome: Drawn) -> None:
    """Carry out what chance answered.

    Raises:
        CorruptLog: when the piles could not have given these cards.
    """
    s, side = play.s, step.side
    pile = "west-cards" if side else "east-cards"
    if outcome.pile != pile or len(outcome.items) != due(s, step):
        raise CorruptLog("draw-does-not-fit", "3.3", pile=outcome.pile)
    deck, hand, index = s.deck[side], s.hand[side], play.c.card_index[side]
    left = sum(deck)
    for name in outcome.items:
        if not left:
            deck[:] = s.discards[side]
            s.discards[side] = [0] * len(deck)
            left = sum(deck)
            play.tell("pile-reshuffled", side, dict)
        kind = index.get(name, -1)
        if kind < 0 or not deck[kind]:
            raise CorruptLog("draw-does-not-fit", "3.3", card=name)
        deck[kind] -= 1
        hand[kind] += 1
        left -= 1
    s.drawn[side] += len(outcome.items)
    items = outcome.items
    play.tell("cards-drawn", side, lambda: {"count": len(items)}, lambda: {"cards": items})
